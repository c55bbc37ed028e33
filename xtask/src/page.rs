//! Prepares the text files of the page: removes comments, joins the modules, and optionally puts everything
//! into one file that works from a disk.

use data_encoding::BASE64;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The module that imports the others.
const MAIN: &str = "main";
/// The content security policy of the single file: its own scripts, no requests.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; \
                      font-src data:; img-src data:";

/// A text without indentation and comment lines.
pub(crate) fn lean(text: &str) -> String {
    let is_comment = |line: &&str| {
        line.starts_with("// ") || (line.starts_with("/* ") && line.ends_with("*/")) || line.is_empty()
    };
    text.lines()
        .map(str::trim_start)
        .filter(|line| !is_comment(line))
        .map(|line| format!("{line}\n"))
        .collect()
}

/// A style sheet without unneeded blanks.
pub(crate) fn tight(style: &str) -> String {
    ["{", "}", ";", ":", ","].iter().fold(style.to_owned(), |text, sign| {
        let before = if *sign == ":" { text } else { text.replace(&format!(" {sign}"), sign) };
        before.replace(&format!("{sign} "), sign)
    })
}

/// All modules of a folder joined, without comments.
pub(crate) fn bundled(folder: &Path) -> Result<String, String> {
    let text = |name: &str| {
        let path = folder.join(name);
        fs::read_to_string(&path)
            .map(|text| lean(&text))
            .map_err(|error| format!("{}: {error}", path.display()))
    };
    let mut modules = Vec::new();
    bundle(MAIN, &text, &mut modules)?;
    Ok(modules.into_iter().map(|(_, text)| tight_script(&joined(&text))).collect())
}

/// A script with lines joined where a line cannot be a statement's end. A line cannot be continued after a
/// comment.
pub(crate) fn joined(script: &str) -> String {
    let goes_on = |line: &str| line.ends_with([';', '{', ',']) && !line.contains("//");
    script.lines().map(|line| format!("{line}{}", if goes_on(line) { "" } else { "\n" })).collect()
}

/// A script without unneeded blanks. Texts, templates and regular expressions stay as they are.
pub(crate) fn tight_script(script: &str) -> String {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..);
    let bytes = script.as_bytes();
    let mut out: Vec<u8> = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let (last, next) =
            (out.last().copied().unwrap_or(b'\n'), bytes.get(at + 1).copied().unwrap_or(b'\n'));
        // After a value a slash divides; otherwise it begins a regular expression.
        let end = match bytes[at] {
            b'"' | b'\'' | b'`' => literal_end(bytes, at),
            b'/' if b"(,=:[!&|?{};\n".contains(&last) => literal_end(bytes, at),
            b' ' if (is_word(last) && is_word(next)) || (b"+-".contains(&last) && last == next) => at + 1,
            b' ' => {
                at += 1;
                continue;
            }
            _ => at + 1,
        };
        out.extend_from_slice(&bytes[at..end]);
        at = end;
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// The end of a text, template or regular expression that begins at a place.
fn literal_end(bytes: &[u8], start: usize) -> usize {
    let (mut at, mut depth) = (start + 1, 0_usize);
    while at < bytes.len() && (bytes[at] != bytes[start] || depth > 0) {
        match (bytes[start], bytes[at]) {
            (_, b'\\') => at += 1,
            // What stands in brackets, within a template or a set of letters, belongs to it.
            (b'`', b'{') if bytes[at - 1] == b'$' || depth > 0 => depth += 1,
            (b'`', b'}') | (b'/', b']') => depth = depth.saturating_sub(1),
            (b'/', b'[') => depth = 1,
            _ => {}
        }
        at += 1;
    }
    (at + 1).min(bytes.len())
}

/// Writes the page of a folder as one file beside it.
pub(crate) fn single(folder: &Path, program: &str) -> Result<PathBuf, String> {
    let bytes = |name: &str| {
        let path = folder.join(name);
        fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    let text = |name: &str| String::from_utf8(bytes(name)?).map_err(|_| format!("{name} is not UTF-8"));
    let inside = |kind: &str, name: &str| {
        bytes(name).map(|bytes| format!("data:{kind};base64,{}", BASE64.encode(&bytes)))
    };
    let (tiles, icon) = (inside("image/svg+xml", "tiles.svg")?, inside("image/svg+xml", "icon.svg")?);
    let style = text("style.css")?.replace("mono.woff2", &inside("font/woff2", "mono.woff2")?);
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    let packed = packer.write_all(&bytes(program)?).and_then(|()| packer.finish());
    let packed = BASE64.encode(&packed.map_err(|error| error.to_string())?);
    let scripts = text("main.js")?;
    if scripts.contains("</script") {
        return Err("a module names the end of a script".to_owned());
    }
    let mut page = text("index.html")?;
    let policy = between(&page, "Content-Security-Policy\" content=\"", "\"")?.to_owned();
    let changes = [
        (policy.as_str(), POLICY.to_owned()),
        ("<link rel=\"manifest\" href=\"manifest.webmanifest\">\n", String::new()),
        ("href=\"icon.svg\"", format!("href=\"{icon}\"")),
        ("<link rel=\"stylesheet\" href=\"style.css\">", format!("<style>\n{style}</style>")),
        (
            "<script type=\"module\" src=\"main.js\"></script>",
            format!(
                "<script type=\"text/plain\" id=\"program\">{packed}</script>\n\
                 <script type=\"text/plain\" id=\"tiles\" data-src=\"{tiles}\"></script>\n\
                 <script type=\"module\">\n{scripts}</script>"
            ),
        ),
    ];
    for (old, new) in changes {
        if page.matches(old).count() != 1 {
            return Err(format!("index.html does not have {old} once"));
        }
        page = page.replacen(old, &new, 1);
    }
    let path = folder.with_file_name("undercroft.html");
    fs::write(&path, page).map_err(|error| format!("{}: {error}", path.display()))?;
    println!("{}", path.display());
    Ok(path)
}

/// Appends a module after those that it imports.
fn bundle(
    name: &str,
    text: &impl Fn(&str) -> Result<String, String>,
    done: &mut Vec<(String, String)>,
) -> Result<(), String> {
    if done.iter().any(|(other, _)| other == name) {
        return Ok(());
    }
    let (mut body, mut exports) = (String::new(), Vec::new());
    for line in text(&format!("{name}.js"))?.lines() {
        if let Some(rest) = line.strip_prefix("import ") {
            let (names, from) = rest.split_once(" from ").ok_or(format!("{name}.js: {line}"))?;
            let from = between(from, "\"./", ".js\"")?;
            bundle(from, text, done)?;
            body.push_str(&format!("const {names} = ${from};\n"));
        } else if let Some(rest) = line.strip_prefix("export ") {
            let words = ["async", "function", "class", "const"];
            let word = rest.split([' ', '(', '=']).find(|word| !words.contains(word));
            exports.push(word.unwrap_or_default().to_owned());
            body.push_str(&format!("{rest}\n"));
        } else {
            body.push_str(&format!("{line}\n"));
        }
    }
    let whole = format!("const ${name} = (() => {{\n{body}return {{ {} }};\n}})();\n", exports.join(", "));
    done.push((name.to_owned(), whole));
    Ok(())
}

fn between<'t>(text: &'t str, start: &str, end: &str) -> Result<&'t str, String> {
    let found = text.split_once(start).and_then(|(_, rest)| rest.split_once(end));
    found
        .map(|(inside, _)| inside)
        .ok_or_else(|| format!("{start} is not in {}", text.lines().next().unwrap_or("")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_indentation_go_and_nothing_else() {
        let source = "// About.\n\nconst a = 1; // Stays.\n  if (a) {\n    // Why.\n    b(\"http://x\");\n  }\n/* c */\n";
        assert_eq!(lean(source), "const a = 1; // Stays.\nif (a) {\nb(\"http://x\");\n}\n");
        assert_eq!(
            joined("a = [1,\n2]; // Stays;\nif (a) {\nb();\n}\n"),
            "a = [1,2]; // Stays;\nif (a) {b();}\n"
        );
        assert_eq!(tight("a { b: c, d; }\n"), "a{b:c,d;}\n");
    }

    #[test]
    fn blanks_of_scripts_go_where_they_mean_nothing() {
        for (source, tight) in [
            ("const a = b + 1, c = [...d];", "const a=b+1,c=[...d];"),
            ("return a - -b + +c - d;", "return a- -b+ +c-d;"),
            (
                "say(\"a , b\", 'it\\'s', `a ${ { b: 1 }.b } c`);",
                "say(\"a , b\",'it\\'s',`a ${ { b: 1 }.b } c`);",
            ),
            ("if (/^[ /] \\/ a/.test(b) && c / d / e) f();", "if(/^[ /] \\/ a/.test(b)&&c/d/e)f();"),
            ("async (a) => ({ b } in c)", "async(a)=>({b}in c)"),
        ] {
            assert_eq!(tight_script(source), tight);
        }
    }

    #[test]
    fn modules_become_values_after_those_they_need() {
        let text = |name: &str| match name {
            "main.js" => Ok("import { A, b } from \"./part.js\";\nb(new A());\n".to_owned()),
            "part.js" => {
                Ok("export class A {}\nexport async function b(a) {}\nexport const c = 1;\n".to_owned())
            }
            other => Err(format!("there is no {other}")),
        };
        let mut modules = Vec::new();
        bundle(MAIN, &text, &mut modules).unwrap();
        let names: Vec<&str> = modules.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["part", "main"]);
        assert!(modules[0].1.ends_with("return { A, b, c };\n})();\n"), "{}", modules[0].1);
        assert!(modules[1].1.contains("const { A, b } = $part;\nb(new A());\n"), "{}", modules[1].1);
    }
}
