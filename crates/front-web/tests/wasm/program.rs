//! The built program in an interpreter: requests in, answers and cells out, as on the page.

use crate::wasi::{Host, offer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wasmi::{Engine, Instance, Linker, Memory, Module, Store};

/// The program of the page: the one named by `UNDERCROFT_WASM`, or the last output of `cargo xtask web`.
pub(crate) fn built() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("UNDERCROFT_WASM") {
        return Some(path.into());
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/web/undercroft.wasm");
    path.exists().then_some(path)
}

pub(crate) struct Program {
    store: Store<Host>,
    instance: Instance,
    memory: Memory,
}

impl Program {
    pub(crate) fn load(path: &Path) -> Self {
        let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let engine = Engine::default();
        let module = Module::new(&engine, &bytes).expect("the program is valid");
        let mut linker = Linker::new(&engine);
        offer(&mut linker);
        let mut store = Store::new(&engine, Host::new());
        let instance = linker.instantiate_and_start(&mut store, &module).expect("every import is given");
        let memory = instance.get_memory(&store, "memory").expect("the memory is exported");
        Self { store, instance, memory }
    }

    /// Calls a function; a trap fails the test and shows the program's last message.
    fn call(&mut self, name: &str, args: &[u32]) -> u32 {
        let done = match *args {
            [] => self
                .instance
                .get_typed_func::<(), u32>(&self.store, name)
                .and_then(|f| f.call(&mut self.store, ())),
            [a] => self
                .instance
                .get_typed_func::<u32, u32>(&self.store, name)
                .and_then(|f| f.call(&mut self.store, a)),
            [a, b, ..] => self
                .instance
                .get_typed_func::<(u32, u32), u32>(&self.store, name)
                .and_then(|f| f.call(&mut self.store, (a, b))),
        };
        done.unwrap_or_else(|error| panic!("{name} broke off: {error}\n{}", self.store.data().messages))
    }

    pub(crate) fn ask(&mut self, request: &Value) -> Value {
        self.ask_bytes(request.to_string().as_bytes())
    }

    pub(crate) fn ask_bytes(&mut self, request: &[u8]) -> Value {
        let at = self.call("undercroft_room", &[request.len() as u32]) as usize;
        self.memory.data_mut(&mut self.store)[at..at + request.len()].copy_from_slice(request);
        let size = self.call("undercroft_ask", &[]) as usize;
        let at = self.call("undercroft_answer", &[]) as usize;
        serde_json::from_slice(&self.memory.data(&self.store)[at..at + size]).expect("answers are JSON")
    }

    pub(crate) fn draw(&mut self, cols: u16, rows: u16) -> Vec<u32> {
        let at = self.call("undercroft_draw", &[cols.into(), rows.into()]) as usize;
        let bytes = usize::from(cols) * usize::from(rows) * 12;
        let cells = self.memory.data(&self.store)[at..at + bytes].chunks_exact(4);
        cells.map(|word| u32::from_le_bytes(word.try_into().expect("four bytes"))).collect()
    }

    /// Every file of the data folder.
    pub(crate) fn files(&self) -> BTreeMap<String, Vec<u8>> {
        self.store.data().files()
    }
}
