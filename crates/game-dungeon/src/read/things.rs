//! Reads creatures, items and their actions.

use super::{
    COUNT, Origin, Reader,
    fields::{self, Fields},
    notes::Span,
    words::{Part, Scalar},
    xml::shown,
};
use crate::{
    content::{
        COUNT_MAX, CREATURE_ACTIONS, DeedName, FOE_LETTERS, HERO_GLYPH, ITEM_ACTIONS, PLACE_MAX, SpellName,
    },
    plan::{Act, Aim, Creature, Deed, Item, Kind, Script, Spell, Trigger},
};
use alloc::{format, string::String, sync::Arc, vec::Vec};
use kernel::Pos;
use roxmltree::Node;

impl Reader {
    pub(super) fn monster(&mut self, node: Node<'_, '_>) {
        let name = fields::name(node, "Monster");
        let label = || format!("Monster {}", shown(&name));
        let fields = Fields::of(node, Part::Monster, &mut self.notes);
        if let Some(hp_moves) = fields.node(Scalar::HpMoves) {
            self.notes.warn(Span::tag(hp_moves), || {
                (
                    "<hpMoves> is not allowed in Monster: it is ignored.".into(),
                    "Only the player regains hit points.".into(),
                )
            });
        }
        let initial = name.chars().next().unwrap_or('M').to_ascii_uppercase();
        let glyph = fields.character(Scalar::Type, &mut self.notes);
        match glyph {
            None => self.notes.warn(Span::tag(node), || {
                (format!("{} has no <type>: drawn as {initial}.", label()), "Add <type>T</type>.".into())
            }),
            Some(letter) if !FOE_LETTERS.contains(&letter) => {
                let span = fields.node(Scalar::Type).map_or(Span::tag(node), Span::value);
                self.notes.warn(span, || {
                    (
                        format!("{letter} is not the letter of a known monster."),
                        "T is a Troll, S a Snake, H a Hobgoblin.".into(),
                    )
                });
            }
            Some(_) => {}
        }
        let mut foe = self.creature(node, &fields, Arc::clone(&name), glyph.unwrap_or(initial), &label);
        for (_, action) in fields.parts {
            foe.acts.extend(self.creature_action(action, false));
        }
        let origin = self.origin(node, &label);
        self.foes.push((foe, origin));
    }

    pub(super) fn player(&mut self, node: Node<'_, '_>) {
        let name = fields::name(node, "Player");
        let label = || String::from("Player");
        let fields = Fields::of(node, Part::Player, &mut self.notes);
        let glyph = fields.character(Scalar::Type, &mut self.notes).unwrap_or(HERO_GLYPH);
        let mut hero = self.creature(node, &fields, name, glyph, &label);
        let hp_moves = fields.maybe(Scalar::HpMoves, (0, COUNT_MAX), &mut self.notes).unwrap_or(0) as u32;
        for (part, inner) in fields.parts {
            match part {
                Part::CreatureAction => hero.acts.extend(self.creature_action(inner, true)),
                _ => self.item(inner, part, false),
            }
        }
        let origin = self.origin(node, &label);
        if self.hero.is_some() {
            self.notes.error(Span::tag(node), "There is a second <Player>.", "A dungeon has exactly one.");
            return;
        }
        let room = &self.rooms[origin.room];
        let inside = |rows: i64, cols: i64| {
            (0..cols).contains(&i64::from(hero.at.x)) && (0..rows).contains(&i64::from(hero.at.y))
        };
        if room.sound && !room.holds(hero.at) {
            let (x, y) = (i64::from(hero.at.x) - room.x, i64::from(hero.at.y) - room.y);
            let what =
                format!("Player is at ({x}, {y}), outside of its room of {} by {}.", room.cols, room.rows);
            let hint = "Positions count from the room's upper left corner, its wall included: (1, 1) is the first floor cell.";
            self.notes.error(Span::tag(node), what, hint);
        } else if room.sound && self.sizes.is_some_and(|sizes| !inside(sizes.rows, sizes.cols)) {
            self.notes.error(
                Span::tag(node),
                "Player is outside of the game area.",
                "Move the room, or make the area larger.",
            );
        }
        self.hero = Some((hero, hp_moves, origin));
    }

    fn creature(
        &mut self,
        node: Node<'_, '_>,
        fields: &Fields<'_, '_>,
        name: Arc<str>,
        glyph: char,
        label: &dyn Fn() -> String,
    ) -> Creature {
        let hp = fields.need(Scalar::Hp, COUNT, label, &mut self.notes).unwrap_or(0);
        let hit_max = fields.need(Scalar::MaxHit, (0, COUNT_MAX), label, &mut self.notes).unwrap_or(0);
        let at = self.place(fields, label);
        let visible = fields.visible(label, &mut self.notes);
        if hp < 0 {
            self.notes.warn(Span::tag(node), || {
                (format!("{} starts with {hp} hit points.", label()), String::new())
            });
        }
        Creature { name, at, glyph, hp: hp as i32, hit_max: hit_max as u32, visible, acts: Vec::new() }
    }

    /// The position of a thing on the board: its own position plus that of its room.
    fn place(&mut self, fields: &Fields<'_, '_>, label: &dyn Fn() -> String) -> Pos {
        let bounds = (-PLACE_MAX, PLACE_MAX);
        let x = fields.need(Scalar::PosX, bounds, label, &mut self.notes).unwrap_or(1);
        let y = fields.need(Scalar::PosY, bounds, label, &mut self.notes).unwrap_or(1);
        let (left, top) = self.rooms.last().map_or((0, 0), |room| (room.x, room.y));
        Pos::new((x + left) as i32, (y + top) as i32)
    }

    /// Reads an item; only an item on the floor needs a position.
    pub(super) fn item(&mut self, node: Node<'_, '_>, part: Part, on_floor: bool) {
        let kind = match part {
            Part::Sword => Kind::Sword,
            Part::Armor => Kind::Armor,
            _ => Kind::Scroll,
        };
        let name = fields::name(node, kind.word());
        let label = || format!("{} {}", kind.word(), shown(&name));
        let fields = Fields::of(node, part, &mut self.notes);
        let at = on_floor.then(|| self.place(&fields, &label));
        let value = fields.maybe(Scalar::ItemIntValue, COUNT, &mut self.notes);
        if value.is_none() && kind != Kind::Scroll {
            self.notes.warn(Span::tag(node), || {
                let hint = "Add <ItemIntValue>..</ItemIntValue>.";
                (format!("{} has no <ItemIntValue>: its strength is 0.", label()), hint.into())
            });
        }
        let visible = fields.visible(&label, &mut self.notes);
        let mut scripts = Vec::new();
        for (_, action) in &fields.parts {
            if kind == Kind::Scroll {
                scripts.extend(self.item_action(*action));
            } else {
                self.notes.warn(Span::tag(*action), || {
                    let what = format!("{} cannot be read: its action is ignored.", label());
                    (what, "Only scrolls have actions.".into())
                });
            }
        }
        let origin = self.origin(node, &label);
        let value = value.unwrap_or(0) as i32;
        self.items.push((Item { kind, name: Arc::clone(&name), value, visible, scripts, at }, origin));
    }

    /// Records where a thing is described, and reports a serial number used twice in this room.
    fn origin(&mut self, node: Node<'_, '_>, label: &dyn Fn() -> String) -> Origin {
        let span = Span::tag(node);
        if let Some(serial) = fields::attribute(node, "serial") {
            let range = serial.range_value();
            let value = Span { start: range.start, end: range.end };
            match serial.value().trim().parse::<i64>() {
                Ok(number) => {
                    if self.serials.insert(number, span.start).is_some() {
                        self.notes.warn(value, || {
                            (
                                format!(
                                    "{} has the serial {number}, as does another thing in its room.",
                                    label()
                                ),
                                String::new(),
                            )
                        });
                    }
                }
                Err(_) => self.notes.warn(value, || {
                    (format!("The serial of {} is not a whole number.", label()), String::new())
                }),
            }
        }
        Origin { span, room: self.rooms.len().saturating_sub(1) }
    }

    /// Reads an action of a creature; `None` if it is unknown or makes no sense for that creature.
    fn creature_action(&mut self, node: Node<'_, '_>, of_player: bool) -> Option<Act> {
        let fields = Fields::of(node, Part::CreatureAction, &mut self.notes);
        let given = fields::attribute(node, "name").map_or("", |name| name.value().trim());
        let Some((_, deed)) = CREATURE_ACTIONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(given))
        else {
            self.unknown_action(node, given, CREATURE_ACTIONS.iter().map(|(known, _)| *known));
            return None;
        };
        let on = self.trigger(node)?;
        let senseless = match (deed, of_player, on) {
            (DeedName::DropPack | DeedName::EmptyPack, false, _) => "A monster has no pack",
            (DeedName::EndGame, false, Trigger::Hit | Trigger::Move) => {
                "Only the death of a monster can end the game"
            }
            (_, false, Trigger::Move) => "A monster never moves",
            (DeedName::Remove, true, Trigger::Hit | Trigger::Move) => "A living player stays on the board",
            _ => "",
        };
        if !senseless.is_empty() {
            self.notes
                .warn(Span::tag(node), || (format!("{senseless}: the action is ignored."), String::new()));
            return None;
        }
        let points = fields.maybe(Scalar::ActionIntValue, COUNT, &mut self.notes);
        let message = fields.text(Scalar::ActionMessage);
        let deed = match deed {
            DeedName::Remove => Deed::Remove,
            DeedName::YouWin => Deed::YouWin { points: points.unwrap_or(0) as i32 },
            DeedName::ChangeDisplayedType => {
                let Some(glyph) = fields.character(Scalar::ActionCharValue, &mut self.notes) else {
                    self.notes.warn(Span::tag(node), || {
                        let hint = "Add <actionCharValue>+</actionCharValue>.";
                        ("The action has no <actionCharValue>: it is ignored.".into(), hint.into())
                    });
                    return None;
                };
                Deed::ChangeDisplayedType { glyph }
            }
            DeedName::UpdateDisplay => Deed::UpdateDisplay,
            DeedName::Teleport => Deed::Teleport,
            DeedName::Print => Deed::Print,
            DeedName::DropPack => Deed::DropPack,
            DeedName::EmptyPack => Deed::EmptyPack,
            DeedName::EndGame => Deed::EndGame,
        };
        Some(Act { on, deed, message })
    }

    fn trigger(&mut self, node: Node<'_, '_>) -> Option<Trigger> {
        let attribute = fields::attribute(node, "type");
        let given = attribute.map_or("", |kind| kind.value().trim());
        let known = [("hit", Trigger::Hit), ("death", Trigger::Death), ("move", Trigger::Move)];
        let found = known.iter().find(|(name, _)| name.eq_ignore_ascii_case(given));
        if found.is_none() {
            let span = attribute.map_or(Span::tag(node), |kind| {
                let range = kind.range_value();
                Span { start: range.start, end: range.end }
            });
            self.notes.warn(span, || {
                let what = format!("An action of type '{}' never happens: it is ignored.", shown(given));
                (what, "The types are hit, death and move.".into())
            });
        }
        found.map(|(_, trigger)| *trigger)
    }

    fn item_action(&mut self, node: Node<'_, '_>) -> Option<Script> {
        let fields = Fields::of(node, Part::ItemAction, &mut self.notes);
        let given = fields::attribute(node, "name").map_or("", |name| name.value().trim());
        let Some((_, spell)) = ITEM_ACTIONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(given))
        else {
            self.unknown_action(node, given, ITEM_ACTIONS.iter().map(|(known, _)| *known));
            return None;
        };
        let by = fields.maybe(Scalar::ActionIntValue, COUNT, &mut self.notes).unwrap_or(0);
        let message = fields.text(Scalar::ActionMessage);
        let spell = match spell {
            SpellName::Bless(by_name) => {
                let aim = match fields.character(Scalar::ActionCharValue, &mut self.notes) {
                    Some('a' | 'A') => Aim::Armor,
                    Some('w' | 'W') => Aim::Sword,
                    None => *by_name,
                    Some(_) => {
                        let span = fields.node(Scalar::ActionCharValue).map_or(Span::tag(node), Span::value);
                        self.notes.warn(span, || {
                            (
                                "<actionCharValue> is neither a nor w: the action's name decides.".into(),
                                "a is the armor worn, w the sword wielded.".into(),
                            )
                        });
                        *by_name
                    }
                };
                Spell::Bless { aim, by: by as i32 }
            }
            SpellName::Hallucinate if by <= 0 => {
                self.notes.warn(Span::tag(node), || {
                    (
                        "Hallucinations need at least 1 move: the action is ignored.".into(),
                        "Add <actionIntValue>5</actionIntValue>.".into(),
                    )
                });
                return None;
            }
            SpellName::Hallucinate => Spell::Hallucinate { moves: by as u32 },
        };
        Some(Script { spell, message })
    }

    fn unknown_action<'c>(&mut self, node: Node<'_, '_>, given: &str, known: impl Iterator<Item = &'c str>) {
        self.notes.warn(Span::tag(node), || {
            let hint = kernel::grid::nearest(given, known)
                .map_or_else(String::new, |near| format!("Did you mean {near}?"));
            (format!("There is no action '{}': it is ignored.", shown(given)), hint)
        });
    }
}
