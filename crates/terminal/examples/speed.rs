//! Prints how long a key takes to its frame for every game, at three sizes of the screen.

fn main() {
    for entry in catalog::GAMES {
        for (cols, rows) in [(80, 24), (200, 60), (300, 100)] {
            let brief = session::Brief { seed: "bench".to_owned(), ..session::Brief::default() };
            let Ok((session, _)) = (entry.start)(&brief) else { continue };
            let start = app::Start::Game(keeper::Opened::unkept(session));
            let frames = terminal::measure(start, cols, rows, 2000);
            println!(
                "{} {cols}x{rows}: key to frame {:.0} us (slowest of 100: {:.0}), {:.0} bytes a frame, first frame {:.0} us",
                entry.id, frames.key_micros, frames.slow_micros, frames.bytes, frames.first_micros
            );
        }
    }
}
