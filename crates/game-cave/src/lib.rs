//! CaveGame: an endless cave grown from a text. Chests hold gear and gold, every region has one monster that
//! watches its surroundings, and fights are automatic.
//!
//! | module | contents |
//! |---|---|
//! | `setup` | the document's settings and further options |
//! | `command` | commands and verbs |
//! | `event` | events and their sentences |
//! | `content` | the numbers: items, monsters, distances |
//! | `generate` | seed and coordinates → region |
//! | `rules` | the state and the only code that changes it |
//! | `draw` | state → scene, chart, map |
//! | `panel`, `forecast` | state → panel, forecasts of fights |
//! | `light` | what the hero's lamp shows |
//! | `speech` | cells of the board in words |
//! | `advise` | the built-in bot |
//! | `survey` | what a search for seeds can ask |
//! | `files`, `import` | export and import of world.json, player.json and region files |
#![no_std]
extern crate alloc;

mod advise;
mod command;
mod content;
mod draw;
mod event;
mod files;
mod forecast;
mod generate;
mod import;
mod light;
mod panel;
mod reference;
mod rules;
mod setup;
mod speech;
mod spiral;
mod survey;
mod tutorial;

pub use command::Command;
pub use event::{Event, Side, Thing};
pub use files::{
    CellFile, CoordinateFile, EntityFile, Exported, FileError, ItemFile, PlayerFile, Points,
    RegionCoordinateFile, RegionFile, WorldFile,
};
pub use rules::Cave;
pub use setup::Setup;

use alloc::{collections::BTreeMap, string::String, vec::Vec};
use kernel::{
    About, Adjustment, Canvas, Cell, Chart, Extent, Game, Gauge, Grammar, Guide, Heard, Mood, Name, Options,
    Outcome, Panel, Policy, Pos, Prepared, Refused, Rng, Scene, Seat, Seed, Survey, Teaching, Verdict, View,
    Vital, Vitals, Warning, fill,
};
use rules::{Fate, Spot, land::Source};

impl Cave {
    /// The regions that were on screen, each with its 16 by 16 tiles: bit `x + 16 y` (the lowest 64 bits
    /// first) is set for a tile that was seen completely; tile 0 is at the bottom left.
    #[must_use]
    pub fn visited(&self) -> &BTreeMap<(i64, i64), [u64; 4]> {
        &self.memory().seen
    }

    /// A map of visited ground, one column per sixteenth of a region, with the hero in the middle: `P` the
    /// hero, `M` (or the glyph of its kind) a living monster, `C` a full chest, `1` to `9` a waypoint, `.`
    /// other seen ground.
    pub fn map(&self, cols: u16, rows: u16, scene: &mut Scene) {
        draw::map(self, cols, rows, scene);
    }

    /// Number of regions cached in memory; at most `iRegionCacheSize`.
    #[must_use]
    pub fn regions_in_memory(&self) -> usize {
        self.land().kept_regions()
    }

    /// Generates one complete region (caves, tunnels, chests, monster) and returns its numbers of floor
    /// cells, chests and monsters, for benchmarks and statistics.
    #[must_use]
    pub fn survey_region(&self, rx: i64, ry: i64) -> (u32, u32, u32) {
        let Source { seed, settings, extended, .. } = self.source();
        let region = generate::region(seed, settings, extended, rx, ry);
        let floor = region.floor.iter().map(|row| row.count_ones()).sum();
        (floor, region.chests.len() as u32, u32::from(region.monster.is_some()))
    }

    /// Grows the caves of one region by noise and automaton alone and counts its floor, for benchmarks.
    #[must_use]
    pub fn grow_caves(&self, rx: i64, ry: i64) -> u32 {
        let Source { seed, settings, .. } = self.source();
        generate::caves_alone(seed, settings, rx, ry)
    }

    /// The world as the files of §2.6: every region that was on screen, the player, and the world itself.
    /// Name and seed text are not part of the state, so the caller supplies them. For a shared cave the files
    /// contain one player, and the world as he knows it.
    #[must_use]
    pub fn export(&self, seat: Seat, world_name: &str, world_seed: &str) -> Exported {
        files::export(&self.known_to(seat), world_name, world_seed)
    }

    /// Number of heroes with a place in this cave, including those who have left.
    #[must_use]
    pub fn seats(&self) -> u8 {
        self.seat_count()
    }

    /// The seat of a hero in a shared cave, by name.
    #[must_use]
    pub fn seat_named(&self, name: &str) -> Option<Seat> {
        self.seat_of(&Name::new(name).ok()?).map(Seat)
    }
}

impl Game for Cave {
    const ABOUT: About = About {
        id: "cave",
        title: "CaveGame",
        pitch: "An endless cave from a word: open chests, arm yourself, outlast the watchers.",
        goal: "Explore without end: walk onto chests for gold and gear, and slay the monsters that watch their surroundings.",
        scene_speaks: false,
        misread: None,
        leave: &["x", "q", "quit"],
        rest: "",
        evade: "",
        rules: 2,
        seats: 1,
        options: &setup::OPTIONS,
        gauges: &[
            Gauge::new("hp", 0, (content::HERO_HEALTH + content::HARDY_HEALTH) as i32),
            Gauge::from("turn", 0),
            Gauge::from("gold", 0),
            Gauge::from("score", 0),
            Gauge::from("x", i32::MIN),
            Gauge::from("y", i32::MIN),
            Gauge::from("kills", 0),
            Gauge::from("deaths", 0),
        ],
        guards: panel::GUARDS,
    };

    type Setup = Setup;
    type Command = Command;
    type Event = Event;

    fn grammar() -> &'static Grammar<Command> {
        &command::GRAMMAR
    }

    fn prepare(options: &Options, level: Option<&str>, policy: &Policy) -> Prepared<Setup> {
        setup::prepare(options, level, policy)
    }

    fn start(setup: &Setup, seed: &Seed) -> Self {
        Self::begin(setup, seed)
    }

    fn refusal(&self, seat: Seat, command: Command) -> Option<Refused> {
        rules::party::refusal(self, seat, command)
    }

    #[inline]
    fn may(&self, seat: Seat, command: Command) -> bool {
        rules::party::may(self, seat, command)
    }

    fn act(&mut self, seat: Seat, command: Command, events: &mut Vec<Event>) -> Result<(), Refused> {
        rules::party::act(self, seat, command, events)
    }

    fn set_dice(&mut self, dice: Rng) {
        rules::set_dice(self, dice);
    }

    fn draw(&self, seat: Seat, view: &View<'_>, scene: &mut Scene) {
        draw::draw(&self.known_to(seat), view, scene);
    }

    fn paint(&self, seat: Seat, canvas: &mut Canvas<'_>) {
        draw::paint(&self.known_to(seat), canvas);
    }

    fn extent(&self, seat: Seat, view: &View<'_>) -> Extent {
        draw::extent(&self.known_to(seat), view)
    }

    fn look(&self, seat: Seat, view: &View<'_>, at: Pos, out: &mut String) {
        draw::look(&self.known_to(seat), view, at, out);
    }

    fn gauges(&self, seat: Seat, out: &mut [i32]) {
        let cave = self.known_to(seat);
        let hp = cave.health().into();
        let (gold, score) = (cave.gold().into(), cave.score());
        let (turn, hero) = (i64::try_from(cave.turn()).unwrap_or(i64::MAX), cave.hero());
        fill(out, [hp, turn, gold, score, hero.x, hero.y, cave.kills().into(), cave.deaths().into()]);
    }

    fn outcome(&self) -> Option<Outcome> {
        // The document's cave never ends; such a game is over when the player leaves, which is outside the
        // rules. A quest ends.
        let verdict = match self.fate_of_all()? {
            Fate::Dead => Verdict::Died,
            Fate::Home => Verdict::Won,
        };
        Some(Outcome::new(verdict, self.score_of_all()))
    }

    fn phase(&self) -> u8 {
        if self.extended() == setup::ExtendedOptions::default() { 0 } else { command::EXTENDED_PHASE }
    }

    fn pulse(&self) -> u64 {
        self.fingerprint()
    }
}

impl Guide for Cave {
    const SURVEY: Survey<Setup> = survey::SURVEY;
    const TEACHING: Teaching = Teaching {
        tutorial: Some(&tutorial::LESSON),
        hints: &tutorial::HINTS,
        reference: reference::tables,
        roll_word: content::roll_word,
        editions: &[
            "An endless cave from any word. Open chests, arm yourself, and choose your fights: they go by themselves.",
            "Find the relic by lamplight and bring it home: 36 kinds of things, ten kinds of monsters, one life. It can be won.",
        ],
    };

    fn vitals(&self, seat: Seat) -> Vitals {
        let cave = self.known_to(seat);
        let mut health = String::new();
        event::decimal(cave.health(), &mut health);
        let vitals = Vitals::of(self, seat)
            .exactly("gold", cave.gold().into())
            .exactly("score", cave.score())
            .exactly("x", cave.hero().x)
            .exactly("y", cave.hero().y)
            .insert(1, "hp_text", Vital::Text(health))
            .with("weapon", Vital::Text(alloc::format!("{}", cave.thing(cave.weapon()))))
            .with("armour", Vital::Text(alloc::format!("{}", cave.thing(cave.armour()))));
        match cave.delve() {
            Some(delve) if delve.extended.light => vitals.with("light", i64::from(delve.oil)),
            _ => vitals,
        }
    }

    fn offers(&self, verb: &str) -> bool {
        match verb {
            "use" => self.extended().goods,
            "lamp" => self.extended().light,
            social if command::SOCIAL.contains(&social) => self.is_shared(),
            _ => true,
        }
    }

    fn has_chart(&self) -> bool {
        true
    }

    fn chart(&self, seat: Seat, view: &View<'_>) -> Option<Chart> {
        let cave = self.known_to(seat);
        Some(draw::chart(&cave, draw::Window::of(&cave, view)))
    }

    fn hear(&self, seat: Seat, view: &View<'_>, at: Pos, cell: Cell) -> Heard {
        speech::hear(&self.known_to(seat), view, at, cell)
    }

    /// The world coordinates of a cell; the board moves with the hero.
    fn place(&self, seat: Seat, at: Pos) -> Spot {
        let cave = self.known_to(seat);
        draw::Window::of(&cave, &View::default()).world(&cave, at)
    }

    fn refused_player(reason: &str) -> Option<alloc::string::String> {
        event::refused(reason)
    }

    fn panel(&self, seat: Seat, view: &View<'_>) -> Panel {
        panel::panel(&self.known_to(seat), view)
    }

    fn mood(&self, seat: Seat) -> Option<Mood> {
        Some(panel::mood(&self.known_to(seat)))
    }

    fn warning(&self, seat: Seat, command: Command) -> Option<Warning> {
        panel::warning(&self.known_to(seat), command)
    }

    fn has_map(&self) -> bool {
        true
    }

    fn map(&self, seat: Seat, cols: u16, rows: u16, scene: &mut Scene) {
        draw::map(&self.known_to(seat), cols, rows, scene);
    }

    fn advise(&self, seat: Seat, dice: &mut Rng) -> Option<Command> {
        Some(advise::advise(&self.known_to(seat), dice))
    }

    fn adjustments(&self, _: Seat) -> Vec<Adjustment> {
        self.adjustments()
    }

    fn adjust(&mut self, _: Seat, name: &str, value: u32) {
        self.adjust(name, value);
    }
}
