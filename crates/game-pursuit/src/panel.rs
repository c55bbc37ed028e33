//! The panel, warnings about bad moves, and the colours of a field. Nothing here changes the state.

use crate::command::GRAMMAR;
use crate::content::{HERO, POTION, monster_cell};
use crate::field::{CellId, NOWHERE, UNREACHED};
use crate::{Command, Player, Pursuit, Side};
use alloc::{format, string::String, vec, vec::Vec};
use kernel::{Deed, Guard, Mood, Panel, Seat, Sight, Sort, Tone, Warning};

/// The kinds of warnings.
pub(crate) const GUARDS: &[Guard] = &[Guard {
    name: "capture",
    help: "a step within the monster's reach, when another is safe",
    default: true,
}];

/// Number of moves that stay visible as a trail.
const TRAIL: u8 = 6;
/// The colours, the same for every field.
pub(crate) const MOOD: Mood = Mood { floor: 0x1f2a24, wall: 0x0e1512, light: None, trail: TRAIL };

fn side_of(seat: Seat) -> Side {
    if seat == Side::Monster.seat() { Side::Monster } else { Side::Hero }
}

/// A number and its noun, with a plural s where needed.
fn count(number: u32, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

pub(crate) fn panel(game: &Pursuit, seat: Seat) -> Panel {
    let side = side_of(seat);
    let title = match side {
        Side::Hero => "Hero".into(),
        Side::Monster => format!("Monster {}", game.field().letter()),
    };
    let mut numbers = vec![
        ("Round", format!("{} of {}", game.turn(), game.limit())),
        ("Moves a turn", format!("{}", game.speed(side))),
    ];
    numbers.extend(game.gap().map(|gap| ("Distance", count(gap.into(), "step"))));
    numbers.push(("Against", against(game.player(side.other()), side.other())));
    let mut panel = Panel { title, numbers, effects: effects(game, side), ..Panel::default() };
    if game.end().is_none() {
        panel.goal = match side {
            Side::Monster => "Step onto the hero's cell.".into(),
            Side::Hero if game.repeat_ends() => {
                "Stay free of the monster: run round until a position comes back.".into()
            }
            Side::Hero => format!("Stay free of the monster for {} rounds.", game.limit()),
        };
        panel.in_view.push(foe(game, side));
        panel.in_view.extend(game.potions().iter().map(|&potion| potion_in_view(game, side, potion)));
        panel.sort();
    }
    panel
}

fn against(player: &Player, side: Side) -> String {
    match player {
        Player::Human => format!("a person as the {}", side.word()),
        player if player.name() == side.word() => format!("the {}", side.word()),
        player => format!("the {} ({})", side.word(), player.name()),
    }
}

fn effects(game: &Pursuit, side: Side) -> Vec<(String, Tone)> {
    let mut effects = Vec::new();
    if game.end().is_some() {
        return effects;
    }
    if game.side() != side {
        effects.push((format!("The {} moves", side.other().word()), Tone::Plain));
    } else if game.remaining() > 0 {
        let more = count(u32::from(game.remaining()) + 1, "move");
        effects.push((format!("{more} left in this turn"), Tone::Good));
    }
    for (who, tone) in [(side, Tone::Good), (side.other(), Tone::Dangerous)] {
        if game.drunk(who) > 0 {
            let moves = game.speed(who);
            let whose = if who == side { "You move".into() } else { format!("The {} moves", who.word()) };
            effects.push((format!("{whose} {moves} times a turn"), tone));
        }
    }
    effects
}

fn foe(game: &Pursuit, side: Side) -> Sight {
    let (other, gap) = (side.other(), game.gap());
    let (forecast, tone) = match side {
        Side::Hero => hunted(game, gap),
        Side::Monster => hunting(game, gap),
    };
    let (cell, name) = match other {
        Side::Hero => (HERO, other.word().into()),
        Side::Monster => (monster_cell(game.field().letter()), format!("monster {}", game.field().letter())),
    };
    let deeds = if side == Side::Monster { beside(game, side, game.at(other), "Catch") } else { Vec::new() };
    sight(game, game.at(other), (cell, name, Sort::Foe), gap, (forecast, tone), deeds)
}

/// Forecast for a hero who stays where he is.
fn hunted(game: &Pursuit, gap: Option<u16>) -> (String, Tone) {
    let Some(gap) = gap else { return ("cannot reach you".into(), Tone::Calm) };
    let (gap, speed) = (u32::from(gap), game.speed(Side::Monster));
    // Moves the monster has left in its current turn; 0 if it is the hero's turn.
    let begun = if game.side() == Side::Monster { u32::from(game.remaining()) + 1 } else { 0 };
    let turns = if begun > 0 { 1 + gap.saturating_sub(begun).div_ceil(speed) } else { gap.div_ceil(speed) };
    match turns {
        0 | 1 => ("catches you next turn if you stay".into(), Tone::Deadly),
        2 => ("can catch you in 2 turns if you stay".into(), Tone::Dangerous),
        more => (format!("can catch you in {more} turns if you stay"), Tone::Wary),
    }
}

fn hunting(game: &Pursuit, gap: Option<u16>) -> (String, Tone) {
    match gap {
        None => ("cannot be reached".into(), Tone::Calm),
        Some(gap) if game.side() == Side::Monster && u32::from(gap) <= u32::from(game.remaining()) + 1 => {
            ("you catch the hero this turn".into(), Tone::Good)
        }
        Some(_) => (String::new(), Tone::Calm),
    }
}

fn potion_in_view(game: &Pursuit, side: Side, potion: CellId) -> Sight {
    let turns = |who: Side| {
        game.steps_between(game.at(who), potion).map(|steps| u32::from(steps).div_ceil(game.speed(who)))
    };
    let other = side.other().word();
    let (forecast, tone) = match (turns(side), turns(side.other())) {
        (None, _) => ("out of your reach".into(), Tone::Plain),
        (Some(own), None) => (format!("yours in {}", count(own, "turn")), Tone::Good),
        (Some(own), Some(their)) => {
            let tone = if own <= their { Tone::Good } else { Tone::Wary };
            (format!("{} for you, {their} for the {other}", count(own, "turn")), tone)
        }
    };
    let steps = game.steps_between(game.at(side), potion);
    let deeds = beside(game, side, potion, "Drink");
    sight(game, potion, (POTION, "potion of speed".into(), Sort::Prize), steps, (forecast, tone), deeds)
}

fn sight(
    game: &Pursuit,
    cell: CellId,
    (shown, name, sort): (kernel::Cell, String, Sort),
    steps: Option<u16>,
    (forecast, tone): (String, Tone),
    deeds: Vec<Deed>,
) -> Sight {
    Sight { cell: shown, name, sort, at: game.field().pos(cell), bar: None, forecast, tone, steps, deeds }
}

/// The step onto an adjacent cell, if it is the side's move.
fn beside(game: &Pursuit, side: Side, goal: CellId, label: &'static str) -> Vec<Deed> {
    if game.side() != side {
        return Vec::new();
    }
    let step =
        Command::ALL.into_iter().find(|&command| command != Command::Stay && game.target(command) == goal);
    step.map(|command| {
        let mut line = String::new();
        GRAMMAR.spell(command, &mut line);
        Deed::new(label, line)
    })
    .into_iter()
    .collect()
}

/// Warns the hero of a step after which the monster can catch him in its next turn, unless that is true of
/// every step.
pub(crate) fn warning(game: &Pursuit, command: Command) -> Option<Warning> {
    if game.side() != Side::Hero
        || !is_foolish(game, command)
        || game.legal().all(|other| is_foolish(game, other))
    {
        return None;
    }
    let what = if game.target(command) == game.at(Side::Monster) {
        "The monster is there: you would be caught.".into()
    } else {
        let moves = game.speed(Side::Monster);
        format!("The monster can catch you there: it has {} a turn.", count(moves, "move"))
    };
    Some(Warning { guard: "capture", what })
}

/// True when the hero cannot end his turn out of the monster's reach after this step.
fn is_foolish(game: &Pursuit, command: Command) -> bool {
    let (to, monster) = (game.target(command), game.at(Side::Monster));
    if to == NOWHERE || to == monster {
        return to == monster;
    }
    let speed = game.speed(Side::Monster);
    let mut room = Vec::new();
    let from_monster = game.field().distances(monster, &mut room);
    let is_safe = |cell: CellId| match from_monster[usize::from(cell)] {
        UNREACHED => true,
        steps => u32::from(steps) > speed,
    };
    let mut reached = vec![to];
    let mut edge = 0;
    for _ in 0..game.remaining() {
        let end = reached.len();
        for index in edge..end {
            for &next in game.field().steps(reached[index]) {
                if next != NOWHERE && next != monster && !reached.contains(&next) {
                    reached.push(next);
                }
            }
        }
        edge = end;
    }
    !reached.into_iter().any(is_safe)
}

impl Pursuit {
    /// Moves of a side per turn.
    fn speed(&self, side: Side) -> u32 {
        u32::from(self.drunk(side)) + 1
    }

    fn steps_between(&self, from: CellId, to: CellId) -> Option<u16> {
        let mut room = Vec::new();
        Some(self.field().distances(from, &mut room)[usize::from(to)]).filter(|&steps| steps != UNREACHED)
    }

    /// Number of steps between hero and monster.
    fn gap(&self) -> Option<u16> {
        self.steps_between(self.at(Side::Hero), self.at(Side::Monster))
    }
}
