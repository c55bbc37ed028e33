//! Several heroes in one cave. The host is the founder, on seat 0; others join and leave by commands.
//!
//! A [`Cave`] holds the world and one active hero, who acts or looks. The others are stored in the party,
//! each with all that belongs to him. Between two commands the founder is active, so a cave that nobody
//! joined equals a single player's game, byte for byte.

use super::land::{FLOOR, Land};
use super::missed::Missed;
use super::{Cave, Delve, Fate, Hero, Memory, Spot};
use crate::Command;
use crate::content::WINDOW_HALF;
use crate::event::{Event, Witnessed};
use alloc::{borrow::Cow, boxed::Box, sync::Arc, vec::Vec};
use core::mem;
use kernel::{Name, Refused, Seat};
use serde::{Deserialize, Serialize};

/// Maximum number of heroes in a cave.
const SEATS_MOST: usize = 32;
/// The loaded lands of heroes further apart than this do not overlap.
const APART: i64 = 128;

/// All heroes of a shared cave, by seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Party {
    members: Vec<Member>,
    /// The seat of the active hero; the founder's between two commands.
    #[serde(skip)]
    active: u8,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Member {
    name: Name,
    /// False for a hero who has left and may come back.
    present: bool,
    missed: Missed,
    /// `None` for the active hero.
    share: Option<Box<Share>>,
}

/// The part of the state that belongs to one hero.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Share {
    hero: Hero,
    turn: u64,
    kills: u32,
    deaths: u32,
    memory: Arc<Memory>,
    delve: Box<Delve>,
    #[serde(skip)]
    land: Arc<Land>,
}

/// A hero as others see him.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fellow {
    pub(crate) seat: u8,
    pub(crate) name: Name,
    pub(crate) at: Spot,
}

impl Cave {
    /// True when others have joined or may join.
    pub(crate) const fn is_shared(&self) -> bool {
        self.party.is_some()
    }

    /// Number of seats.
    pub(crate) fn seat_count(&self) -> u8 {
        self.party.as_ref().map_or(1, |party| party.members.len() as u8)
    }

    /// The seat of a hero, by name.
    pub(crate) fn seat_of(&self, name: &Name) -> Option<u8> {
        let members = self.party.as_ref().map_or(&[][..], |party| &party.members);
        members.iter().position(|member| member.name.is_like(name)).map(|seat| seat as u8)
    }

    /// The seat of the active hero.
    pub(super) fn active(&self) -> u8 {
        self.party.as_ref().map_or(0, |party| party.active)
    }

    fn name_of(&self, seat: u8) -> Option<Name> {
        Some(self.party.as_ref()?.members.get(usize::from(seat))?.name)
    }

    fn is_present(&self, seat: u8) -> bool {
        match &self.party {
            Some(party) => party.members.get(usize::from(seat)).is_some_and(|member| member.present),
            None => seat == 0,
        }
    }

    /// The cave with the hero of a seat active.
    fn of_seat(&self, seat: u8) -> Cow<'_, Self> {
        if seat == self.active() || seat >= self.seat_count() {
            return Cow::Borrowed(self);
        }
        let mut cave = self.clone();
        cave.step_in(seat);
        Cow::Owned(cave)
    }

    /// The cave as a hero knows it: changes by others out of his sight are undone.
    pub(crate) fn known_to(&self, seat: Seat) -> Cow<'_, Self> {
        let mut cave = self.of_seat(seat.0);
        let Some(party) = &cave.party else { return cave };
        let missed = &party.members[usize::from(party.active)].missed;
        if !missed.is_empty() {
            let marks = Arc::new(missed.remembered(&cave.marks));
            let cave = cave.to_mut();
            cave.marks = marks;
            cave.survey();
        }
        cave
    }

    /// Makes the hero of a seat active; the one before goes back to the party.
    fn step_in(&mut self, seat: u8) {
        let Some(party) = self.party.as_mut().map(Arc::make_mut) else { return };
        let Some(share) = party.members[usize::from(seat)].share.take() else { return };
        let Share { hero, turn, kills, deaths, memory, delve, land } = *share;
        let Some(mut left) = self.delve.replace(delve) else { return };
        if let Some(delve) = &mut self.delve {
            // These fields belong to the world.
            mem::swap(&mut delve.dazed, &mut left.dazed);
            mem::swap(&mut delve.relic, &mut left.relic);
        }
        let left = Share {
            hero: mem::replace(&mut self.hero, hero),
            turn: mem::replace(&mut self.turn, turn),
            kills: mem::replace(&mut self.kills, kills),
            deaths: mem::replace(&mut self.deaths, deaths),
            memory: mem::replace(&mut self.memory, memory),
            delve: left,
            land: mem::replace(&mut self.land, land),
        };
        self.coins = None;
        party.members[usize::from(party.active)].share = Some(Box::new(left));
        party.active = seat;
    }

    /// The heroes present and alive, by seat.
    pub(crate) fn heroes(&self) -> impl Iterator<Item = Fellow> {
        let members = self.party.as_ref().map_or(&[][..], |party| &party.members);
        (0u8..).zip(members).filter_map(|(seat, member)| {
            let (hero, fate) = match &member.share {
                Some(share) => (&share.hero, share.delve.fate),
                None => (&self.hero, self.fate_of_hero()),
            };
            let on_board = member.present && fate.is_none();
            on_board.then_some(Fellow { seat, name: member.name, at: (hero.x, hero.y) })
        })
    }

    /// The other heroes that the active hero sees.
    pub(crate) fn fellows(&self) -> Vec<Fellow> {
        let me = self.active();
        self.heroes().filter(|fellow| fellow.seat != me && self.sees_body(fellow.at)).collect()
    }

    /// True when another hero is at a position.
    pub(super) fn is_taken(&self, at: Spot) -> bool {
        self.party.is_some() && self.heroes().any(|fellow| fellow.at == at)
    }

    /// True when a monster in the window of the active hero acts on that hero's turns. It follows the clock of one
    /// hero, among those whose window contains it: the nearest it sees, else the nearest.
    pub(super) fn leads(&self, foe: Spot) -> bool {
        if !in_window((self.hero.x, self.hero.y), foe) {
            return false;
        }
        let Some(party) = &self.party else { return true };
        let key = |fellow: &Fellow| {
            let (dx, dy) = (fellow.at.0 - foe.0, fellow.at.1 - foe.1);
            let land = match &party.members[usize::from(fellow.seat)].share {
                Some(share) => &share.land,
                None => &self.land,
            };
            (!land.sees(foe, fellow.at), dx * dx + dy * dy, fellow.seat)
        };
        let held = |fellow: &Fellow| in_window(fellow.at, foe);
        self.heroes().filter(held).min_by_key(key).is_none_or(|fellow| fellow.seat == party.active)
    }

    /// True when the active hero sees the ground at a position now.
    pub(super) fn sees_ground(&self, at: Spot) -> bool {
        in_window((self.hero.x, self.hero.y), at) && self.lights(at)
    }

    /// True when the active hero would see a creature at a position now.
    pub(crate) fn sees_body(&self, at: Spot) -> bool {
        let here = (self.hero.x, self.hero.y);
        let clear = || !self.extended().light || self.with_land(WINDOW_HALF, |land| land.sees(at, here));
        self.sees_ground(at) && clear()
    }

    /// True when another hero carries the relic.
    pub(crate) fn relic_is_away(&self) -> bool {
        let members = self.party.as_ref().map_or(&[][..], |party| &party.members);
        members.iter().filter_map(|member| member.share.as_ref()).any(|share| share.delve.carries_relic)
    }

    /// How the game ended for all: a hero brought the relic home, or all are dead; `None` while it goes on.
    pub(crate) fn fate_of_all(&self) -> Option<Fate> {
        let Some(party) = &self.party else { return self.fate_of_hero() };
        let fate = |member: &Member| match &member.share {
            Some(share) => share.delve.fate,
            None => self.fate_of_hero(),
        };
        if party.members.iter().any(|member| fate(member) == Some(Fate::Home)) {
            return Some(Fate::Home);
        }
        party.members.iter().all(|member| fate(member) == Some(Fate::Dead)).then_some(Fate::Dead)
    }

    /// The sum of all heroes' scores.
    pub(crate) fn score_of_all(&self) -> i64 {
        (0..self.seat_count()).map(|seat| self.of_seat(seat).score()).sum()
    }

    /// A fingerprint of what the party adds to the state.
    pub(super) fn party_fingerprint(&self) -> Option<u64> {
        let party = self.party.as_ref()?;
        let members = party.members.iter().map(|member| {
            let share = member.share.as_ref().map_or(0, |share| {
                let Share { hero, turn, kills, deaths, delve, .. } = &**share;
                kernel::pulse_of(&[hero.fingerprint(*turn, *kills, *deaths), delve.fingerprint()])
            });
            kernel::pulse_of(&[u64::from(member.present), share])
        });
        Some(members.fold(0, |pulse, member| kernel::pulse_of(&[pulse, member])))
    }
}

/// True when a position lies in the window around another.
fn in_window(middle: Spot, at: Spot) -> bool {
    (at.0 - middle.0).abs() <= WINDOW_HALF.0 && (at.1 - middle.1).abs() <= WINDOW_HALF.1
}

/// Why a seat cannot carry out a command now; `None` if it can.
pub(crate) fn refusal(cave: &Cave, seat: Seat, command: Command) -> Option<Refused> {
    let reason = match command {
        Command::Join(name) => cave.join_refusal(seat.0, name),
        _ if !cave.is_present(seat.0) => Some("You are not in this cave: join it first."),
        Command::Leave if !cave.is_shared() => Some("You are alone here."),
        Command::Leave => None,
        Command::Dismiss(name) => cave.dismiss_refusal(seat.0, name),
        Command::Give(number, name) => cave.of_seat(seat.0).give_refusal(number, name),
        _ if cave.is_shared()
            && cave.fate_of_all().is_none()
            && cave.of_seat(seat.0).fate_of_hero().is_some() =>
        {
            Some("You are dead. The others play on.")
        }
        _ => return super::refusal(&cave.of_seat(seat.0), command),
    };
    reason.map(Refused::because)
}

/// True when a command of a seat would be carried out now.
#[inline(always)]
pub(crate) fn may(cave: &Cave, seat: Seat, command: Command) -> bool {
    if cave.is_shared() || seat.0 != 0 || command.is_social() {
        return refusal(cave, seat, command).is_none();
    }
    super::reason_against(cave, command).is_none()
}

/// Carries out one command of a seat.
pub(crate) fn act(
    cave: &mut Cave,
    seat: Seat,
    command: Command,
    events: &mut Vec<Event>,
) -> Result<(), Refused> {
    if !cave.is_shared() && seat.0 == 0 && !command.is_social() {
        return super::act(cave, command, events);
    }
    if let Some(refused) = refusal(cave, seat, command) {
        return Err(refused);
    }
    match command {
        Command::Join(name) => cave.join(seat.0, name, events),
        Command::Leave => cave.leave(seat.0, events),
        Command::Dismiss(name) => cave.dismiss(name, events),
        Command::Give(number, name) => cave.give(seat.0, number, name, events),
        _ => cave.act_among_others(seat.0, command, events),
    }
    Ok(())
}

impl Cave {
    fn join_refusal(&self, seat: u8, name: Name) -> Option<&'static str> {
        let Some(party) = &self.party else {
            return (seat != 0).then_some("This cave is not shared.");
        };
        match party.members.get(usize::from(seat)) {
            _ if self.fate_of_all().is_some() => Some("The game is over."),
            Some(member) if member.present => Some("You are already in this cave."),
            Some(member) if !member.name.is_like(&name) => Some("That seat is reserved for another hero."),
            Some(_) if self.of_seat(seat).fate_of_hero().is_some() => Some("You are dead."),
            Some(_) => None,
            None if usize::from(seat) >= SEATS_MOST => Some("The cave is full."),
            None if usize::from(seat) != party.members.len() => Some("There is no such seat."),
            None if self.seat_of(&name).is_some() => Some("That name is taken."),
            None => None,
        }
    }

    fn join(&mut self, seat: u8, name: Name, events: &mut Vec<Event>) {
        let member = |share| Member { name, present: true, missed: Missed::default(), share };
        if self.party.is_none() {
            self.delve.get_or_insert_with(|| Box::new(Delve::new(Default::default())));
            self.party = Some(Arc::new(Party { members: [member(None)].into(), active: 0 }));
            return;
        }
        let fresh = seat == self.seat_count();
        if fresh {
            let share = self.newcomer();
            if let Some(party) = self.party.as_mut().map(Arc::make_mut) {
                party.members.push(member(Some(Box::new(share))));
            }
            self.step_in(seat);
            self.equip_anew(None);
            self.spawn((0, 0));
        } else {
            self.set_present(seat, true);
            self.step_in(seat);
            self.survey();
            let (x, y) = (self.hero.x, self.hero.y);
            let free = self.land.at(x, y) == FLOOR && !self.land.watched(x, y);
            if !free || self.land.foes.iter().any(|foe| (foe.x, foe.y) == (x, y)) {
                self.spawn((x, y));
            }
        }
        self.mark_seen();
        self.notice();
        self.step_in(0);
        events.push(Event::Entered.to(1 << seat));
        events.push(Event::Other { who: name, what: Witnessed::Joined }.to(!(1 << seat)));
    }

    /// The state of a hero before his first step.
    fn newcomer(&self) -> Share {
        let camp = self.delve.as_ref().map_or((0, 0), |delve| delve.camp);
        let hero = Hero { x: 0, y: 0, pack: Vec::new(), weapon: 0, armour: 0, next: 1 };
        let delve = Box::new(Delve { camp, ..Delve::new(self.extended()) });
        Share { hero, turn: 0, kills: 0, deaths: 0, memory: Arc::default(), delve, land: Arc::default() }
    }

    fn set_present(&mut self, seat: u8, present: bool) {
        if let Some(party) = self.party.as_mut().map(Arc::make_mut) {
            party.members[usize::from(seat)].present = present;
        }
    }

    fn leave(&mut self, seat: u8, events: &mut Vec<Event>) {
        self.go_away(seat);
        let who = self.name_of(seat).into_iter();
        events.extend(who.map(|who| Event::Other { who, what: Witnessed::Left }.to(!(1 << seat))));
    }

    /// Takes a hero off the board. He keeps his position in case he comes back, and drops the relic.
    fn go_away(&mut self, seat: u8) {
        self.set_present(seat, false);
        self.step_in(seat);
        self.drop_relic();
        self.step_in(0);
    }

    fn dismiss_refusal(&self, seat: u8, name: Name) -> Option<&'static str> {
        match self.seat_of(&name) {
            _ if seat != 0 => Some("Only the founder can send others away."),
            Some(0) => Some("That is you."),
            Some(other) if self.is_present(other) => None,
            _ => Some("No hero here has that name."),
        }
    }

    fn dismiss(&mut self, name: Name, events: &mut Vec<Event>) {
        let Some(seat) = self.seat_of(&name) else { return };
        self.go_away(seat);
        let who = self.name_of(seat).into_iter();
        events.push(Event::Dismissed.to(1 << seat));
        events.extend(who.map(|who| Event::Other { who, what: Witnessed::Dismissed }.to(!(1 << seat))));
    }

    /// Why the active hero cannot give something away; `None` if he can.
    fn give_refusal(&self, number: u32, name: Name) -> Option<&'static str> {
        let other = self.heroes().find(|fellow| fellow.name.is_like(&name));
        let far = |at: Spot| (at.0 - self.hero.x).abs().max((at.1 - self.hero.y).abs()) > 1;
        match (other, self.numbered(number)) {
            _ if self.fate_of_hero().is_some() => Some("You are dead."),
            (Some(other), _) if other.seat == self.active() => Some("That is you."),
            (Some(other), _) if far(other.at) => Some("That hero is not beside you."),
            (None, _) => Some("No hero here has that name."),
            (_, None) => Some("! Invalid number !"),
            (_, Some(held)) if self.worn().contains(&held.name) => Some("You are wearing or wielding that."),
            _ => None,
        }
    }

    /// Moves an item from one pack to another. It takes no time.
    fn give(&mut self, seat: u8, number: u32, name: Name, events: &mut Vec<Event>) {
        let (Some(to), Some(from)) = (self.seat_of(&name), self.name_of(seat)) else { return };
        let Some(to_name) = self.name_of(to) else { return };
        self.step_in(seat);
        let item = self.hero.pack.remove(number as usize - 1).item;
        let thing = self.thing(item);
        self.step_in(to);
        self.hero.take(item);
        self.step_in(0);
        self.coins = None;
        events.push(Event::Gave { item: thing, to: to_name }.to(1 << seat));
        events.push(Event::Received { item: thing, from }.to(1 << to));
    }

    /// Carries out a single player's command in a shared cave.
    fn act_among_others(&mut self, seat: u8, command: Command, events: &mut Vec<Event>) {
        self.prepare_lands();
        self.step_in(seat);
        let start = events.len();
        let before = (self.hero.x, self.hero.y);
        // It was checked before, so it is not refused.
        let _ = super::act(self, command, events);
        let after = (self.hero.x, self.hero.y);
        self.notice();
        let changes = mem::take(&mut self.changes);
        let what = Witnessed::of(&events[start..]);
        let mut witnesses = 0;
        for other in (0..self.seat_count()).filter(|&other| other != seat) {
            self.step_in(other);
            let near = (self.hero.x - after.0).abs().max((self.hero.y - after.1).abs()) <= APART;
            if !changes.is_empty() && near {
                self.survey();
            }
            self.miss(&changes);
            if self.is_present(other) && what.is_some() {
                witnesses |= u32::from(self.sees_body(before) || self.sees_body(after)) << other;
            }
        }
        self.step_in(0);
        events[start..].iter_mut().for_each(|event| event.aim(1 << seat));
        if let (Some(what), Some(who)) = (what, self.name_of(seat)) {
            let seats = if what.is_heard_by_all() { !(1 << seat) } else { witnesses };
            if seats != 0 {
                events.push(Event::Other { who, what }.to(seats));
            }
        }
    }

    /// Loads the land around every hero on the board, so that monsters can see him on it.
    fn prepare_lands(&mut self) {
        let seats: Vec<u8> = self.heroes().map(|fellow| fellow.seat).collect();
        for seat in seats {
            self.step_in(seat);
            self.arrive();
        }
        self.step_in(0);
    }

    /// What the active hero has missed.
    pub(super) fn missed_mut(&mut self) -> Option<&mut Missed> {
        let party = Arc::make_mut(self.party.as_mut()?);
        Some(&mut party.members[usize::from(party.active)].missed)
    }

    /// True when the active hero is on the board.
    pub(super) fn is_here(&self) -> bool {
        self.is_present(self.active()) && self.fate_of_hero().is_none()
    }
}
