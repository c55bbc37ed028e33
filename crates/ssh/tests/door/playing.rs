//! Playing over SSH: the screen equals the local application's, and nothing that was shown is lost.

use crate::stand::{COLOURFUL, Client, House, environment, key, settle};
use app::{App, Context, Depth, GlyphSet, Input, KeyStream, Report, Start};
use keeper::Home;
use painter::Sheet;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ssh::Limits;

/// From the first screen of a new visitor to a game of boo.
const TO_BOO: [(&str, &str); 3] = [("\r", "Undercroft"), ("3", "begin"), ("\r", "turn 0")];

/// The local application, and a terminal that shows it.
struct Native {
    app: App,
    sheet: Sheet,
    screen: vt100::Parser,
}

impl Native {
    fn new(home: Home, cols: u16, rows: u16) -> Self {
        let environment = app::Environment { depth: Depth::True, glyphs: GlyphSet::Unicode, ..environment() };
        let app = App::new(Context::new(home, environment), Start::Title);
        let screen = vt100::Parser::new(rows, cols, 0);
        Self { app, sheet: Sheet::default(), screen }
    }

    fn type_keys(&mut self, keys: &str) {
        let (mut stream, mut reports) = (KeyStream::default(), Vec::new());
        stream.feed(keys.as_bytes(), &mut reports);
        stream.flush(&mut reports);
        for report in reports {
            if let Report::Input(input) = report {
                self.app.input(&input);
            }
        }
        while self.app.pace().is_some() {
            self.app.input(&Input::Tick);
        }
        self.paint();
    }

    fn paint(&mut self) {
        let (rows, cols) = self.screen.screen().size();
        let mut frame = Buffer::empty(Rect::new(0, 0, cols, rows));
        self.app.draw(&mut frame);
        let mut out = Vec::new();
        self.sheet.paint(&frame, usize::MAX, &mut out);
        self.screen.process(&out);
    }
}

/// Every cell with its colours and weight, ignoring the foreground colour of blanks.
fn cells(screen: &vt100::Screen) -> Vec<String> {
    let (rows, cols) = screen.size();
    let cell = |y: u16, x: u16| {
        let cell = screen.cell(y, x).unwrap();
        let blank = cell.contents().trim().is_empty() && !cell.inverse() && !cell.underline();
        let fg = if blank { vt100::Color::Default } else { cell.fgcolor() };
        format!(
            "{y}:{x} {:?} {fg:?} {:?} {} {}",
            cell.contents(),
            cell.bgcolor(),
            cell.bold(),
            cell.inverse()
        )
    };
    (0..rows).flat_map(|y| (0..cols).map(move |x| (y, x))).map(|(y, x)| cell(y, x)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_visit_chooses_a_name_and_plays() {
    let house = House::open();
    let mut client = Client::connect(&house, &key(1)).await;
    client.shows("first visit").await;
    // The login name is proposed; an invalid name is refused with the reason.
    client.shows("ann").await;
    client.play(&[(" x\r", "one word of letters"), ("\x7f\x7f\r", "Challenges")]).await;
    client.shows("ann").await;
    // Another visitor cannot have the same name.
    let mut other = Client::connect(&house, &key(2)).await;
    other.play(&[("\r", "Somebody else is called ann."), ("\x7fe\r", "Challenges")]).await;
    // A returning visitor is known.
    client.type_keys("q").await;
    client.ends().await;
    let mut client = Client::connect(&house, &key(1)).await;
    client.shows("Challenges").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_screen_is_that_of_the_application_at_home() {
    let house = House::open();
    let mut client = Client::connect_as(&house, &key(1), "ann", &COLOURFUL, (100, 30)).await;
    client.shows("first visit").await;
    let mut native = Native::new(Home::at(house.path("native"), catalog::GAMES), 100, 30);
    client.play(&TO_BOO).await;
    native.type_keys("3\r");
    let keys = ["d", "s", "\x1b[C", "\x1b[1;2B", "?", "\x1b", "x", "w", "a", "\x0c"];
    for keys in keys {
        client.type_keys(keys).await;
        settle(&mut client).await;
        native.type_keys(keys);
        let (shown, wanted) = (client.text(), native.screen.screen().contents());
        assert_eq!(shown, wanted, "after {keys:?}");
        let [shown, wanted] = [&client.screen, &native.screen].map(|screen| cells(screen.screen()));
        let differ = shown.iter().zip(&wanted).find(|(shown, wanted)| shown != wanted);
        assert_eq!(differ, None, "after {keys:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_may_come_in_any_pieces() {
    let house = House::open();
    let mut client = Client::connect(&house, &key(1)).await;
    client.shows("first visit").await;
    client.play(&TO_BOO).await;
    // A cursor key, an unused letter of two bytes, pasted text, and a cursor key again.
    let bytes = b"\x1b[C\xc3\xbc\x1b[200~hello\x1b[201~\x1b[D";
    let mut turns = 0;
    for at in (1..bytes.len()).step_by(3) {
        // A lone Esc becomes the key after a while, so the rest must follow soon.
        if bytes[at - 1] == 0x1b {
            continue;
        }
        client.channel.data_bytes(bytes[..at].to_vec()).await.unwrap();
        client.channel.data_bytes(bytes[at..].to_vec()).await.unwrap();
        turns += 2;
        client.shows(&format!("turn {turns} ")).await;
    }
    let kept = house.people.kept(&crate::stand::fingerprint(&key(1)), "boo");
    assert_eq!(kept, ["d", "a"].repeat(turns / 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn another_size_of_the_window_is_painted_whole() {
    let house = House::open();
    let mut client = Client::connect(&house, &key(1)).await;
    client.shows("first visit").await;
    client.play(&TO_BOO).await;
    for (cols, rows) in [(120, 40), (40, 12), (15, 5), (80, 24)] {
        client.screen.screen_mut().set_size(rows, cols);
        client.screen.process(b"\x1b[2Jgarbage");
        client.channel.window_change(u32::from(cols), u32::from(rows), 0, 0).await.unwrap();
        settle(&mut client).await;
        assert!(!client.text().contains("garbage"), "{}", client.text());
        let wanted = if cols == 15 { "too small" } else { "turn 0" };
        assert!(client.text().contains(wanted), "{cols}x{rows}:\n{}", client.text());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn colours_and_glyphs_follow_what_the_client_says() {
    let house = House::open();
    let plain = [("NO_COLOR", "1"), ("LANG", "C")];
    let mut client = Client::connect_as(&house, &key(1), "ann", &plain, (80, 24)).await;
    client.shows("first visit").await;
    client.play(&TO_BOO).await;
    settle(&mut client).await;
    assert!(client.text().is_ascii(), "{}", client.text());
    let screen = client.screen.screen();
    let plain = |y, x| screen.cell(y, x).unwrap().fgcolor() == vt100::Color::Default;
    assert!((0..24).all(|y| (0..80).all(|x| plain(y, x))));
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_gives_the_terminal_back() {
    let house = House::open();
    let mut client = Client::connect(&house, &key(1)).await;
    client.shows("first visit").await;
    let screen = client.screen.screen();
    assert!(screen.alternate_screen() && screen.hide_cursor() && screen.bracketed_paste());
    client.play(&TO_BOO).await;
    client.type_keys("d").await;
    client.shows("turn 1").await;
    client.type_keys("\x03").await;
    client.ends().await;
    let screen = client.screen.screen();
    assert!(!screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste());
    assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    assert!(client.text().contains("Your game is kept"), "{}", client.text());
    assert_eq!(client.status, Some(0));
    house.empties().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_is_gone_leaves_a_game_that_goes_on() {
    let house = House::open();
    let mut client = Client::connect(&house, &key(1)).await;
    client.shows("first visit").await;
    client.play(&TO_BOO).await;
    client.play(&[("d", "turn 1"), ("s", "turn 2")]).await;
    drop(client);
    house.empties().await;
    let mut client = Client::connect(&house, &key(1)).await;
    client.shows("Continue").await;
    client.play(&[("\r", "turn 2"), ("a", "turn 3")]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_closes_keeps_every_game_and_gives_the_terminals_back() {
    let mut house = House::open();
    let mut client = Client::connect(&house, &key(1)).await;
    client.shows("first visit").await;
    client.play(&TO_BOO).await;
    client.play(&[("d", "turn 1")]).await;
    let listening = async { while client.hear().await {} };
    tokio::join!(house.close(), listening);
    assert!(client.text().contains("The host closes") && client.text().contains("Your game is kept"));
    assert!(!client.screen.screen().alternate_screen());
    house.reopen(Limits::default());
    let mut client = Client::connect(&house, &key(1)).await;
    client.shows("Continue").await;
    client.play(&[("\r", "turn 1")]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_for_the_web_is_one_choice_away() {
    let house = House::open();
    let mut client = Client::connect(&house, &key(1)).await;
    client.shows("first visit").await;
    client.play(&[("\r", "Sign in on the web")]).await;
    for _ in 0..20 {
        if client.text().lines().any(|line| line.contains('▸') && line.contains("Sign in")) {
            break;
        }
        client.type_keys("j").await;
        settle(&mut client).await;
    }
    client.play(&[("\r", "4711-abcd")]).await;
}
