//! How fast the games of Plylab are, measured side by side with a harness of our own.

mod harness;
mod perft;
mod play;

use std::process::ExitCode;

const USAGE: &str = "\
Usage: plylab-bench <what>

  perft            Connect Four: counting move sequences, against the crate minimax
  pacman           Pac-Man: successor states in random play, by both rule sets
  connect4-random  Connect Four: random games
  all              all of them";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.as_slice() {
        ["perft"] => perft::run(),
        ["pacman"] => pacman(),
        ["connect4-random"] => connect4_random(),
        ["all"] => perft::run().and_then(|()| pacman()).and_then(|()| connect4_random()),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        [] => Err(format!("say what to measure\n\n{USAGE}")),
        [what] => Err(format!("'{what}' cannot be measured\n\n{USAGE}")),
        _ => Err(format!("one thing at a time\n\n{USAGE}")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn pacman() -> Result<(), String> {
    play::pacman().map_err(|error| error.to_string())
}

fn connect4_random() -> Result<(), String> {
    play::connect4();
    Ok(())
}
