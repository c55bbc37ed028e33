//! Prints the figures of `bench pursuit`.

fn main() -> std::io::Result<()> {
    pursuit_lab::bench(&mut std::io::stdout())
}
