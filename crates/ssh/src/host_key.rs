//! The host key: created at the first start, never overwritten.

use russh::keys::ssh_key::private::{Ed25519Keypair, KeypairData};
use russh::keys::{PrivateKey, ssh_key::LineEnding};
use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::Path;

/// Reads the host key, or creates one if there is none. Only the host's user may read its file.
///
/// # Errors
/// A sentence, when the file holds no key, or none can be created.
pub fn host_key(path: &Path) -> Result<PrivateKey, String> {
    let problem = |what: &dyn std::fmt::Display| format!("The host key {}: {what}.", path.display());
    match fs::read_to_string(path) {
        Ok(text) => {
            let key = PrivateKey::from_openssh(&text).map_err(|error| problem(&error))?;
            if key.is_encrypted() { Err(problem(&"it needs a passphrase")) } else { Ok(key) }
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let key = fresh().map_err(|error| problem(&error))?;
            let text = key.to_openssh(LineEnding::LF).map_err(|error| problem(&error))?;
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            // A temporary file is readable by its owner only. It gets its name once it is complete.
            let written =
                tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new("."))).and_then(|mut file| {
                    file.write_all(text.as_bytes())?;
                    file.as_file().sync_all()?;
                    file.persist_noclobber(path).map_err(|failed| failed.error)
                });
            written.map_err(|error| problem(&error))?;
            Ok(key)
        }
        Err(error) => Err(problem(&error)),
    }
}

fn fresh() -> Result<PrivateKey, String> {
    let mut seed = [0; Ed25519Keypair::BYTE_SIZE / 2];
    getrandom::fill(&mut seed).map_err(|error| error.to_string())?;
    let data = KeypairData::Ed25519(Ed25519Keypair::from_seed(&seed));
    PrivateKey::new(data, "undercroft").map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_has_the_same_key_for_ever_and_nobody_else_reads_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ssh_host_key");
        let key = host_key(&path).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(host_key(&path).unwrap().public_key(), key.public_key());
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
    }

    #[test]
    fn a_file_that_is_no_key_is_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ssh_host_key");
        fs::write(&path, "my diary").unwrap();
        assert!(host_key(&path).unwrap_err().contains("The host key"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "my diary");
        assert!(host_key(&folder.path().join("none/key")).is_err());
    }
}
