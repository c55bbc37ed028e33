//! The template of every page, and the only way to insert text: sanitized and escaped.

use axum::http::StatusCode;
use axum::response::{Html, IntoResponse as _, Response};
use std::fmt::{self, Display, Write as _};

/// Text that is safe in a page, between tags and in quoted attributes.
pub(crate) struct Text<'a>(pub(crate) &'a str);

impl Display for Text<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in kernel::printable_lines(self.0).chars() {
            match letter {
                '&' => out.write_str("&amp;")?,
                '<' => out.write_str("&lt;")?,
                '>' => out.write_str("&gt;")?,
                '"' => out.write_str("&quot;")?,
                '\'' => out.write_str("&#39;")?,
                _ => out.write_char(letter)?,
            }
        }
        Ok(())
    }
}

/// The name of the site.
pub(crate) const SITE: &str = "Undercroft";

/// The rows of a board, in the colours of their inks.
pub(crate) struct Board<'a> {
    pub(crate) rows: &'a [String],
    /// The ink of each character as a letter, as the hall sends them.
    pub(crate) inks: &'a [String],
}

impl Display for Board<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (y, row) in self.rows.iter().enumerate() {
            let mut inks = self.inks.get(y).map_or("", String::as_str).chars();
            let letters: Vec<(char, char)> =
                row.chars().map(|letter| (letter, inks.next().unwrap_or('a'))).collect();
            for same in letters.chunk_by(|one, next| one.1 == next.1) {
                let text: String = same.iter().map(|(letter, _)| letter).collect();
                write!(out, "<span class=\"{}\">{}</span>", same[0].1, Text(&text))?;
            }
            out.write_char('\n')?;
        }
        Ok(())
    }
}

/// A page being built.
pub(crate) struct Page {
    title: String,
    body: String,
    scripts: Vec<&'static str>,
    status: StatusCode,
}

impl Page {
    /// Creates an empty page. The title is plain text.
    pub(crate) fn new(title: &str) -> Self {
        Self {
            title: Text(title).to_string(),
            body: String::new(),
            scripts: Vec::new(),
            status: StatusCode::OK,
        }
    }

    /// An error page.
    pub(crate) fn failure(status: StatusCode, why: &str) -> Response {
        let mut page = Self::new(status.canonical_reason().unwrap_or("Error"));
        page.status = status;
        page.text("p", why);
        page.into_response()
    }

    /// Adds one of this host's scripts.
    pub(crate) fn script(&mut self, name: &'static str) {
        self.scripts.push(name);
    }

    /// Adds an element with plain text.
    pub(crate) fn text(&mut self, tag: &str, text: &str) {
        let _ = writeln!(self.body, "<{tag}>{}</{tag}>", Text(text));
    }

    /// Adds markup. Anything from outside must be inserted as [`Text`].
    pub(crate) fn markup(&mut self, markup: fmt::Arguments<'_>) {
        let _ = self.body.write_fmt(markup);
        self.body.push('\n');
    }

    /// The complete page.
    pub(crate) fn into_response(self) -> Response {
        let Self { title, body, scripts, status } = self;
        let scripts: String =
            scripts.iter().map(|name| format!("<script src=\"/assets/{name}\" defer></script>\n")).collect();
        let site = if title == SITE { "" } else { " - Undercroft" };
        let html = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}{site}</title>\n<link rel=\"icon\" href=\"/assets/icon.svg\" type=\"image/svg+xml\">\n\
             <link rel=\"stylesheet\" href=\"/assets/host.css\">\n{scripts}</head>\n\
             <body>\n<header><a class=\"brand\" href=\"/\"><img src=\"/assets/icon.svg\" alt=\"\">Undercroft</a>\n\
             <nav aria-label=\"Main\"><a href=\"/\">Lobby</a> <a href=\"/board\">Boards</a> <a href=\"/signin\">Sign in</a></nav></header>\n\
             <main>\n<h1>{title}</h1>\n{body}</main>\n</body>\n</html>\n"
        );
        (status, Html(html)).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_its_text_in_colours() {
        let (rows, inks) = (["#<@ x".to_owned(), String::new()], ["ggl".to_owned()]);
        let board = Board { rows: &rows, inks: &inks }.to_string();
        let spans = "<span class=\"g\">#&lt;</span><span class=\"l\">@</span><span class=\"a\"> x</span>\n\n";
        assert_eq!(board, spans);
    }

    #[test]
    fn nothing_gets_out_of_its_text() {
        let text = Text("<script>alert(\"x\" & 'y')</script>\u{1b}[2J\u{202e}").to_string();
        assert_eq!(text, "&lt;script&gt;alert(&quot;x&quot; &amp; &#39;y&#39;)&lt;/script&gt;?[2J?");
    }
}
