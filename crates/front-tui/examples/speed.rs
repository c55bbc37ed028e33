//! Prints how long a key takes to its frame for every game, at three sizes of the screen.

fn main() {
    for entry in pursuit_lab::GAMES {
        for (cols, rows) in [(80, 24), (200, 60), (300, 100)] {
            match front_tui::measure(entry, cols, rows, 2000) {
                Ok(frames) => println!(
                    "{} {cols}x{rows}: key to frame {:.0} us (slowest of 100: {:.0}), {:.0} bytes a frame, first frame {:.0} us",
                    entry.id, frames.key_micros, frames.slow_micros, frames.bytes, frames.first_micros
                ),
                Err(what) => println!("{}: {what}", entry.id),
            }
        }
    }
}
