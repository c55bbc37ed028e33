//! Laws that every game must keep, checked by random play. For tests only.

mod dice;
mod seeds;
mod skip;

pub use dice::{Under, rolls_account_for_all};
use kernel::{Game, Options, Pending, Pressed, Rng, Scene, Seat, Seed, Stroke, View};
pub use seeds::try_seeds;
pub use skip::skip;

/// The serialized state, from which digests are made.
///
/// # Panics
/// If the state cannot be serialized.
pub fn bytes<G: Game>(game: &G) -> Vec<u8> {
    postcard::to_allocvec(game).expect("every state can be written")
}

/// Starts a game from options, a level text and a seed.
///
/// # Panics
/// If options or level are refused.
pub fn start<G: Game>(options: &[(&str, &str)], level: Option<&str>, seed: &str) -> G {
    let mut set = Options::default();
    for (name, value) in options {
        set.set(G::ABOUT.options, name, value).expect("the option exists and takes the value");
    }
    let prepared = G::prepare(&set, level, &kernel::Policy::OWNER);
    let setup = prepared.setup.unwrap_or_else(|| panic!("the level is refused: {:?}", prepared.findings));
    G::start(&setup, &Seed::from_text(seed))
}

/// The sentences of some events, joined by blanks.
pub fn sentences<G: Game>(events: &[G::Event]) -> String {
    let mut all = String::new();
    for event in events {
        let mut one = String::new();
        kernel::Narrate::tell(event, &mut one);
        if !one.is_empty() {
            if !all.is_empty() {
                all.push(' ');
            }
            all.push_str(&one);
        }
    }
    all
}

/// The rows of line mode.
pub fn rows<G: Game>(game: &G, said: &str) -> Vec<String> {
    let mut scene = Scene::default();
    game.draw(game.to_move(), &View { said, ..View::default() }, &mut scene);
    scene.rows()
}

/// Plays a typed command and returns what was said: the sentences, or the reason of a refusal or misreading.
///
/// # Panics
/// Never for what a player may type.
pub fn order<G: Game>(game: &mut G, line: &str) -> String {
    match G::grammar().read(line, game.phase()) {
        Err(misread) => misread.0,
        Ok(commands) => {
            let mut events = Vec::new();
            for command in commands {
                if let Err(refused) = game.act(game.to_move(), command, &mut events) {
                    return refused.0.into_owned();
                }
            }
            sentences::<G>(&events)
        }
    }
}

/// Plays up to `commands` random commands and checks the laws on the way: a refusal changes nothing; text,
/// keys and action numbers give the same commands; a state saved and loaded continues identically; drawing
/// changes nothing; `check` holds after every command. Returns the final game.
///
/// # Panics
/// When a law is broken; the message names the seed and the command.
pub fn random_play<G: Game>(
    options: &[(&str, &str)],
    level: Option<&str>,
    seed: &str,
    commands: usize,
    mut check: impl FnMut(&G),
) -> G {
    let grammar = G::grammar();
    let actions = grammar.actions();
    let mut game: G = start(options, level, seed);
    let mut twin: G = game.clone();
    let mut dice = Rng::stream(&Seed::from_text(seed), "random play", &[]);
    let mut events = Vec::new();
    let mut scene = Scene::default();
    for turn in 0..commands {
        if turn % 8 == 0 {
            may_agrees_with_act(&game, &actions);
        }
        let command = actions[dice.below(actions.len() as u32, "command") as usize];
        let seat = game.to_move();
        let before = (turn % 16 == 0).then(|| bytes(&game));
        let pulse = game.pulse();
        events.clear();
        let refused = game.act(seat, command, &mut events).is_err();
        if refused {
            assert_eq!(
                game.pulse(),
                pulse,
                "seed {seed:?}, command {turn}: {command:?} was refused, yet the pulse moved"
            );
            assert!(
                events.is_empty(),
                "seed {seed:?}, command {turn}: {command:?} was refused, yet something happened"
            );
            if let Some(before) = before {
                assert!(
                    bytes(&game) == before,
                    "seed {seed:?}, command {turn}: {command:?} was refused, yet the state moved"
                );
            }
        } else {
            same_when_spelled_and_pressed::<G>(command, twin.phase());
            twin.act(seat, command, &mut Vec::new()).expect("the twin plays the same game");
        }
        if turn % 64 == 63 {
            let kept = bytes(&game);
            assert!(kept == bytes(&twin), "seed {seed:?}: the twin differs after command {turn}");
            twin = postcard::from_bytes(&kept).expect("a kept state can be read");
            assert!(bytes(&twin) == kept, "seed {seed:?}: a state changes when it is kept");
            let view = View { cols: (turn % 200) as u16, rows: (turn % 60) as u16, ..View::default() };
            scene.clear();
            game.draw(seat, &view, &mut scene);
            assert!(bytes(&game) == kept);
            assert_eq!(game.extent(seat, &view), scene.extent(), "seed {seed:?}: another size was drawn");
        }
        gauges_stay_within_bounds(&game);
        check(&game);
        if game.outcome().is_some() && turn % 8 == 0 {
            break;
        }
    }
    assert!(bytes(&game) == bytes(&twin), "seed {seed:?}: live play and replay differ at the end");
    assert_eq!(game.pulse(), twin.pulse());
    game
}

/// Checks that every gauge is within its declared bounds, for every seat.
///
/// # Panics
/// When one is not.
pub fn gauges_stay_within_bounds<G: Game>(game: &G) {
    let mut numbers = vec![0; G::ABOUT.gauges.len()];
    for seat in (0..G::ABOUT.seats).map(Seat) {
        game.gauges(seat, &mut numbers);
        for (gauge, number) in G::ABOUT.gauges.iter().zip(&numbers) {
            let within = (gauge.low..=gauge.high).contains(number);
            assert!(within, "{}: {gauge:?} is {number}", G::ABOUT.id);
        }
    }
}

/// Checks for every action, on the seat to move and on others, that [`Game::may`] and [`Game::act`] agree,
/// give the same reason, and that a refusal changes nothing.
///
/// # Panics
/// When they disagree.
pub fn may_agrees_with_act<G: Game>(game: &G, actions: &[G::Command]) {
    let before = bytes(game);
    for seat in (0..=G::ABOUT.seats).map(Seat) {
        for &command in actions {
            let (refusal, mut events) = (game.refusal(seat, command), Vec::new());
            assert_eq!(game.may(seat, command), refusal.is_none());
            let mut copy = game.clone();
            let acted = copy.act(seat, command, &mut events);
            assert_eq!(acted.err(), refusal, "{}: {command:?} by {seat:?}", G::ABOUT.id);
            let quiet = refusal.is_none() || events.is_empty() && bytes(&copy) == before;
            assert!(quiet, "{}: {command:?} by {seat:?} was refused, yet something happened", G::ABOUT.id);
        }
    }
    assert!(bytes(game) == before, "{}: asking changed the game", G::ABOUT.id);
}

fn same_when_spelled_and_pressed<G: Game>(command: G::Command, phase: u8) {
    let grammar = G::grammar();
    let mut spelled = String::new();
    grammar.spell(command, &mut spelled);
    let read = grammar.read(&spelled, phase).unwrap_or_else(|misread| panic!("{spelled:?}: {misread:?}"));
    assert!(read == [command], "{spelled:?} reads as {read:?}, not as {command:?}");
    let (verb, argument) = grammar.verb_and_argument(command).expect("every command has a verb");
    let mut pending: Option<Pending> = None;
    let mut last = grammar.press(&mut pending, Stroke::Verb(verb));
    if let Some(argument) = argument {
        if let Some(way) = grammar
            .way_of(&argument)
            .filter(|_| matches!(grammar.verbs[verb].form, kernel::Form::Toward { .. }))
        {
            last = grammar.press(&mut pending, Stroke::Way(way));
        } else if argument == "10"
            && matches!(grammar.verbs[verb].form, kernel::Form::Number { one_key: true, .. })
        {
            last = grammar.press(&mut pending, Stroke::Char('0'));
        } else {
            for key in argument.chars() {
                last = grammar.press(&mut pending, Stroke::Char(key));
            }
            if pending.is_some() {
                last = grammar.press(&mut pending, Stroke::Enter);
            }
        }
    }
    assert!(last == Pressed::Done(command), "{spelled:?} pressed is {last:?}");
}

/// The seat of the only player.
pub const SOLO: Seat = Seat(0);
