//! `cargo xtask python`: builds the Python package in a virtual environment below `target`, tests it and checks
//! its types.

use crate::runner::Counts;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The crate, which is excluded from other commands of the workspace.
pub(crate) const PACKAGE: &str = "undercroft-python";
/// With `required`, a missing Python is a failure.
const REQUIRED: &str = "UNDERCROFT_PYTHON";
/// The maximum size of a wheel, in bytes.
const WHEEL_BYTES_MAX: u64 = 3_000_000;

/// `cargo xtask python [--bench [--json]]`.
pub(crate) fn python(root: &Path, args: &[String]) -> Result<(), String> {
    let has = |name: &str| args.iter().any(|arg| arg == name);
    let shop = Shop::open(root)?;
    shop.build()?;
    if has("--bench") {
        let mut bench = shop.tool("python");
        bench.arg(shop.home.join("bench.py")).args(has("--json").then_some("--json"));
        return run(&mut bench, "the benchmark");
    }
    shop.check(&mut Counts::default())
}

/// The same as a step of `cargo xtask test`; skipped if there is no Python.
pub(crate) fn step(root: &Path, counts: &mut Counts) -> Result<(), String> {
    match Shop::open(root) {
        Ok(shop) => shop.build().and_then(|()| shop.check(counts)),
        Err(why) if std::env::var(REQUIRED).is_ok_and(|value| value == "required") => Err(why),
        Err(why) => {
            counts.skip("python", &why);
            Ok(())
        }
    }
}

/// The paths of the build.
struct Shop {
    root: PathBuf,
    /// The crate.
    home: PathBuf,
    /// The virtual environment.
    venv: PathBuf,
}

impl Shop {
    /// Creates the virtual environment, or reuses it if the versions have not changed.
    fn open(root: &Path) -> Result<Self, String> {
        let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let test = "import sys, venv, ensurepip; sys.exit(0 if sys.version_info >= (3, 10) else 3)";
        let tried = Command::new(&python).args(["-c", test]).stderr(Stdio::null()).status();
        match tried.map(|status| status.code()) {
            Ok(Some(0)) => {}
            Ok(Some(3)) => return Err(format!("{python} is older than 3.10")),
            Ok(_) => return Err(format!("{python} has no module venv")),
            Err(_) => return Err(format!("there is no {python}")),
        }
        let home = root.join("crates/python");
        let shop = Self { root: root.to_owned(), venv: root.join("target/python"), home };
        let wanted = fs::read(shop.home.join("requirements.txt")).map_err(|error| error.to_string())?;
        let stamp = shop.venv.join("requirements.txt");
        if fs::read(&stamp).is_ok_and(|there| there == wanted) {
            return Ok(shop);
        }
        run(Command::new(&python).args(["-m", "venv", "--clear"]).arg(&shop.venv), "python -m venv")?;
        let mut pip = shop.tool("python");
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"]);
        run(pip.arg(shop.home.join("requirements.txt")), "pip install")?;
        fs::write(&stamp, wanted).map_err(|error| error.to_string())?;
        Ok(shop)
    }

    /// Builds the wheel and installs it.
    fn build(&self) -> Result<(), String> {
        let wheels = self.root.join("target/wheels");
        // Removes wheels of other versions, whose names differ.
        let _ = fs::remove_dir_all(&wheels);
        let mut maturin = self.tool("maturin");
        maturin.args(["build", "--quiet", "--out"]).arg(&wheels).arg("--interpreter").arg(self.bin("python"));
        run(&mut maturin, "maturin build")?;
        let listed = fs::read_dir(&wheels).map_err(|error| error.to_string())?;
        let wheel = listed
            .flatten()
            .map(|entry| entry.path())
            .find(|path| path.extension().is_some_and(|e| e == "whl"));
        let wheel = wheel.ok_or("maturin has made no wheel")?;
        let bytes = fs::metadata(&wheel).map_err(|error| error.to_string())?.len();
        // The benchmark prints one line per measurement to standard output.
        eprintln!("{}: {bytes} bytes", wheel.file_name().unwrap_or_default().to_string_lossy());
        if bytes > WHEEL_BYTES_MAX {
            return Err(format!("the wheel has {bytes} bytes; at most {WHEEL_BYTES_MAX} are allowed"));
        }
        let mut pip = self.tool("python");
        pip.args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
            "--force-reinstall",
        ]);
        run(pip.arg(wheel), "pip install")
    }

    /// Lints, types and tests.
    fn check(&self, counts: &mut Counts) -> Result<(), String> {
        let mut clippy = Command::new(env!("CARGO"));
        clippy
            .args(["clippy", "--quiet", "--package", PACKAGE, "--", "-D", "warnings"])
            .current_dir(&self.root);
        run(&mut clippy, "cargo clippy")?;
        run(self.tool("mypy").arg("--no-error-summary"), "mypy")?;
        let mut pytest = self.tool("python");
        // Tests use the installed package, not the sources.
        pytest.args(["-m", "pytest", "--quiet", "-ra", "-p", "no:cacheprovider", "tests"]);
        let tested = pytest.stderr(Stdio::inherit()).output().map_err(|error| format!("pytest: {error}"))?;
        let told = String::from_utf8_lossy(&tested.stdout);
        print!("{told}");
        counts.take_pytest(&told);
        if tested.status.success() { Ok(()) } else { Err(format!("pytest ended with {}", tested.status)) }
    }

    fn bin(&self, name: &str) -> PathBuf {
        self.venv.join(if cfg!(windows) { "Scripts" } else { "bin" }).join(name)
    }

    /// Runs a program of the environment in the folder of the crate.
    fn tool(&self, name: &str) -> Command {
        let mut tool = Command::new(self.bin(name));
        tool.current_dir(&self.home).env("VIRTUAL_ENV", &self.venv).env("PYTHONDONTWRITEBYTECODE", "1");
        tool.env("MYPY_CACHE_DIR", self.venv.join("mypy"));
        tool
    }
}

fn run(command: &mut Command, what: &str) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{what} ended with {status}")),
        Err(error) => Err(format!("{what} cannot be run: {error}")),
    }
}
