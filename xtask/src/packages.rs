//! The packages of one machine: archives and Debian packages, byte for byte the same from the same files.

use flate2::{Compression, GzBuilder};
use std::collections::BTreeSet;
use std::fs;
use std::io::{Cursor, Write as _};
use std::path::Path;

/// A machine that a package is made for.
pub(crate) struct Target {
    pub(crate) triple: &'static str,
    /// What Debian calls it, where there is a `.deb`.
    pub(crate) debian: Option<&'static str>,
    /// The linker; without one it is that of this machine.
    pub(crate) linker: Option<&'static str>,
}

/// A file of a package: its name, its bytes, and whether it can be run.
pub(crate) struct Packed {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) runs: bool,
}

impl Packed {
    pub(crate) fn text(name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        Self { name: name.to_owned(), bytes: bytes.into(), runs: false }
    }

    const fn mode(&self) -> u32 {
        if self.runs { 0o755 } else { 0o644 }
    }

    /// The same file under another name.
    fn placed(&self, name: &str) -> Self {
        Self { name: name.to_owned(), bytes: self.bytes.clone(), runs: self.runs }
    }
}

/// Packs the programs with what every package has.
pub(crate) fn pack(
    folder: &Path,
    target: &Target,
    programs: &[Packed],
    shared: &[Packed],
    date: u64,
) -> Result<(), String> {
    let version = env!("CARGO_PKG_VERSION");
    let name = format!("undercroft-{version}-{}", target.triple);
    let failed = |error: std::io::Error| format!("{name}: {error}");
    let all = || programs.iter().chain(shared);
    let files: Vec<Packed> = all().map(|file| file.placed(&format!("{name}/{}", file.name))).collect();
    if target.triple.contains("windows") {
        return write(folder, &format!("{name}.zip"), &zip(&files).map_err(failed)?);
    }
    if let Some(machine) = target.debian {
        let placed: Vec<Packed> = all().map(|file| file.placed(&debian_place(file))).collect();
        let deb = deb(machine, &placed, date).map_err(failed)?;
        write(folder, &format!("undercroft_{version}_{machine}.deb"), &deb)?;
    }
    write(folder, &format!("{name}.tar.gz"), &gz(&tar(&files, date).map_err(failed)?).map_err(failed)?)
}

/// Packs the page for browsers.
pub(crate) fn pack_page(folder: &Path, files: &[Packed], date: u64) -> Result<(), String> {
    let name = format!("undercroft-{}-web", env!("CARGO_PKG_VERSION"));
    let files: Vec<Packed> = files.iter().map(|file| file.placed(&format!("{name}/{}", file.name))).collect();
    let packed =
        tar(&files, date).and_then(|bytes| gz(&bytes)).map_err(|error| format!("{name}: {error}"))?;
    write(folder, &format!("{name}.tar.gz"), &packed)
}

/// Where Debian keeps a file.
fn debian_place(file: &Packed) -> String {
    let place = match file.name.split_once('/') {
        None if file.runs => format!("bin/{}", file.name),
        None => format!("share/doc/undercroft/{}", file.name),
        Some(("man", page)) => format!("share/man/man1/{page}"),
        Some(("archive", module)) => format!("share/undercroft/archive/{module}"),
        Some((_, "_undercroft")) => "share/zsh/vendor-completions/_undercroft".to_owned(),
        Some((_, "undercroft.bash")) => "share/bash-completion/completions/undercroft".to_owned(),
        Some((_, fish)) => format!("share/fish/vendor_completions.d/{fish}"),
    };
    format!("usr/{place}")
}

/// An archive of these files and their folders.
fn tar(files: &[Packed], date: u64) -> std::io::Result<Vec<u8>> {
    let mut archive = tar::Builder::new(Vec::new());
    let mut folders = BTreeSet::new();
    for file in files {
        for (end, _) in file.name.match_indices('/') {
            let folder = &file.name[..=end];
            if folders.insert(folder) {
                let mut header = header(0, 0o755, date);
                header.set_entry_type(tar::EntryType::Directory);
                archive.append_data(&mut header, folder, &[][..])?;
            }
        }
        let mut header = header(file.bytes.len() as u64, file.mode(), date);
        archive.append_data(&mut header, &file.name, file.bytes.as_slice())?;
    }
    archive.into_inner()
}

fn header(size: u64, mode: u32, date: u64) -> tar::Header {
    let mut header = tar::Header::new_gnu();
    header.set_size(size);
    header.set_mode(mode);
    header.set_mtime(date);
    header
}

fn gz(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut out = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    out.write_all(bytes)?;
    out.finish()
}

fn zip(files: &[Packed]) -> std::io::Result<Vec<u8>> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for file in files {
        let how = zip::write::SimpleFileOptions::default()
            .compression_method(zip::CompressionMethod::Deflated)
            .last_modified_time(zip::DateTime::default())
            .unix_permissions(file.mode());
        archive.start_file(&file.name, how)?;
        archive.write_all(&file.bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

/// A package of Debian: an `ar` archive of its version, its control file and its files.
fn deb(machine: &str, files: &[Packed], date: u64) -> std::io::Result<Vec<u8>> {
    let size: usize = files.iter().map(|file| file.bytes.len()).sum();
    let control = format!(
        "Package: undercroft\nVersion: {}\nArchitecture: {machine}\nMaintainer: the contributors of Undercroft\n\
         Installed-Size: {}\nSection: games\nPriority: optional\n\
         Description: five classic dungeons on one deterministic engine\n\
         \x20Every game is a small text file that replays exactly, can be rewound, branched\n and verified.\n",
        env!("CARGO_PKG_VERSION"),
        size.div_ceil(1024),
    );
    let control = gz(&tar(&[Packed::text("./control", control)], date)?)?;
    let data = gz(&tar(files, date)?)?;
    let mut out = b"!<arch>\n".to_vec();
    for (name, bytes) in
        [("debian-binary", &b"2.0\n"[..]), ("control.tar.gz", &control), ("data.tar.gz", &data)]
    {
        writeln!(out, "{name:<16}{date:<12}{:<6}{:<6}{:<8}{:<10}`", 0, 0, "100644", bytes.len())?;
        out.extend_from_slice(bytes);
        if bytes.len() % 2 == 1 {
            out.push(b'\n');
        }
    }
    Ok(out)
}

pub(crate) fn told(path: &Path, error: &dyn std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}

/// Writes a file of the packages and says how large it is.
pub(crate) fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), String> {
    let path = folder.join(name);
    fs::write(&path, bytes).map_err(|error| told(&path, &error))?;
    println!("{name}: {} bytes", bytes.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;
    use std::process::Command;

    const TARGETS: [Target; 2] = [
        Target { triple: "x86_64-unknown-linux-musl", debian: Some("amd64"), linker: None },
        Target { triple: "x86_64-pc-windows-gnu", debian: None, linker: None },
    ];

    /// Packages as `cargo xtask dist` writes them, with scripts in place of the programs.
    fn packages(folder: &Path) {
        let program = |name: &str| Packed {
            name: name.to_owned(),
            bytes: format!("#!/bin/sh\necho {name} {}\n", env!("CARGO_PKG_VERSION")).into_bytes(),
            runs: true,
        };
        let shared = [
            "README.md",
            "LICENCES-OF-LIBRARIES.txt",
            "archive/boo-rules-1-00.wasm",
            "man/undercroft.1",
            "completions/undercroft.bash",
            "completions/_undercroft",
            "completions/undercroft.fish",
        ]
        .map(|name| Packed::text(name, name));
        let install = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dist/install.sh");
        fs::copy(install, folder.join("install.sh")).unwrap();
        for target in &TARGETS {
            let programs = ["undercroft", "undercroft-archive"].map(program);
            pack(folder, target, &programs, &shared, 1_800_000_000).unwrap();
        }
    }

    /// A folder of this test, empty.
    fn empty(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("undercroft-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// The line of the README that begins so, and the package it names.
    fn shown(begins: &str) -> (String, String) {
        let page = include_str!("../../README.md");
        let line = page.lines().find(|line| line.starts_with(begins)).expect(begins);
        let command = line.split(" #").next().unwrap().trim();
        let package = command.rsplit([' ', '/']).next().unwrap();
        (command.to_owned(), package.to_owned())
    }

    #[test]
    #[cfg(unix)]
    fn the_packages_of_the_readme_can_be_installed() {
        let (folder, home) = (empty("packages"), empty("home"));
        packages(&folder);
        let (command, package) = shown("sh install.sh ");
        assert!(folder.join(&package).is_file(), "there is no package {package}");
        let done = Command::new("sh")
            .args(["-c", &command])
            .env("HOME", &home)
            .current_dir(&folder)
            .output()
            .unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        for file in [
            "bin/undercroft-archive",
            "share/undercroft/archive/boo-rules-1-00.wasm",
            "share/man/man1/undercroft.1",
            "share/doc/undercroft/LICENCES-OF-LIBRARIES.txt",
            "share/bash-completion/completions/undercroft",
        ] {
            assert!(home.join(".local").join(file).is_file(), "{file} is not installed");
        }
        let said = Command::new(home.join(".local/bin/undercroft")).output().unwrap().stdout;
        assert_eq!(said, format!("undercroft {}\n", env!("CARGO_PKG_VERSION")).as_bytes());

        let (_, package) = shown("sudo apt install ");
        assert!(folder.join(&package).is_file(), "there is no package {package}");
        let listed = Command::new("dpkg-deb").args(["--contents", &package]).current_dir(&folder).output();
        if let Ok(listed) = listed {
            let files = String::from_utf8_lossy(&listed.stdout).into_owned();
            assert!(files.lines().any(|line| line.ends_with(" usr/bin/undercroft")), "{files}");
            // dpkg makes no folder that the package does not name.
            assert!(files.lines().any(|line| line.ends_with(" usr/share/undercroft/archive/")), "{files}");
        } else {
            eprintln!("skipped: the_packages_of_the_readme_can_be_installed: there is no dpkg-deb");
        }
        fs::remove_dir_all(folder).unwrap();
        fs::remove_dir_all(home).unwrap();
    }

    #[test]
    fn packing_twice_gives_the_same_bytes() {
        let folders = [empty("once"), empty("twice")];
        folders.iter().for_each(|folder| packages(folder));
        let names: Vec<_> =
            fs::read_dir(&folders[0]).unwrap().map(|file| file.unwrap().file_name()).collect();
        assert_eq!(names.len(), 4);
        for name in names {
            let bytes = folders.each_ref().map(|folder| fs::read(folder.join(&name)).unwrap());
            assert!(bytes[0] == bytes[1], "{name:?}");
        }
        folders.iter().for_each(|folder| fs::remove_dir_all(folder).unwrap());
    }
}
