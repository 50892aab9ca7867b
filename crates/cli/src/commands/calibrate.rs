//! `plylab calibrate`.

use clap::Args;
use plylab_core::{Calibration, Fit, Registry};
use plylab_lab::calibrate::Calibrator;
use plylab_lab::stats::{Estimate, Percent};

use super::{GameArgs, SeedArgs, threads, whole};
use crate::failure::Failure;
use crate::interrupt::stop_on_interrupt;
use crate::output::Output;
use crate::terminal::table;

/// Play games to learn what an agent's values mean.
///
/// The agent plays itself from random openings. Every value that its searches find, at every depth that they complete,
/// is compared with how the game ended, and a curve is fitted that turns values into chances to win; a draw is half a
/// win. The intervals of 95 % take each game as one observation.
///
/// The same seed gives the same answer on every machine and for any number of threads. The JSON is what games keep as
/// their calibrations; it holds for these versions of the rules and of the agent only.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab calibrate tictactoe:size=4 alphabeta:depth=4
  plylab calibrate connect4 alphabeta:depth=8,eval=tuned,engine=on --games 400 --json")]
pub struct CalibrateArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The agent: NAME or NAME:key=value,key=value (see 'plylab agents').
    agent: String,

    /// The number of games.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole(2, 1_000_000))]
    games: u64,

    #[command(flatten)]
    seed: SeedArgs,

    /// Games played at the same time; the answer is the same for any number. By default one per processor.
    #[arg(long, value_name = "N", value_parser = whole(1, 1024))]
    threads: Option<u64>,

    /// Answer in JSON: one object.
    #[arg(long)]
    json: bool,
}

/// The chances in the table are those at which the value is to be told.
const CHANCES: [f64; 3] = [0.6, 0.75, 0.9];

impl CalibrateArgs {
    /// Plays and fits.
    pub fn run(&self, registry: &Registry, out: &mut Output) -> Result<(), Failure> {
        let spec = self.game.spec()?;
        let game = self.game.open(registry)?;
        let agent = self.agent.parse()?;
        let mut calibrator =
            Calibrator::new(registry, game.as_ref(), &spec, &agent, self.games, self.seed.seed())?;
        calibrator.threads = threads(self.threads);
        calibrator.stop = stop_on_interrupt();
        let Some(calibration) = calibrator.run(|| ())? else { return Err(Failure::Interrupted) };
        if self.json {
            return out.json(&calibration);
        }
        out.line(text(&calibration))
    }
}

/// A line per depth: the chance of the side to move at the value 0, and the values of some chances.
fn text(calibration: &Calibration) -> String {
    let mut head = vec!["depth".to_owned(), "values".to_owned(), "chance at 0".to_owned(), "95 %".to_owned()];
    head.extend(CHANCES.map(|chance| format!("value for {:.0} %", 100.0 * chance)));
    let mut rows = vec![head];
    rows.extend(calibration.fits.iter().map(row));
    let eval = calibration.eval.as_ref().map(|eval| format!(", evaluation {eval}")).unwrap_or_default();
    format!(
        "{} on {}{eval}: {} games, seed {}\n{}",
        calibration.agent,
        calibration.game,
        calibration.games,
        calibration.seed,
        table(&rows, 1).join("\n")
    )
}

fn row(fit: &Fit) -> Vec<String> {
    let even = fit.chance(0.0);
    let even = Percent::of(&Estimate { mean: even.mean, low: even.low, high: even.high });
    let mut row = vec![
        fit.depth.to_string(),
        fit.positions.to_string(),
        even.mean().to_string(),
        even.range().to_string(),
    ];
    row.extend(CHANCES.map(|chance| {
        let value = ((chance / (1.0 - chance)).ln() - fit.intercept) / fit.slope;
        if fit.slope > 0.0 { format!("{value:.1}") } else { "-".to_owned() }
    }));
    row
}
