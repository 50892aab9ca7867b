//! A supervisor and nothing else, as the tests of this crate use it: what `plylab supervise` is in the program.

use std::process::ExitCode;

fn main() -> ExitCode {
    plylab_outside::supervise(std::env::args().nth(2).as_deref())
}
