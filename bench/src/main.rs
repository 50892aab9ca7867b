//! Benchmarks of Plylab's games and agents, with a harness of our own.

mod agents;
mod attacks;
mod book;
mod clients;
mod columns;
mod explorer;
mod harness;
mod lab;
mod load;
mod mcts;
mod perft;
mod play;
mod search;
mod solver;
mod web;

use std::process::ExitCode;

use plylab_core::{InputError, StopFlag};

const USAGE: &str = "\
Usage: plylab-bench <benchmark>

  perft            Connect Four: counting move sequences, against the crate minimax
  pacman           Pac-Man: successor states in random play, by both rule sets
  connect4-random  Connect Four: random games
  alphabeta        Connect Four: plain alpha-beta, against the crate minimax
  mcts             Connect Four: MCTS from the start, against the crate minimax
  ordering         Connect Four: the nodes that move ordering and the transposition table save
  budgets          how well searches keep their time limits
  reports          the reports' games: seconds per game
  pacman-search    Pac-Man: time per move, compared with the Python engine
  lab              experiments: games per second by threads, and the cost of the store
  explorer         recording a million nodes, and looking around in them
  web              the lab in the browser: 500 games at once, alone and during a deep search
  load [ATTACK]    a bystander's moves in the browser's lab while 500 others do their worst, and beside each of six attacks
  connect4-columns Connect Four: the wait for exact scores of all columns, by the plies of the opening book
  agents           agents in other processes: the cost of a move and of a question
  all              all of the above

  soak MINUTES     500 live games, work beside them, and a server that is killed three times: what is lost, and what it holds

  connect4-solver [-n COUNT] [--alone] [--bitbully PYTHON] [--threads N] [--table MB] [--json] FILE...
                   Connect Four: solving the positions of these files, against two other crates; --json prints an
                   object for each file and solver

  book build [GAME] --plies N [--threads N] [--table MB] [--shard I/N] [--out FILE]
                   Connect Four: an opening book; the same command goes on with one that was stopped or killed
  book merge FILE SHARD...
                   Connect Four: the shards of a book, joined";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.as_slice() {
        ["perft"] => perft::run(),
        ["pacman"] => pacman(),
        ["connect4-random"] => connect4_random(),
        ["alphabeta"] => text_error(search::alpha_beta()),
        ["mcts"] => mcts(),
        ["ordering"] => ordering(),
        ["budgets"] => text_error(search::budgets()),
        ["reports"] => text_error(search::reports()),
        ["pacman-search"] => text_error(search::pacman()),
        ["lab"] => lab(),
        ["explorer"] => text_error(explorer::run()),
        ["web"] => web::run(),
        ["load"] => load(),
        ["load", attack] => attacks::run(Some(attack)),
        ["soak", minutes] => load::soak(minutes),
        // The server and the crowd of these two, which are this program as well.
        ["serve", folder] => load::serve(folder, None),
        ["serve", folder, megabytes] => load::serve(folder, Some(megabytes)),
        ["attack", name, address, class] => attacks::attack(name, address, class),
        ["crowd", address, class] => load::crowd(address, class),
        ["connect4-columns"] => text_error(columns::run()),
        ["agents"] => text_error(agents::run()),
        // The supervisor of an agent, which is this program as well.
        ["supervise", job] => return plylab_outside::supervise(Some(job)),
        ["connect4-solver", rest @ ..] => solver::Plan::read(rest).and_then(|plan| solver::run(&plan)),
        ["book", "build", rest @ ..] => return build(rest),
        ["book", "merge", file, shards @ ..] => text_error(book::merge(file, shards)),
        ["all"] => perft::run()
            .and_then(|()| pacman())
            .and_then(|()| connect4_random())
            .and_then(|()| text_error(search::alpha_beta()))
            .and_then(|()| mcts())
            .and_then(|()| ordering())
            .and_then(|()| text_error(search::budgets()))
            .and_then(|()| text_error(search::reports()))
            .and_then(|()| text_error(search::pacman()))
            .and_then(|()| lab())
            .and_then(|()| text_error(explorer::run()))
            .and_then(|()| web::run())
            .and_then(|()| load())
            .and_then(|()| text_error(columns::run()))
            .and_then(|()| text_error(agents::run())),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        [] => Err(format!("name a benchmark\n\n{USAGE}")),
        [what] => Err(format!("there is no benchmark '{what}'\n\n{USAGE}")),
        _ => Err(format!("name one benchmark only\n\n{USAGE}")),
    };
    finish(result)
}

fn finish(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Builds a book until it is complete, or until Ctrl-C.
fn build(arguments: &[&str]) -> ExitCode {
    let stop = StopFlag::default();
    let flag = stop.clone();
    // Without a handler Ctrl-C ends the program at once, and loses a few seconds of work.
    let _ = ctrlc::set_handler(move || flag.stop());
    let plan = book::Plan::read(arguments);
    let built = plan.and_then(|plan| book::build(&plan, &stop).map_err(|error| error.to_string()));
    match built {
        Ok(false) => {
            eprintln!("stopped; run the same command to continue");
            ExitCode::from(130)
        }
        built => finish(built.map(drop)),
    }
}

/// The value of an option.
fn number(option: &str, value: &str) -> Result<usize, String> {
    let number = value.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| format!("{option} needs a whole number of at least 1"))
}

fn pacman() -> Result<(), String> {
    text_error(play::pacman())
}

fn mcts() -> Result<(), String> {
    mcts::run();
    Ok(())
}

fn ordering() -> Result<(), String> {
    search::ordering();
    Ok(())
}

fn load() -> Result<(), String> {
    load::run().and_then(|()| attacks::run(None))
}

fn lab() -> Result<(), String> {
    lab::store().and_then(|()| lab::throughput()).map_err(|error| error.to_string())
}

fn text_error(result: Result<(), InputError>) -> Result<(), String> {
    result.map_err(|error| error.to_string())
}

fn connect4_random() -> Result<(), String> {
    play::connect4();
    Ok(())
}
