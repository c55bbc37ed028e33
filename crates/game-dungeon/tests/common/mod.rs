//! Small dungeons and helpers to play them.
#![allow(dead_code, unreachable_pub)]

use game_dungeon::Dungeon;
use kernel::Finding;

/// A dungeon of 40 by 1 + 8 + 4 whose only room is 12 by 6 and contains `inside`.
pub fn one_room(inside: &str) -> String {
    format!(
        r#"<Dungeon name="t" width="40" topHeight="1" gameHeight="8" bottomHeight="4"><Rooms><Room room="1">
<visible>1</visible><posX>0</posX><posY>0</posY><width>12</width><height>6</height>
{inside}
</Room></Rooms></Dungeon>"#
    )
}

/// A player at (2, 2) with 20 hit points who hits for 0 with bare hands, so that the damage of swords is
/// exact.
pub fn player(inside: &str) -> String {
    format!(
        r#"<Player name="Player" room="1" serial="1"><visible>1</visible><posX>2</posX><posY>2</posY><hp>20</hp><maxhit>0</maxhit>{inside}</Player>"#
    )
}

/// A monster to the right of the player that hits for 0.
pub fn troll(hp: i32, actions: &str) -> String {
    format!(
        r#"<Monster name="Troll" room="1" serial="2"><visible>1</visible><posX>3</posX><posY>2</posY><type>T</type><hp>{hp}</hp><maxhit>0</maxhit>{actions}</Monster>"#
    )
}

/// An item of the pack with a strength.
pub fn gear(kind: &str, name: &str, value: i32) -> String {
    format!(r#"<{kind} name="{name}"><visible>1</visible><ItemIntValue>{value}</ItemIntValue></{kind}>"#)
}

/// A scroll of the pack.
pub fn scroll(actions: &str) -> String {
    format!(r#"<Scroll name="Scroll"><visible>1</visible>{actions}</Scroll>"#)
}

/// A creature's action.
pub fn deed(name: &str, on: &str, inside: &str) -> String {
    format!(r#"<CreatureAction name="{name}" type="{on}">{inside}</CreatureAction>"#)
}

/// A scroll's action.
pub fn spell(name: &str, value: i32, inside: &str) -> String {
    format!(
        r#"<ItemAction name="{name}" type="item"><actionIntValue>{value}</actionIntValue>{inside}</ItemAction>"#
    )
}

/// Starts a game of a text.
pub fn start(text: &str) -> Dungeon {
    testkit::start(&[], Some(text), "7")
}

/// Types the lines in turn and returns the last reply.
pub fn play(game: &mut Dungeon, orders: &[&str]) -> String {
    orders.iter().map(|order| testkit::order(game, order)).last().unwrap_or_default()
}

/// Plays in a new game; returns it and the last reply.
pub fn played(text: &str, orders: &[&str]) -> (Dungeon, String) {
    let mut game = start(text);
    let said = play(&mut game, orders);
    (game, said)
}

/// The findings about a text, as `LINE:COLUMN severity: what`.
pub fn findings(text: &str) -> Vec<String> {
    game_dungeon::check(text).findings.iter().map(told).collect()
}

/// A finding as one line.
pub fn told(finding: &Finding) -> String {
    format!("{}:{} {:?}: {}", finding.line, finding.column, finding.severity, finding.what)
}

/// Number of repetitions: all with `UNDERCROFT_SOAK=full`, otherwise one in twenty.
pub fn soak(full: usize) -> usize {
    if std::env::var("UNDERCROFT_SOAK").is_ok_and(|value| value == "full") { full } else { full.div_ceil(20) }
}
