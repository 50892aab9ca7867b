//! `plylab`, the command: the games and agents that come with Plylab, on the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    plylab::main(plylab_standard::registry(), std::env::args_os())
}
