//! The reader of XML dungeons: turns text into a checked plan and findings.
//!
//! `xml` rejects hostile text, `words` defines the language, `things` reads creatures and items, `board`
//! paints rooms and passages and checks positions, `notes` computes lines and columns.

mod board;
mod fields;
mod notes;
mod things;
mod words;
pub(crate) mod xml;

use crate::{
    content::{CELLS_MAX, COUNT_MAX, HEIGHT_MAX, PLACE_MAX, WIDTH_MAX},
    plan::{Creature, Facts, Item},
    setup::Lines as ThingLines,
};
use alloc::{
    collections::{BTreeMap, BTreeSet},
    format,
    vec::Vec,
};
use fields::Fields;
use kernel::{Finding, Pos};
pub(crate) use notes::Notes;
use notes::{Lines, Span};
use roxmltree::Node;
use words::{Part, Scalar};

/// The rows and columns of the display.
#[derive(Clone, Copy, Debug, Default)]
struct Sizes {
    cols: i64,
    top: i64,
    rows: i64,
    bottom: i64,
}

/// A room as the file describes it; it may extend beyond the game area.
#[derive(Clone, Copy, Debug)]
struct Room {
    number: Option<i64>,
    span: Span,
    x: i64,
    y: i64,
    cols: i64,
    rows: i64,
    visible: bool,
    /// False when its geometry could not be read; then the positions inside are not checked.
    sound: bool,
}

impl Room {
    const fn holds(&self, at: Pos) -> bool {
        let (x, y) = (at.x as i64, at.y as i64);
        x >= self.x && y >= self.y && x < self.x + self.cols && y < self.y + self.rows
    }
}

/// A passage as the file describes it.
#[derive(Clone, Debug)]
struct Passage {
    span: Span,
    points: Vec<(i64, i64)>,
    visible: bool,
}

/// Where a thing is described in the text, and in which room.
#[derive(Clone, Copy, Debug)]
struct Origin {
    span: Span,
    room: usize,
}

/// Reads one file.
#[derive(Default)]
struct Reader {
    notes: Notes,
    sizes: Option<Sizes>,
    rooms: Vec<Room>,
    passages: Vec<Passage>,
    hero: Option<(Creature, u32, Origin)>,
    foes: Vec<(Creature, Origin)>,
    items: Vec<(Item, Origin)>,
    /// The serial numbers in the current room, and where each was first used.
    serials: BTreeMap<i64, usize>,
}

/// Reads a dungeon. If any finding is an error, there is no dungeon.
pub(crate) fn read(text: &str) -> (Option<(Facts, ThingLines)>, Vec<Finding>) {
    let mut reader = Reader::default();
    let Some(document) = xml::parse(text, &mut reader.notes) else {
        return (None, reader.notes.findings(text));
    };
    let root = document.root_element();
    if words::word(root.tag_name().name()) != Some(words::Word::Part(Part::Dungeon)) {
        let name = xml::shown(root.tag_name().name());
        let hint = "A dungeon is one <Dungeon name=\"..\" width=\"..\" ...> with everything else inside.";
        reader.notes.error(Span::tag(root), format!("The file holds a <{name}>, not a <Dungeon>."), hint);
        return (None, reader.notes.findings(text));
    }
    let name = reader.dungeon(root);
    if reader.hero.is_none() {
        let hint = "Put one <Player name=\"Player\" ...> into a <Room>.";
        reader.notes.error(Span::tag(root), "There is no <Player> in any room.", hint);
    }
    let read = reader.finish(name, &Lines::of(text));
    (read, reader.notes.findings(text))
}

impl Reader {
    fn dungeon(&mut self, root: Node<'_, '_>) -> alloc::sync::Arc<str> {
        let fields = Fields::of(root, Part::Dungeon, &mut self.notes);
        let sizes = Sizes {
            cols: self.size(root, "width", 1, WIDTH_MAX),
            top: self.size(root, "topHeight", 0, HEIGHT_MAX),
            rows: self.size(root, "gameHeight", 1, HEIGHT_MAX),
            bottom: self.size(root, "bottomHeight", 0, HEIGHT_MAX),
        };
        let cells = sizes.cols * (sizes.top + sizes.rows + sizes.bottom);
        if cells > CELLS_MAX {
            let what = format!("The display has {cells} cells; the maximum is {CELLS_MAX}.");
            self.notes.error(Span::tag(root), what, "The usual display is 80 wide and 2 + 34 + 4 high.");
        }
        if !self.notes.has_errors() {
            self.sizes = Some(sizes);
        }
        for (part, node) in fields.parts {
            match part {
                Part::Room => self.room(node),
                Part::Passage => self.passage(node),
                group => {
                    for (part, node) in Fields::of(node, group, &mut self.notes).parts {
                        if part == Part::Room { self.room(node) } else { self.passage(node) }
                    }
                }
            }
        }
        self.check_references(root);
        fields::name(root, "Dungeon")
    }

    fn size(&mut self, root: Node<'_, '_>, name: &str, least: i64, most: i64) -> i64 {
        let Some(attribute) = fields::attribute(root, name) else {
            let hint =
                format!("Add {name}=\"..\" to the tag; the usual display is 80 wide and 2 + 34 + 4 high.");
            self.notes.error(Span::tag(root), format!("Dungeon has no {name}."), hint);
            return least;
        };
        let range = attribute.range_value();
        let span = Span { start: range.start, end: range.end };
        fields::whole(attribute.value(), name, span, (least, most), &mut self.notes).unwrap_or(least)
    }

    fn room(&mut self, node: Node<'_, '_>) {
        let mut fields = Fields::of(node, Part::Room, &mut self.notes);
        let number = fields::attribute(node, "room").and_then(|room| room.value().trim().parse().ok());
        let label = || match number {
            Some(number) => format!("Room {number}"),
            None => "Room".into(),
        };
        let place = (-PLACE_MAX, PLACE_MAX);
        let mut need = |scalar, bounds| fields.need(scalar, bounds, &label, &mut self.notes);
        let x = need(Scalar::PosX, place);
        let y = need(Scalar::PosY, place);
        let cols = need(Scalar::Width, (1, PLACE_MAX));
        let rows = need(Scalar::Height, (1, PLACE_MAX));
        let sound = x.is_some() && y.is_some() && cols.is_some() && rows.is_some();
        let room = Room {
            number,
            span: Span::tag(node),
            x: x.unwrap_or(0),
            y: y.unwrap_or(0),
            cols: cols.unwrap_or(1),
            rows: rows.unwrap_or(1),
            visible: fields.visible(&label, &mut self.notes),
            sound,
        };
        self.rooms.push(room);
        self.serials.clear();
        for (part, node) in core::mem::take(&mut fields.parts) {
            match part {
                Part::Monster => self.monster(node),
                Part::Player => self.player(node),
                _ => self.item(node, part, true),
            }
        }
    }

    fn passage(&mut self, node: Node<'_, '_>) {
        let ends = ["room1", "room2"].map(|end| {
            let value = fields::attribute(node, end).map_or("?", |end| end.value());
            xml::shown(value.trim())
        });
        let label = || format!("Passage from room {} to room {}", ends[0], ends[1]);
        let fields = Fields::of(node, Part::Passage, &mut self.notes);
        let visible = fields.visible(&label, &mut self.notes);
        let (mut xs, mut ys) = (Vec::new(), Vec::new());
        for child in node.children().filter(Node::is_element) {
            let Some(words::Word::Scalar(scalar)) = words::word(child.tag_name().name()) else { continue };
            let list = match scalar {
                Scalar::PosX => &mut xs,
                Scalar::PosY => &mut ys,
                _ => continue,
            };
            let Some(value) = fields::number(child, scalar, (-PLACE_MAX, PLACE_MAX), &mut self.notes) else {
                return;
            };
            list.push((value, Span::value(child)));
        }
        if xs.len() != ys.len() {
            let what = format!("{} has {} posX but {} posY.", label(), xs.len(), ys.len());
            self.notes.error(
                Span::tag(node),
                what,
                "Its corners are pairs: posX, posY, posX, posY and so on.",
            );
            return;
        }
        for (x, y) in xs.windows(2).zip(ys.windows(2)) {
            if x[0].0 != x[1].0 && y[0].0 != y[1].0 {
                let what = format!(
                    "{} runs diagonally from ({}, {}) to ({}, {}).",
                    label(),
                    x[0].0,
                    y[0].0,
                    x[1].0,
                    y[1].0
                );
                self.notes.error(
                    x[1].1,
                    what,
                    "Passages run along rows and columns; add a corner in between.",
                );
                return;
            }
        }
        if xs.len() < 2 {
            self.notes.warn(Span::tag(node), || {
                (format!("{} has {} corners.", label(), xs.len()), "A passage needs at least two.".into())
            });
        }
        let points = xs.iter().zip(&ys).map(|(x, y)| (x.0, y.0)).collect();
        self.passages.push(Passage { span: Span::tag(node), points, visible });
    }

    /// Reports room numbers used twice, and passages between rooms that do not exist.
    fn check_references(&mut self, root: Node<'_, '_>) {
        let mut numbers = BTreeSet::new();
        for room in &self.rooms {
            if let Some(number) = room.number
                && !numbers.insert(number)
            {
                self.notes.warn(room.span, || {
                    (
                        format!("There is another room with the number {number}."),
                        "Give each room its own number.".into(),
                    )
                });
            }
        }
        let is_passage = |node: &Node<'_, '_>| {
            words::word(node.tag_name().name()) == Some(words::Word::Part(Part::Passage))
        };
        let groups = root.children().filter(Node::is_element);
        for passage in groups.flat_map(|group| group.children()).filter(Node::is_element).filter(is_passage) {
            for end in ["room1", "room2"] {
                let Some(attribute) = fields::attribute(passage, end) else { continue };
                let number = attribute.value().trim().parse::<i64>().ok();
                if number.is_none_or(|number| !numbers.contains(&number)) {
                    let range = attribute.range_value();
                    self.notes.warn(Span { start: range.start, end: range.end }, || {
                        let hint =
                            "The corners decide where the passage runs; the room numbers are only labels.";
                        (format!("There is no room {}.", xml::shown(attribute.value())), hint.into())
                    });
                }
            }
        }
    }

    /// Paints the board and assembles the facts, unless there are errors.
    fn finish(&mut self, name: alloc::sync::Arc<str>, lines: &Lines) -> Option<(Facts, ThingLines)> {
        let sizes = self.sizes?;
        if self.notes.has_errors() {
            return None;
        }
        let ground = self.paint(sizes)?;
        self.check_places(sizes, &ground);
        let line = |origin: &Origin| lines.at(origin.span.start);
        let (hero, hp_moves, origin) = self.hero.take()?;
        let things = ThingLines {
            hero: line(&origin),
            foes: self.foes.iter().map(|(_, origin)| line(origin)).collect(),
            items: self.items.iter().map(|(_, origin)| line(origin)).collect(),
        };
        let facts = Facts {
            name,
            cols: sizes.cols as u16,
            top_rows: sizes.top as u16,
            rows: sizes.rows as u16,
            bottom_rows: sizes.bottom as u16,
            ground,
            hero,
            hp_moves,
            foes: core::mem::take(&mut self.foes).into_iter().map(|(foe, _)| foe).collect(),
            items: core::mem::take(&mut self.items).into_iter().map(|(item, _)| item).collect(),
        };
        Some((facts, things))
    }
}

/// The bounds of all counts.
const COUNT: (i64, i64) = (-COUNT_MAX, COUNT_MAX);
