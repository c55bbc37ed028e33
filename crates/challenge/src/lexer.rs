//! The words of a condition, each with the column it begins at.

use crate::condition::Misfit;

/// The signs, longer ones first.
const SIGNS: [&str; 14] = ["&&", "||", "<=", ">=", "==", "!=", "<", ">", "!", "+", "-", "*", "(", ")"];

/// The words that mean a sign: `!` means something else to many shells.
const SPELLED: [(&str, &str); 3] = [("and", "&&"), ("or", "||"), ("not", "!")];

/// What a word is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Number(i64),
    Name(String),
    Sign(&'static str),
    End,
}

/// A word and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) token: Token,
    /// Counted from 1.
    pub(crate) column: usize,
}

/// Takes a condition apart; the last word is always the end.
pub(crate) fn words(text: &str) -> Result<Vec<Word>, Misfit> {
    let letters: Vec<char> = text.chars().collect();
    let mut words = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let column = at + 1;
        let run = |from: usize, fits: fn(char) -> bool| -> String {
            letters[from..].iter().take_while(|&&letter| fits(letter)).collect()
        };
        let first = letters[at];
        let token = if first.is_whitespace() {
            at += 1;
            continue;
        } else if first.is_ascii_digit() {
            let digits = run(at, |letter| letter.is_ascii_alphanumeric() || letter == '.');
            at += digits.chars().count();
            Token::Number(
                digits.parse().map_err(|_| Misfit::at(column, format!("'{digits}' is no whole number")))?,
            )
        } else if first.is_alphabetic() || first == '_' {
            let name = run(at, |letter| letter.is_alphanumeric() || matches!(letter, '_' | '.'));
            at += name.chars().count();
            match SPELLED.iter().find(|(word, _)| name.eq_ignore_ascii_case(word)) {
                Some((_, sign)) => Token::Sign(sign),
                None => Token::Name(name),
            }
        } else {
            let rest: String = letters[at..].iter().take(2).collect();
            let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) else {
                return Err(stray(first, column));
            };
            at += sign.len();
            Token::Sign(sign)
        };
        words.push(Word { token, column });
    }
    words.push(Word { token: Token::End, column: letters.len() + 1 });
    Ok(words)
}

fn stray(letter: char, column: usize) -> Misfit {
    Misfit::at(
        column,
        match letter {
            '=' => "write == to compare".to_owned(),
            '&' => "write && for and".to_owned(),
            '|' => "write || for or".to_owned(),
            '/' | '%' => "there is no division; multiply the other side instead".to_owned(),
            other => format!("'{}' means nothing in a condition", other.escape_debug()),
        },
    )
}
