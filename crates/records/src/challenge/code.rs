//! Seed codes: a few letters that name a game, its options and its seed. See docs/seeds.md.
//!
//! ```text
//! boo-0 1 5K2 QX7      shown in groups of four: boo-015K-2QX7
//!     │ │  │   └ three check letters over everything, the game included
//!     │ │  └ the seed in its shortest form: a number, syllables, or any text
//!     │ └ the version of the rules
//!     └ what follows: options, a level made from the seed, the form of the seed
//! ```

use super::letters::{CHECK, check, letter, mark, symbol};
use kernel::{Kind, OptionSpec, Options, of_digits, to_digits};
use session::{Brief, Entry, Header, MADE};

/// Bits of the first symbol; the two low ones are the form of the seed.
const HAS_MADE: u8 = 8;
const HAS_OPTIONS: u8 = 4;
const AS_NUMBER: u8 = 0;
const AS_SYLLABLES: u8 = 1;
const AS_TEXT: u8 = 2;

/// The letters of fresh seeds, alternating.
const SYLLABLES: [&str; 2] = ["bdfgklmnprstvz", "aeiou"];
/// Maximum number of syllables in a seed; longer ones are written as text.
const SYLLABLES_MAX: usize = 16;
/// Bits of a symbol.
const BITS: u32 = 5;
/// Symbols in a group.
const GROUP: usize = 4;
/// Maximum length of a code, in symbols.
const SYMBOLS_MAX: usize = 200_000;

/// The contents of a code.
#[derive(Clone, Debug)]
pub struct Code {
    /// The game.
    pub entry: &'static Entry,
    /// Its options.
    pub options: Options,
    /// Whether the level is made from the seed.
    pub made: bool,
    /// The seed.
    pub seed: String,
    /// Notes for the person, one sentence each.
    pub notes: Vec<String>,
}

impl Code {
    /// Makes a code. It never names a program: where the options do, a person plays that seat, and a note
    /// says so.
    #[must_use]
    pub fn new(entry: &'static Entry, options: Options, made: bool, seed: String) -> Self {
        let (options, notes) = entry.without_programs(options);
        Self { entry, options, made, seed, notes }
    }

    /// The code of a run's beginning.
    ///
    /// # Errors
    /// A sentence, when the run began with a level file: its text does not fit into a code.
    pub fn of_header(entry: &'static Entry, header: &Header) -> Result<Self, String> {
        let made = header.level.as_ref().is_some_and(|level| level.name == MADE);
        if let Some(level) = header.level.as_ref().filter(|_| !made || entry.contest.make.is_none()) {
            return Err(format!(
                "A code cannot hold the level file '{}'; share the run itself instead.",
                level.name.escape_debug()
            ));
        }
        let options = header.to_options(entry.options)?;
        Ok(Self::new(entry, options, made, header.seed.clone()))
    }

    /// The brief that starts a game of this code.
    ///
    /// # Errors
    /// A sentence, when no level can be made from the seed.
    pub fn to_brief(&self) -> Result<Brief, String> {
        let level = match self.entry.contest.make.filter(|_| self.made) {
            Some(make) => Some(make(&self.seed)?),
            None => None,
        };
        Ok(Brief { seed: self.seed.clone(), options: self.options.clone(), level, ..Brief::default() })
    }

    /// Parses a code. Case and grouping do not matter.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    pub fn read(games: &'static [Entry], text: &str) -> Result<Self, String> {
        let text = text.trim();
        let begins = |id: &str| text.get(..id.len()).is_some_and(|start| start.eq_ignore_ascii_case(id));
        let entry = games.iter().find(|entry| begins(entry.id)).ok_or_else(|| {
            let ids: Vec<&str> = games.iter().map(|entry| entry.id).collect();
            format!(
                "'{}' is not a code: a code begins with the name of its game ({}).",
                short(text),
                ids.join(", ")
            )
        })?;
        let mut symbols = Vec::new();
        for letter in text[entry.id.len()..].chars().filter(|c| !matches!(c, '-' | ' ' | '_')) {
            let Some(known) = symbol(letter).filter(|_| symbols.len() < SYMBOLS_MAX) else {
                return Err(format!(
                    "This code is mistyped: codes cannot contain '{}'.",
                    letter.escape_debug()
                ));
            };
            symbols.push(known);
        }
        let wrong = || "This code is mistyped: its check letters do not match.".to_owned();
        let split = symbols.len().checked_sub(CHECK).ok_or_else(wrong)?;
        if check(&symbols[..split], mark(entry.id)) != symbols[split..] {
            return Err(wrong());
        }
        let mut reader = Reader { symbols: &symbols[..split] };
        Self::parts(entry, &mut reader)?.ok_or_else(wrong)
    }

    /// Parses a code whose check letters match; `Ok(None)` if this program cannot have made it.
    fn parts(entry: &'static Entry, reader: &mut Reader<'_>) -> Result<Option<Self>, String> {
        let Some(flags) = reader.symbol() else { return Ok(None) };
        let Some(rules) = reader.number() else { return Ok(None) };
        if rules != i128::from(entry.rules) {
            return Err(format!(
                "This code needs version {rules} of the rules of {}; this program has version {}.",
                entry.id, entry.rules
            ));
        }
        let mut options = Options::default();
        if flags & HAS_OPTIONS != 0 {
            let Some(count) = reader.number() else { return Ok(None) };
            for _ in 0..count.min(64) {
                let Some((spec, value)) = reader.option(entry.options) else {
                    return Err(format!(
                        "This code sets an option that this version of {} does not have. A newer program may have it.",
                        entry.id
                    ));
                };
                options.set(entry.options, spec.name, &value)?;
            }
        }
        let made = flags & HAS_MADE != 0;
        if made && entry.contest.make.is_none() {
            return Ok(None);
        }
        let seed = match flags & 3 {
            AS_NUMBER => reader.seed_number(),
            AS_SYLLABLES => reader.seed_syllables(),
            AS_TEXT => reader.seed_text(),
            _ => None,
        };
        Ok(seed.map(|seed| Self::new(entry, options, made, seed)))
    }

    fn symbols(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        let (kind, seed) = seed_symbols(&self.seed);
        let table = self.entry.options;
        let set: Vec<(&str, &str)> = self.options.iter().collect();
        let options = if set.is_empty() { 0 } else { HAS_OPTIONS };
        writer.0.push(if self.made { HAS_MADE } else { 0 } | options | kind);
        writer.number(i128::from(self.entry.rules));
        if !set.is_empty() {
            writer.number(set.len() as i128);
            for (name, value) in set {
                if let Some(spec) = table.iter().find(|spec| spec.name == name) {
                    writer.option(spec, value, &self.options, table);
                }
            }
        }
        writer.0.extend(seed);
        let end = check(&writer.0, mark(self.entry.id));
        writer.0.extend(end);
        writer.0
    }
}

/// The code as shown, in groups of four.
impl std::fmt::Display for Code {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.entry.id)?;
        for (place, symbol) in self.symbols().into_iter().enumerate() {
            if place.is_multiple_of(GROUP) {
                out.write_str("-")?;
            }
            write!(out, "{}", letter(symbol))?;
        }
        Ok(())
    }
}

fn short(text: &str) -> String {
    let start: String = text.chars().take(40).collect();
    start.escape_debug().to_string()
}

/// The shortest form of a seed: its kind, and its symbols, which end the code.
fn seed_symbols(seed: &str) -> (u8, Vec<u8>) {
    if let Ok(number) = seed.parse::<u64>()
        && number.to_string() == seed
    {
        return (AS_NUMBER, base_32(u128::from(number)));
    }
    if let Some(number) = syllables(seed) {
        return (AS_SYLLABLES, base_32(number));
    }
    (AS_TEXT, to_digits(seed.as_bytes(), BITS))
}

/// Digits in base 32, most significant first; empty for 0.
fn base_32(mut number: u128) -> Vec<u8> {
    let mut symbols = Vec::new();
    while number > 0 {
        symbols.push((number & 31) as u8);
        number >>= 5;
    }
    symbols.reverse();
    symbols
}

/// Syllables as one number (bijective numeration: digits start at 1, so that length matters).
fn syllables(seed: &str) -> Option<u128> {
    let letters = seed.as_bytes();
    if letters.is_empty() || !letters.len().is_multiple_of(2) || letters.len() > 2 * SYLLABLES_MAX {
        return None;
    }
    letters.chunks_exact(2).try_fold(0u128, |number, pair| {
        let first = SYLLABLES[0].bytes().position(|letter| letter == pair[0])?;
        let second = SYLLABLES[1].bytes().position(|letter| letter == pair[1])?;
        number.checked_mul(pairs())?.checked_add((first * SYLLABLES[1].len() + second + 1) as u128)
    })
}

const fn pairs() -> u128 {
    (SYLLABLES[0].len() * SYLLABLES[1].len()) as u128
}

/// Writes symbols.
#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    /// An integer in groups of four bits, lowest first; the fifth bit says that more follow. The sign is
    /// folded in (zigzag).
    fn number(&mut self, number: i128) {
        let mut rest = (number << 1 ^ number >> 127).cast_unsigned();
        loop {
            let more = if rest > 15 { 16 } else { 0 };
            self.0.push((rest & 15) as u8 | more);
            rest >>= 4;
            if rest == 0 {
                return;
            }
        }
    }

    /// Ten bits of a name's hash, so that tables can grow without changing codes.
    fn name(&mut self, name: &str) {
        let mark = mark(name);
        self.0.extend([(mark & 31) as u8, (mark >> 5 & 31) as u8]);
    }

    fn option(&mut self, spec: &OptionSpec, value: &str, options: &Options, table: &[OptionSpec]) {
        self.name(spec.name);
        match spec.kind {
            // Only options that differ from their default are written, so a switch needs no value.
            Kind::Switch => {}
            Kind::Choice(_) | Kind::Preset { .. } => self.name(value),
            Kind::Whole(..) => self.number(i128::from(options.whole(table, spec.name))),
            Kind::Decimal(..) => self.number(i128::from(options.millionths(table, spec.name))),
            Kind::Text | Kind::Named(_) => {
                self.number(value.len() as i128);
                self.0.extend(to_digits(value.as_bytes(), BITS));
            }
        }
    }
}

/// Reads symbols.
struct Reader<'a> {
    symbols: &'a [u8],
}

impl Reader<'_> {
    fn symbol(&mut self) -> Option<u8> {
        let (first, rest) = self.symbols.split_first()?;
        self.symbols = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<i128> {
        let mut number = 0u128;
        for place in 0..20 {
            let symbol = self.symbol()?;
            number |= u128::from(symbol & 15) << (4 * place);
            if symbol & 16 == 0 {
                return Some((number >> 1).cast_signed() ^ -((number & 1).cast_signed()));
            }
        }
        None
    }

    fn name(&mut self) -> Option<u32> {
        Some(u32::from(self.symbol()?) | u32::from(self.symbol()?) << 5)
    }

    fn option<'t>(&mut self, table: &'t [OptionSpec]) -> Option<(&'t OptionSpec, String)> {
        let name = self.name()?;
        let spec = table.iter().find(|spec| mark(spec.name) & 1023 == name)?;
        let value = match spec.kind {
            Kind::Switch => {
                let usual = spec.canonical(spec.default).ok()?;
                (if usual == "on" { "off" } else { "on" }).to_owned()
            }
            Kind::Choice(words) | Kind::Preset { words, .. } => {
                let chosen = self.name()?;
                (*words.iter().find(|word| mark(word) & 1023 == chosen)?).to_owned()
            }
            Kind::Whole(..) => self.number()?.to_string(),
            Kind::Decimal(..) => {
                let millionths = self.number()?;
                let sign = if millionths < 0 { "-" } else { "" };
                let size = millionths.unsigned_abs();
                format!("{sign}{}.{:06}", size / 1_000_000, size % 1_000_000)
            }
            Kind::Text | Kind::Named(_) => {
                let bytes = usize::try_from(self.number()?).ok().filter(|&n| n <= SYMBOLS_MAX)?;
                let (text, rest) = self.symbols.split_at_checked((bytes * 8).div_ceil(5))?;
                self.symbols = rest;
                String::from_utf8(of_digits(text, BITS)?).ok()?
            }
        };
        Some((spec, value))
    }

    /// The remaining symbols as one number without leading zeros.
    fn rest(&mut self) -> Option<u128> {
        let number = self.symbols.iter().try_fold(0u128, |number, &symbol| {
            (number < 1 << 120).then_some(number << 5 | u128::from(symbol))
        })?;
        (self.symbols.first() != Some(&0)).then_some(number)
    }

    fn seed_number(&mut self) -> Option<String> {
        u64::try_from(self.rest()?).ok().map(|number| number.to_string())
    }

    fn seed_syllables(&mut self) -> Option<String> {
        let mut number = self.rest()?;
        let mut pairs_back = Vec::new();
        while number > 0 {
            let digit = ((number - 1) % pairs()) as usize;
            number = (number - 1) / pairs();
            let (first, second) = (digit / SYLLABLES[1].len(), digit % SYLLABLES[1].len());
            pairs_back.push([SYLLABLES[0].as_bytes()[first], SYLLABLES[1].as_bytes()[second]]);
        }
        pairs_back.reverse();
        String::from_utf8(pairs_back.concat()).ok().filter(|seed| !seed.is_empty())
    }

    fn seed_text(&mut self) -> Option<String> {
        String::from_utf8(of_digits(self.symbols, BITS)?).ok()
    }
}
