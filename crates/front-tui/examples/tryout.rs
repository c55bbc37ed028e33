//! Runs the application, for trying it out.
fn main() {
    let home = store::Home::find().unwrap();
    match front_tui::run(home, front_tui::Start::Title) {
        Ok(exit) => {
            eprintln!("{exit:?}");
            std::process::exit(exit.status().into())
        }
        Err(what) => eprintln!("{what}"),
    }
}
