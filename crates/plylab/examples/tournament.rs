//! A tournament: agents by name meet each other on both sides, and a table shows the results.

use plylab::lab::matches::{MatchRunner, Swap};
use plylab::lab::seats::Player;
use plylab::lab::stats::Tally;
use plylab::{InputError, NoFiles, Seed, Spec};

const GAME: &str = "tictactoe:size=4,line=3";
const AGENTS: [&str; 4] = ["random", "reflex", "alphabeta:depth=2", "mcts:sims=50"];
const GAMES: u64 = 20;

/// The table of the tournament.
pub fn run() -> Result<String, InputError> {
    let spec: Spec = GAME.parse()?;
    let game = plylab::registry().open(&spec, &NoFiles)?;
    let agents = AGENTS.map(str::parse).into_iter().collect::<Result<Vec<Spec>, _>>()?;

    let mut results: Vec<(usize, usize, Tally)> = Vec::new();
    for first in 0..agents.len() {
        for second in first + 1..agents.len() {
            let players = [first, second].map(|index| Player::named(agents[index].clone())).to_vec();
            let mut runner = MatchRunner::new(game.as_ref(), spec.clone(), players, Swap::Always, GAMES)?;
            runner.seed = Seed(1);
            let mut totals = runner.totals();
            runner.run(&|_, _| (), |played| {
                totals.add(played);
                Ok(())
            })?;
            results.push((first, second, totals.players[0].tally));
        }
    }

    let mut table = format!("{:24}{:>6}{:>6}{:>8}\n", "agent", "wins", "draws", "losses");
    for (index, agent) in agents.iter().enumerate() {
        let mine = results.iter().filter_map(|&(first, second, tally)| match index {
            _ if index == first => Some(tally),
            _ if index == second => Some(tally.swapped()),
            _ => None,
        });
        let [wins, draws, losses] =
            mine.fold([0; 3], |sum, one| [sum[0] + one.wins, sum[1] + one.draws, sum[2] + one.losses]);
        table += &format!("{:24}{wins:6}{draws:6}{losses:8}\n", agent.to_string());
    }
    Ok(table)
}

fn main() -> Result<(), InputError> {
    print!("{}", run()?);
    Ok(())
}
