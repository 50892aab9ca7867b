//! The tables of a tournament: ratings, the cross-table, and a verdict for each pairing.

use plylab_core::{Field, Message, message};

use super::named;
use super::results::SectionResults;
use super::sweep::{best_moves, per_move, seconds_per_move};
use super::table::{ColumnKind, Table, Value};
use crate::experiment::{Kind, SprtRule};
use crate::game_row::Effort;
use crate::plan::Cell;
use crate::stats::{Ratings, Sample, Sprt, SprtState, Standing, Tally, Verdict, digits, ratings, score};
use crate::summary::Summary;

use ColumnKind::{Deterministic, Machine, Name, Words};

/// A tournament, added up by entrant.
#[derive(Debug)]
pub struct Standings {
    /// Who takes part, by spec.
    pub names: Vec<String>,
    /// What they are called.
    pub called: Vec<Field>,
    /// First entrant, second entrant, and how their games ended, seen from the first.
    pub pairings: Vec<(usize, usize, Tally)>,
    /// All games of each entrant.
    pub totals: Vec<Tally>,
    /// The search effort of each entrant, and its mean time per move.
    pub costs: Vec<(Effort, Option<f64>)>,
    /// The share of best moves and the points lost per move of each entrant, by game, where games were graded.
    pub grades: Vec<(Sample, Sample)>,
    /// The ratings.
    pub ratings: Ratings,
}

impl Standings {
    /// Adds up the games of a tournament; `None` for any other section.
    pub fn of(section: &SectionResults<'_>) -> Option<Standings> {
        let Kind::Tournament { entrants, .. } = &section.about.kind else { return None };
        let index =
            |cell: &Cell, player: usize| entrants.iter().position(|entrant| *entrant == cell.players[player]);
        let mut totals = vec![Tally::default(); entrants.len()];
        let mut players = vec![(Effort::default(), 0.0); entrants.len()];
        let mut grades = vec![(Sample::default(), Sample::default()); entrants.len()];
        let mut pairings = Vec::new();
        for (cell, summary) in &section.cells {
            let (Some(one), Some(other)) = (index(cell, 0), index(cell, 1)) else { continue };
            let tally = tally(summary);
            pairings.push((one, other, tally));
            add(&mut totals[one], tally);
            add(&mut totals[other], tally.swapped());
            for (entrant, player) in [one, other].into_iter().zip(&summary.players) {
                players[entrant].0.moves += player.effort.moves;
                players[entrant].0.nodes += player.effort.nodes;
                grades[entrant].0.join(&player.best);
                grades[entrant].1.join(&player.lost);
                players[entrant].1 +=
                    seconds_per_move(player).unwrap_or_default() * player.effort.moves as f64;
            }
        }
        let costs = players
            .into_iter()
            .map(|(effort, seconds)| (effort, (effort.moves > 0).then(|| seconds / effort.moves as f64)))
            .collect();
        let ratings = ratings(entrants.len(), &pairings);
        let names = entrants.iter().map(ToString::to_string).collect();
        let called = entrants.iter().map(|entrant| section.called(entrant)).collect();
        Some(Standings { names, called, pairings, totals, costs, grades, ratings })
    }

    /// The entrants, the strongest first.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        let strength = |index: usize| match self.ratings.all()[index].standing {
            Standing::Rated(elo) => elo.mean,
            Standing::AtLeast(elo) => elo + 10_000.0,
            Standing::AtMost(elo) => elo - 10_000.0,
            Standing::NotComparable => -1e6,
        };
        let rate = |index: usize| score(&self.totals[index]).map_or(0.0, |score| score.mean);
        order.sort_by(|&one, &other| {
            strength(other)
                .total_cmp(&strength(one))
                .then(rate(other).total_cmp(&rate(one)))
                .then(one.cmp(&other))
        });
        order
    }

    /// How the games of two entrants ended, seen from the first.
    pub fn between(&self, one: usize, other: usize) -> Option<Tally> {
        self.pairings.iter().find_map(|&(first, second, tally)| {
            if (first, second) == (one, other) {
                Some(tally)
            } else if (first, second) == (other, one) {
                Some(tally.swapped())
            } else {
                None
            }
        })
    }
}

/// How the games of a pairing ended, seen from the first entrant.
fn tally(summary: &Summary) -> Tally {
    summary.subject().map(|subject| subject.tally).unwrap_or_default()
}

fn add(total: &mut Tally, tally: Tally) {
    total.wins += tally.wins;
    total.draws += tally.draws;
    total.losses += tally.losses;
}

/// Points out of games, as tournaments are written: `12.5/20`.
fn points(tally: &Tally) -> Message {
    let halves = 2 * tally.wins + tally.draws;
    let half = if halves % 2 == 1 { ".5" } else { "" };
    message!(
        "points-of-games",
        "{points}/{games}",
        points = digits(format!("{}{half}", halves / 2)),
        games = tally.games()
    )
}

/// Ratings and totals, the strongest first.
pub fn ranking(section: &SectionResults<'_>, standings: &Standings) -> Table {
    let order = standings.order();
    let each =
        |value: &dyn Fn(usize) -> Value| order.iter().map(|&index| value(index)).collect::<Vec<Value>>();
    let mut table = Table::new(named(&section.about.name));
    table.column("agent", Name, each(&|index| Value::Text(standings.called[index].clone())));
    table.column(
        "Elo (95 %)",
        Deterministic,
        each(&|index| match standings.ratings.all()[index].standing {
            Standing::Rated(elo) => Value::Mean(elo),
            Standing::AtLeast(elo) => {
                Value::Text(message!("at-least", "at least {n}", n = digits(format!("{elo:.0}"))).into())
            }
            Standing::AtMost(elo) => {
                Value::Text(message!("at-most", "at most {n}", n = digits(format!("{elo:.0}"))).into())
            }
            Standing::NotComparable => Value::Text(message!("not-comparable", "not comparable").into()),
        }),
    );
    table.column("games", Deterministic, each(&|index| Value::Count(standings.totals[index].games())));
    table.column("wins", Deterministic, each(&|index| Value::Count(standings.totals[index].wins)));
    table.column("draws", Deterministic, each(&|index| Value::some(standings.totals[index].draws)));
    table.column("losses", Deterministic, each(&|index| Value::Count(standings.totals[index].losses)));
    table.column(
        "points (95 %)",
        Deterministic,
        each(&|index| score(&standings.totals[index]).map_or(Value::None, Value::Share)),
    );
    table.column("best moves (95 %)", Deterministic, each(&|index| best_moves(&standings.grades[index].0)));
    table.column(
        "points lost per move (95 %)",
        Deterministic,
        each(&|index| {
            let lost = &standings.grades[index].1;
            Value::mean(lost.mean(), lost.interval())
        }),
    );
    table.column(
        "nodes per move",
        Deterministic,
        each(&|index| Value::number(per_move(&standings.costs[index].0, |effort| effort.nodes))),
    );
    table.column(
        "time per move",
        Machine,
        each(&|index| standings.costs[index].1.map_or(Value::None, Value::Seconds)),
    );
    table.column("spec", Words, each(&|index| Value::Text(standings.names[index].as_str().into())));
    table.notes.push(message!(
        "elo-is-relative",
        "Elo is relative to the mean of all comparable agents; draws count half. The intervals come from the rating model."
    ));
    let (limits, forfeits) = section.cells.iter().fold((0, 0), |(limits, forfeits), (_, summary)| {
        (limits + summary.move_limit, forfeits + summary.forfeits)
    });
    if limits + forfeits > 0 {
        table.notes.push(message!(
            "limits-and-forfeits",
            "{limits} games reached the move limit and {forfeits} were forfeited; they are not counted above.",
            limits,
            forfeits
        ));
    }
    table
}

/// The cross-table: points of each entrant against each other.
pub fn cross_table(section: &SectionResults<'_>, standings: &Standings) -> Table {
    let order = standings.order();
    let mut table = Table::new(message!("cross-table", "{section}: cross-table", section = section.name()));
    table.column("", Name, (1..=order.len()).map(|index| Value::Text(index.into())));
    table.column("agent", Name, order.iter().map(|&index| Value::Text(standings.called[index].clone())));
    for (number, &column) in order.iter().enumerate() {
        let cell = |&row: &usize| match standings.between(row, column) {
            Some(tally) if tally.games() > 0 => Value::Text(points(&tally).into()),
            _ => Value::Text(if row == column { "*" } else { "" }.into()),
        };
        table.column((number + 1).to_string(), Deterministic, order.iter().map(cell));
    }
    table
}

/// The verdict on each pairing, and the state of its sequential test.
pub fn verdicts(section: &SectionResults<'_>) -> Table {
    let mut table = Table::new(message!("pairings", "{section}: pairings", section = section.name()));
    let pair = |(cell, _): &(&Cell, &Summary)| {
        let [one, other] = [0, 1].map(|player| section.called(&cell.players[player]));
        Value::Text(message!("against", "{one} against {other}", one, other).into())
    };
    table.column("pairing", Name, section.cells.iter().map(pair));
    table.column(
        "verdict",
        Words,
        section.cells.iter().map(|(cell, summary)| Value::Text(verdict(section, cell, summary).into())),
    );
    if let Some(rule) = section.about.sprt {
        table.column(
            "sequential test",
            Words,
            section.cells.iter().map(|(_, summary)| {
                sprt(rule, summary).map_or(Value::None, |state| Value::Text(state.into()))
            }),
        );
    }
    table
}

fn verdict(section: &SectionResults<'_>, cell: &Cell, summary: &Summary) -> Message {
    let tally = tally(summary);
    let Some(verdict) = Verdict::of(tally) else {
        return message!("no-game-ended", "no game has been played to its end yet");
    };
    if summary.all_the_same() {
        return message!(
            "all-seats-the-same",
            "{points}, but all games with the same seats went the same way: nothing in them is random, so more games would \
             add nothing; set 'opening' to vary them",
            points = points(&tally)
        );
    }
    verdict.words(section.called(&cell.players[0]), section.called(&cell.players[1]))
}

fn sprt(rule: SprtRule, summary: &Summary) -> Option<Message> {
    let test = Sprt::new(rule.elo0, rule.elo1, rule.alpha, rule.beta).ok()?;
    let report = test.report(&summary.pairs());
    let [llr, lower, upper] =
        [report.llr, report.lower, report.upper].map(|number| digits(format!("{number:.2}")));
    let decided =
        |elo: f64, other: f64| message!("sprt-decided", "decided: {elo} Elo rather than {other}", elo, other);
    let state = match report.state {
        SprtState::Continue => message!("sprt-undecided", "undecided"),
        SprtState::AcceptH0 => decided(rule.elo0, rule.elo1),
        SprtState::AcceptH1 => decided(rule.elo1, rule.elo0),
    };
    Some(message!("sprt-state", "{state} (LLR {llr}, bounds {lower} and {upper})", state, llr, lower, upper))
}
