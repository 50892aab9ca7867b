//! `plylab stats`.

use std::cmp::Ordering;

use clap::Args;
use plylab_core::{Field, InputError, Message, message};
use plylab_lab::stats::{
    Estimate, Percent, Sprt, SprtReport, SprtState, Tally, Verdict, about, count, decimals, digits, p_words,
};
use serde::Serialize;

use super::whole;
use crate::failure::Failure;
use crate::language::say;
use crate::output::Output;
use crate::terminal::{Style, fold, table};

/// Say whether a difference between two players is real.
///
/// WINS, LOSSES and DRAWS are those of player A against player B. The score rate counts a draw as half a point and
/// has a Wilson 95 % confidence interval; the Elo difference is the same on another scale. p is from the exact sign
/// test: how often two equal players would get a result at least this uneven, draws left out. (From ten million wins
/// and as many losses on, an expansion that is right to nine digits computes it.) Below 0.05 the difference counts as
/// shown. 'games needed' is how many games would show a difference of this size in four matches out of five.
///
/// With --elo0 and --elo1 the sequential probability ratio test says whether to go on playing. You may check it after
/// every game. Do not do that with p: checked often enough, it drops below 0.05 by chance.
///
/// All of this assumes independent games. Games without any randomness are the same game, however often they are
/// played.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab stats 255 245
  plylab stats 150 100 250
  plylab stats 150 100 250 --elo0 0 --elo1 10
  plylab stats 9 1 --json")]
pub struct StatsArgs {
    /// Games that A won.
    #[arg(value_parser = whole(0, MAX_GAMES))]
    wins: u64,

    /// Games that B won.
    #[arg(value_parser = whole(0, MAX_GAMES))]
    losses: u64,

    /// Drawn games.
    #[arg(default_value_t = 0, value_parser = whole(0, MAX_GAMES))]
    draws: u64,

    /// Test sequentially: the Elo difference that is not enough.
    #[arg(long, value_name = "ELO", requires = "elo1", allow_negative_numbers = true, value_parser = number)]
    elo0: Option<f64>,

    /// The larger Elo difference that is enough.
    #[arg(long, value_name = "ELO", requires = "elo0", allow_negative_numbers = true, value_parser = number)]
    elo1: Option<f64>,

    /// The rate of wrongly accepting --elo1.
    #[arg(long, value_name = "SHARE", requires = "elo0", default_value_t = 0.05, value_parser = number)]
    alpha: f64,

    /// The rate of wrongly accepting --elo0.
    #[arg(long, value_name = "SHARE", requires = "elo0", default_value_t = 0.05, value_parser = number)]
    beta: f64,

    /// Answer in JSON: one object. An unbounded end of an interval is null.
    #[arg(long)]
    json: bool,
}

/// The maximum of each count: floating-point arithmetic is exact up to here.
const MAX_GAMES: u64 = 1_000_000_000_000_000;

fn number(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| "use a number, as in 2.5".to_owned())
}

/// What games show about who is stronger: A, whose wins and losses these are, or B.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StatsAnswer {
    #[serde(flatten)]
    found: Verdict,
    /// How many more games it would take to show it; none if that is shown, or there is no difference.
    more_games: Option<u64>,
    /// Who is shown to be stronger: `A` or `B`.
    stronger: Option<&'static str>,
    /// The answer in words.
    verdict: String,
    /// The sequential test, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<Sequential>,
}

/// A sequential test and its state.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Sequential {
    #[serde(flatten)]
    test: Sprt,
    #[serde(flatten)]
    report: SprtReport,
}

/// The names of the two players.
const NAMES: [&str; 2] = ["A", "B"];

/// The widest line of prose.
const WIDTH: usize = 80;

impl StatsArgs {
    /// Answers.
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let tally = Tally { wins: self.wins, draws: self.draws, losses: self.losses };
        let found = Verdict::of(tally).ok_or_else(|| {
            InputError::new(message!("no-games", "there are no games"))
                .expected(message!("give-one-game", "give at least one win, loss or draw"))
        })?;
        let test = self.elo0.zip(self.elo1).map(|(elo0, elo1)| Sprt::new(elo0, elo1, self.alpha, self.beta));
        let sprt = test.transpose()?.map(|test| Sequential { test, report: test.report(&tally) });
        let answer = StatsAnswer {
            found,
            more_games: found.more_games(),
            stronger: match found.stronger() {
                Ordering::Greater => Some(NAMES[0]),
                Ordering::Less => Some(NAMES[1]),
                Ordering::Equal => None,
            },
            verdict: found.words(NAMES[0], NAMES[1]).to_string(),
            sprt,
        };
        if self.json { out.json(&answer) } else { out.line(answer.text(out.style)) }
    }
}

impl StatsAnswer {
    fn text(&self, style: Style) -> String {
        let Verdict { tally, score, elo, p, games_needed } = &self.found;
        let [one, other] = NAMES;
        let [wins, losses, draws] = [tally.wins, tally.losses, tally.draws].map(count);
        let games = message!(
            "who-won",
            "{one} won {wins} {wins|game|games}, {other} won {losses}, {draws} {draws|draw|draws}"
        );
        let mut lines = vec![style.strong(say(&games)), String::new()];
        let [mean, low, high] = Percent::of(score).fields();
        let needed = match games_needed {
            Some(games) => message!("about-games", "about {n} for such a difference", n = about(*games)),
            None => message!("not-known", "unknown"),
        };
        let score = message!("percent-and-range", "{mean} % ({low} to {high} %)");
        let rows = [
            (message!("score-of", "score of {name}", name = one), score),
            (message!("elo-above", "Elo of {one} above {other}"), elo_words(elo)),
            (message!("exact-test", "exact test"), p_words(*p)),
            (message!("games-needed-label", "games needed"), needed),
        ];
        lines.extend(table(&rows.map(|(name, value)| vec![say(&name), say(&value)]), 2));
        lines.push(String::new());
        lines.extend(fold(&sentence(&say(&self.found.words(one, other))), 0, 0, WIDTH));
        if let Some(sprt) = &self.sprt {
            lines.push(String::new());
            lines.extend(fold(&say(&sprt.words()), 0, 0, WIDTH));
        }
        lines.join("\n")
    }
}

impl Sequential {
    fn words(&self) -> Message {
        let SprtReport { llr, lower, upper, state } = self.report;
        let [elo0, elo1] = self.test.elo();
        let [llr, lower, upper] = [llr, lower, upper].map(|number| digits(format!("{number:.2}")));
        let (range, advice) = match state {
            SprtState::Continue => (
                message!("llr-between", "between {lower} and {upper}"),
                message!("go-on-playing", "go on playing"),
            ),
            SprtState::AcceptH0 => {
                (message!("llr-not-above", "not above {bound}", bound = lower), accept(elo0))
            }
            SprtState::AcceptH1 => {
                (message!("llr-not-below", "not below {bound}", bound = upper), accept(elo1))
            }
        };
        message!(
            "sequential-test",
            "Sequential test of {elo0} against {elo1} Elo: the log-likelihood ratio is {llr}, {range}: {advice}."
        )
    }
}

fn accept(elo: f64) -> Message {
    message!("stop-and-accept", "stop, and accept {elo} Elo")
}

/// An Elo difference with its confidence interval, which is unbounded if all games were won or lost.
fn elo_words(elo: &Estimate) -> Message {
    let decimals = decimals(elo.high - elo.low);
    let signed = |value: f64| -> Field {
        match format!("{value:+.decimals$}") {
            // Zero has no sign.
            text if text.parse() == Ok(0.0) => digits(&text[1..]),
            text => digits(text),
        }
    };
    if elo.high.is_infinite() {
        message!("at-least", "at least {n}", n = signed(elo.low))
    } else if elo.low.is_infinite() {
        message!("at-most", "at most {n}", n = signed(elo.high))
    } else {
        let (mean, low, high) = (signed(elo.mean), signed(elo.low), signed(elo.high));
        message!("mean-and-range", "{mean} ({low} to {high})")
    }
}

/// With a capital letter and a full stop.
fn sentence(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), chars.as_str()))
}
