//! The engine as a Python extension module. The package around it is in `python/undercroft`.
//!
//! Games are played by [`session::batch`]; this crate only exposes its memory, states and errors to Python.
//! No argument can abort the interpreter: errors are exceptions.

mod games;
mod oracle;
mod replay;
mod state;
mod talk;
mod tools;

use pyo3::prelude::*;

/// The extension module `undercroft._core`.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<games::Games>()?;
    module.add_class::<state::State>()?;
    module.add_class::<talk::Talk>()?;
    module.add_class::<replay::Replay>()?;
    module.add_class::<oracle::Oracle>()?;
    module.add_function(wrap_pyfunction!(tools::catalogue, module)?)?;
    module.add_function(wrap_pyfunction!(tools::verify, module)?)?;
    module.add_function(wrap_pyfunction!(tools::read_run, module)?)?;
    module.add_function(wrap_pyfunction!(tools::seeds, module)?)?;
    module.add_function(wrap_pyfunction!(oracle::solve, module)?)?;
    Ok(())
}
