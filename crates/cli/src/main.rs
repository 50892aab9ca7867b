//! The binary `plylab`: the command line with the bundled games and agents.

use std::process::ExitCode;

fn main() -> ExitCode {
    plylab_cli::main(plylab_standard::registry(), std::env::args_os())
}
