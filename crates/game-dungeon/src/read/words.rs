//! The language of the files: the elements, their contents, and their attributes.
//!
//! The reader, its hints and the test of the schema in `docs/` all use this table.

/// Elements that hold other elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Dungeon,
    Rooms,
    Passages,
    Room,
    Passage,
    Monster,
    Player,
    Sword,
    Armor,
    Scroll,
    CreatureAction,
    ItemAction,
}

/// Elements that hold a single value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    Visible,
    PosX,
    PosY,
    Width,
    Height,
    Type,
    Hp,
    MaxHit,
    HpMoves,
    ItemIntValue,
    ActionMessage,
    ActionIntValue,
    ActionCharValue,
}

/// An element of either kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Part(Part),
    Scalar(Scalar),
}

/// The names of all scalars, in the order of [`Scalar`].
pub(crate) const SCALARS: [(Scalar, &str); 13] = [
    (Scalar::Visible, "visible"),
    (Scalar::PosX, "posX"),
    (Scalar::PosY, "posY"),
    (Scalar::Width, "width"),
    (Scalar::Height, "height"),
    (Scalar::Type, "type"),
    (Scalar::Hp, "hp"),
    (Scalar::MaxHit, "maxhit"),
    (Scalar::HpMoves, "hpMoves"),
    (Scalar::ItemIntValue, "ItemIntValue"),
    (Scalar::ActionMessage, "actionMessage"),
    (Scalar::ActionIntValue, "actionIntValue"),
    (Scalar::ActionCharValue, "actionCharValue"),
];

/// One row of [`PARTS`].
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) attributes: &'static [&'static str],
    pub(crate) scalars: &'static [Scalar],
    pub(crate) parts: &'static [Part],
}

const THING: &[&str] = &["name", "room", "serial"];
const ACTION: &[&str] = &["name", "type"];
const PLACED: &[Scalar] = &[Scalar::Visible, Scalar::PosX, Scalar::PosY];
const VALUED: &[Scalar] = &[Scalar::Visible, Scalar::PosX, Scalar::PosY, Scalar::ItemIntValue];
const ALIVE: &[Scalar] =
    &[Scalar::Visible, Scalar::PosX, Scalar::PosY, Scalar::Type, Scalar::Hp, Scalar::MaxHit, Scalar::HpMoves];
const BOX: &[Scalar] = &[Scalar::Visible, Scalar::PosX, Scalar::PosY, Scalar::Width, Scalar::Height];
const WORDS: &[Scalar] = &[Scalar::ActionMessage, Scalar::ActionIntValue, Scalar::ActionCharValue];

const fn row(
    name: &'static str,
    attributes: &'static [&'static str],
    scalars: &'static [Scalar],
    parts: &'static [Part],
) -> Row {
    Row { name, attributes, scalars, parts }
}

/// What each part may contain, in the order of [`Part`].
pub(crate) const PARTS: [Row; 12] = [
    row(
        "Dungeon",
        &["name", "width", "topHeight", "gameHeight", "bottomHeight"],
        &[],
        &[Part::Rooms, Part::Passages],
    ),
    row("Rooms", &[], &[], &[Part::Room]),
    row("Passages", &[], &[], &[Part::Passage]),
    row("Room", &["room"], BOX, &[Part::Monster, Part::Player, Part::Sword, Part::Armor, Part::Scroll]),
    row("Passage", &["room1", "room2"], PLACED, &[]),
    row("Monster", THING, ALIVE, &[Part::CreatureAction]),
    row("Player", THING, ALIVE, &[Part::CreatureAction, Part::Sword, Part::Armor, Part::Scroll]),
    row("Sword", THING, VALUED, &[Part::ItemAction]),
    row("Armor", THING, VALUED, &[Part::ItemAction]),
    row("Scroll", THING, VALUED, &[Part::ItemAction]),
    row("CreatureAction", ACTION, WORDS, &[]),
    row("ItemAction", ACTION, WORDS, &[]),
];

const ALL_PARTS: [Part; 12] = [
    Part::Dungeon,
    Part::Rooms,
    Part::Passages,
    Part::Room,
    Part::Passage,
    Part::Monster,
    Part::Player,
    Part::Sword,
    Part::Armor,
    Part::Scroll,
    Part::CreatureAction,
    Part::ItemAction,
];

impl Part {
    /// Its row in [`PARTS`].
    pub(crate) const fn row(self) -> &'static Row {
        &PARTS[self as usize]
    }
}

impl Scalar {
    /// The name of the element.
    pub(crate) const fn name(self) -> &'static str {
        SCALARS[self as usize].1
    }
}

/// Looks up an element by name, ignoring case: the course's own files write `posy`, its text `maxHit`.
pub(crate) fn word(name: &str) -> Option<Word> {
    let scalar = SCALARS.iter().find(|(_, known)| known.eq_ignore_ascii_case(name));
    scalar.map(|(scalar, _)| Word::Scalar(*scalar)).or_else(|| {
        let part = ALL_PARTS.into_iter().find(|part| part.row().name.eq_ignore_ascii_case(name));
        part.map(Word::Part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_in_the_order_of_their_enums() {
        for (index, part) in ALL_PARTS.into_iter().enumerate() {
            assert_eq!(part as usize, index);
            assert_eq!(word(part.row().name), Some(Word::Part(part)));
        }
        for (index, (scalar, name)) in SCALARS.into_iter().enumerate() {
            assert_eq!(scalar as usize, index);
            assert_eq!(word(name), Some(Word::Scalar(scalar)));
        }
        assert_eq!(word("POSy"), Some(Word::Scalar(Scalar::PosY)));
        assert_eq!(word("pos"), None);
    }

    /// The schema in `docs/` is for editors; it must list every word the reader accepts.
    #[test]
    fn the_schema_lists_every_word() {
        let schema = include_str!("../../../../docs/dungeon.rnc");
        let holds = |what: &str| assert!(schema.contains(what), "docs/dungeon.rnc lacks {what}");
        for row in &PARTS {
            holds(&alloc::format!("element {} ", row.name));
            for attribute in row.attributes {
                holds(&alloc::format!("attribute {attribute} "));
            }
        }
        for (_, name) in SCALARS {
            holds(&alloc::format!("element {name} "));
        }
        for (name, _) in crate::content::CREATURE_ACTIONS {
            holds(&alloc::format!("\"{name}\""));
        }
        for (name, _) in crate::content::ITEM_ACTIONS {
            holds(&alloc::format!("\"{name}\""));
        }
        for trigger in ["\"hit\"", "\"death\"", "\"move\"", "\"item\""] {
            holds(trigger);
        }
    }
}
