//! Every enemy against every race, blow by blow, checked by a model written from the document.

use crate::common::*;
use crate::document::{self, Foe, RACES, Race, damage};
use kernel::Game;

/// Number of fights per pair; enough for every kind of blow to occur.
const SEEDS: u32 = 40;

/// One fight according to the document.
struct Duel {
    race: &'static Race,
    foe: &'static Foe,
    hp: i64,
    foe_hp: i64,
    gold: i64,
    /// Number of attacks of the enemy, and of those that hit.
    attacks: u32,
    hits: u32,
}

impl Duel {
    fn new(race: &'static Race, foe: &'static Foe) -> Self {
        Self { race, foe, hp: race.hp, foe_hp: foe.hp, gold: 0, attacks: 0, hits: 0 }
    }

    /// Orcs do half as much damage again to goblins, rounded down: 37.5 is 37.
    fn blow_of_foe(&self) -> i64 {
        let blow = damage(self.foe.atk, self.race.def);
        if self.foe.letter == 'O' && self.race.letter == "g" { blow * 3 / 2 } else { blow }
    }

    /// Elves attack twice, except against drow.
    fn attacks_of_foe(&self) -> u32 {
        if self.foe.letter == 'E' && self.race.letter != "d" { 2 } else { 1 }
    }

    /// Checks the sentences of one attack of the player; true while both live.
    fn follow(&mut self, said: &str) -> bool {
        let letter = self.foe.letter;
        let mut sentences = said.split_inclusive('.').map(str::trim);
        let mut next = || sentences.next().unwrap_or_default().to_string();
        let first = next();
        if first == format!("PC attacks {letter} and misses.") {
            assert_eq!(letter, 'L', "only a halfling makes the player miss: {said}");
        } else {
            let blow = damage(self.race.atk, self.foe.def);
            self.foe_hp = (self.foe_hp - blow).max(0);
            assert_eq!(first, format!("PC deals {blow} damage to {letter} ({} HP).", self.foe_hp), "{said}");
        }
        let landed = first.starts_with("PC deals");
        let mut rest: Vec<String> = std::iter::from_fn(|| Some(next()).filter(|s| !s.is_empty())).collect();
        if letter == 'M' {
            rest.retain(|sentence| sentence != "Merchants are hostile now.");
        }
        let mut rest = rest.into_iter();
        if self.foe_hp == 0 {
            self.fall(&mut rest, said);
        }
        if self.race.letter == "v" && landed {
            let before = self.hp;
            self.hp = if letter == 'W' { (self.hp - 5).max(0) } else { self.hp + 5 };
            let told = if letter == 'W' { "loses" } else { "gains" };
            let change = (self.hp - before).abs();
            assert_eq!(rest.next().as_deref(), Some(&*format!("PC {told} {change} HP.")), "{said}");
        }
        if self.foe_hp > 0 && self.hp > 0 {
            self.strike_back(&mut rest, said);
        }
        if self.race.letter == "t" && self.hp > 0 {
            self.hp = (self.hp + 5).min(self.race.hp);
        }
        match rest.next() {
            Some(end) => assert!(self.hp == 0 && end.starts_with("PC is slain, score "), "{said}"),
            None => assert!(self.hp > 0, "{said}"),
        }
        self.hp > 0 && self.foe_hp > 0
    }

    fn fall(&mut self, rest: &mut impl Iterator<Item = String>, said: &str) {
        let letter = self.foe.letter;
        assert_eq!(rest.next().as_deref(), Some(&*format!("PC slays {letter}.")), "{said}");
        match letter {
            'H' | 'M' => assert_eq!(rest.next(), Some(format!("{letter} drops 4 gold.")), "{said}"),
            'D' => {}
            _ => match rest.next().as_deref() {
                Some("PC picks up 1 gold.") => self.gold += 1,
                Some("PC picks up 2 gold.") => self.gold += 2,
                other => panic!("a small or a normal pile at once, not {other:?}: {said}"),
            },
        }
        if self.race.letter == "g" {
            assert_eq!(rest.next().as_deref(), Some("PC steals 5 gold."), "{said}");
            self.gold += 5;
        }
    }

    fn strike_back(&mut self, rest: &mut impl Iterator<Item = String>, said: &str) {
        let (letter, blow) = (self.foe.letter, self.blow_of_foe());
        for _ in 0..self.attacks_of_foe() {
            self.attacks += 1;
            let told = rest.next().unwrap_or_default();
            if told == format!("{letter} attacks PC and misses.") {
                continue;
            }
            assert_eq!(told, format!("{letter} deals {blow} damage to PC."), "{said}");
            self.hits += 1;
            self.hp = (self.hp - blow).max(0);
            if self.hp == 0 {
                return;
            }
        }
    }
}

/// Fights an enemy with every race until one side dies; the model checks every blow.
fn fight(letter: char) {
    let foe = document::foe(letter);
    let level = stage(&format!("@{letter}.........."));
    let (mut attacks, mut hits, mut slain) = (0, 0, 0);
    for race in &RACES {
        for seed in 0..SEEDS {
            let mut played = Played::new(&[], Some(&level), &format!("{} {seed}", race.name), race.letter);
            let looked = format!(
                "{letter}: {}, {} of {} HP, {} Atk, {} Def",
                foe.name, foe.hp, foe.hp, foe.atk, foe.def
            );
            assert!(played.look(10, 39).starts_with(&looked), "{}", played.look(10, 39));
            let mut duel = Duel::new(race, foe);
            loop {
                played.orders("a ea");
                let goes_on = duel.follow(&played.said);
                assert_eq!(played.vital("hp"), duel.hp, "{}: {}", race.name, played.said);
                assert_eq!(played.vital("gold"), duel.gold, "{}: {}", race.name, played.said);
                assert_eq!(played.game.outcome().is_some(), duel.hp == 0);
                if !goes_on {
                    break;
                }
            }
            attacks += duel.attacks;
            hits += duel.hits;
            slain += u32::from(duel.foe_hp == 0);
        }
    }
    assert!(slain > 20, "{letter} was slain {slain} times");
    assert_share(hits, attacks, 1, 2);
}

#[test]
fn a_human_fights_by_the_numbers_of_the_document() {
    fight('H');
}

#[test]
fn a_dwarf_fights_by_the_numbers_of_the_document_and_hurts_vampires() {
    fight('W');
}

#[test]
fn an_elf_fights_by_the_numbers_of_the_document_twice_a_turn_but_for_drow() {
    fight('E');
}

#[test]
fn an_orc_fights_by_the_numbers_of_the_document_and_harder_against_goblins() {
    fight('O');
}

#[test]
fn a_merchant_fights_by_the_numbers_of_the_document_once_it_is_attacked() {
    fight('M');
}

#[test]
fn a_dragon_fights_by_the_numbers_of_the_document() {
    fight('D');
}

#[test]
fn a_halfling_fights_by_the_numbers_of_the_document_and_dodges_half_of_the_blows() {
    fight('L');
    let dodged = outcomes(&[], "@L..........", "d a ea", 400);
    let missed =
        dodged.iter().filter(|(said, _)| said.starts_with("PC attacks L and misses.")).map(|(_, n)| n);
    assert_share(missed.sum(), 400, 1, 2);
}
