//! How fast the games of Plylab are, measured side by side with a harness of our own.

mod harness;
mod lab;
mod mcts;
mod perft;
mod play;
mod search;
mod solver;
mod web;

use std::process::ExitCode;

use plylab_core::InputError;

const USAGE: &str = "\
Usage: plylab-bench <what>

  perft            Connect Four: counting move sequences, against the crate minimax
  pacman           Pac-Man: successor states in random play, by both rule sets
  connect4-random  Connect Four: random games
  alphabeta        Connect Four: plain alpha-beta, against the crate minimax
  mcts             Connect Four: MCTS from the start, against the crate minimax
  ordering         Connect Four: the states that ordering and the table save
  budgets          how well searches keep to their time
  reports          the reports' games: seconds a game
  pacman-search    Pac-Man: time a move, beside the Python engine's
  lab              experiments: games a second by threads, and what the store costs
  web              the lab in the browser: 500 games at once, alone and beside a deep search
  all              all of them

  connect4-solver [-n COUNT] [--alone] [--bitbully PYTHON] [--threads N] [--table MB] FILE...
                   Connect Four: solving the positions of these files, against two other crates";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.as_slice() {
        ["perft"] => perft::run(),
        ["pacman"] => pacman(),
        ["connect4-random"] => connect4_random(),
        ["alphabeta"] => told(search::alpha_beta()),
        ["mcts"] => mcts(),
        ["ordering"] => ordering(),
        ["budgets"] => told(search::budgets()),
        ["reports"] => told(search::reports()),
        ["pacman-search"] => told(search::pacman()),
        ["lab"] => lab(),
        ["web"] => web::run(),
        ["connect4-solver", rest @ ..] => solver::Plan::read(rest).and_then(|plan| solver::run(&plan)),
        ["all"] => perft::run()
            .and_then(|()| pacman())
            .and_then(|()| connect4_random())
            .and_then(|()| told(search::alpha_beta()))
            .and_then(|()| mcts())
            .and_then(|()| ordering())
            .and_then(|()| told(search::budgets()))
            .and_then(|()| told(search::reports()))
            .and_then(|()| told(search::pacman()))
            .and_then(|()| lab())
            .and_then(|()| web::run()),
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
    told(play::pacman())
}

fn mcts() -> Result<(), String> {
    mcts::run();
    Ok(())
}

fn ordering() -> Result<(), String> {
    search::ordering();
    Ok(())
}

fn lab() -> Result<(), String> {
    lab::store().and_then(|()| lab::throughput()).map_err(|error| error.to_string())
}

fn told(result: Result<(), InputError>) -> Result<(), String> {
    result.map_err(|error| error.to_string())
}

fn connect4_random() -> Result<(), String> {
    play::connect4();
    Ok(())
}
