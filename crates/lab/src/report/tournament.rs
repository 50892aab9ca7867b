//! The tables of a tournament: ratings, the cross-table, and a verdict for each pairing.

use plylab_core::{Effort, Field, Message, Spec, message};

use super::named;
use super::results::SectionResults;
use super::sweep::{best_moves, per_move, seconds_per_move};
use super::table::{ColumnKind, Table, Value};
use crate::experiment::{ForfeitRule, Kind};
use crate::forfeits::Forfeits;
use crate::plan::Cell;
use crate::stats::{Ratings, Sample, Sprt, SprtState, Standing, Tally, Verdict, digits, ratings, score};
use crate::summary::{FirstForfeit, Summary};

use ColumnKind::{Deterministic, Machine, Name, Words};

/// A tournament, added up by entrant.
#[derive(Debug)]
pub struct Standings {
    /// Who takes part, by spec.
    pub names: Vec<String>,
    /// What they are display_names.
    pub display_names: Vec<Field>,
    /// First entrant, second entrant, and how their games ended, seen from the first.
    pub pairings: Vec<(usize, usize, Tally)>,
    /// All games of each entrant.
    pub totals: Vec<Tally>,
    /// The search effort of each entrant, and its mean time per move.
    pub costs: Vec<(Effort, Option<f64>)>,
    /// The share of best moves and the points lost per move of each entrant, by game, where games were graded.
    pub grades: Vec<(Sample, Sample)>,
    /// How the games of each entrant ended.
    pub endings: Vec<Endings>,
    /// The ratings.
    pub ratings: Ratings,
}

/// How the games of an entrant ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Endings {
    /// All games.
    pub games: u64,
    /// By the rules.
    pub over: u64,
    /// At the move limit.
    pub move_limit: u64,
    /// Forfeited by the entrant.
    pub own: Forfeits,
    /// Forfeited by the opponent.
    pub others: u64,
}

impl Standings {
    /// Adds up the games of a tournament; `None` for any other section.
    pub fn of(section: &SectionResults<'_>) -> Option<Standings> {
        let Kind::Tournament { entrants, .. } = &section.about.kind else { return None };
        let rule = section.about.forfeits;
        let index =
            |cell: &Cell, player: usize| entrants.iter().position(|entrant| *entrant == cell.players[player]);
        let mut totals = vec![Tally::default(); entrants.len()];
        let mut players = vec![(Effort::default(), 0.0); entrants.len()];
        let mut grades = vec![(Sample::default(), Sample::default()); entrants.len()];
        let mut endings = vec![Endings::default(); entrants.len()];
        let mut pairings = Vec::new();
        for (cell, summary) in &section.cells {
            let (Some(one), Some(other)) = (index(cell, 0), index(cell, 1)) else { continue };
            let tally = tally(summary, rule);
            pairings.push((one, other, tally));
            totals[one].join(&tally);
            totals[other].join(&tally.swapped());
            for (entrant, player) in [one, other].into_iter().zip(&summary.players) {
                players[entrant].0.moves += player.effort.moves;
                players[entrant].0.nodes += player.effort.nodes;
                grades[entrant].0.join(&player.best);
                grades[entrant].1.join(&player.lost);
                players[entrant].1 +=
                    seconds_per_move(player).unwrap_or_default() * player.effort.moves as f64;
                let ended = &mut endings[entrant];
                ended.games += summary.games;
                ended.over += summary.over;
                ended.move_limit += summary.move_limit;
                ended.own.join(&player.forfeits);
                ended.others += summary.forfeits.sum() - player.forfeits.sum();
            }
        }
        let costs = players
            .into_iter()
            .map(|(effort, seconds)| (effort, (effort.moves > 0).then(|| seconds / effort.moves as f64)))
            .collect();
        let ratings = ratings(entrants.len(), &pairings);
        let names = entrants.iter().map(ToString::to_string).collect();
        let display_names = entrants.iter().map(|entrant| section.display_name(entrant)).collect();
        Some(Standings { names, display_names, pairings, totals, costs, grades, endings, ratings })
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

    /// The share of the points that an entrant scored.
    fn points(&self, entrant: usize) -> Value {
        score(&self.totals[entrant]).map_or(Value::None, Value::Share)
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
fn tally(summary: &Summary, rule: ForfeitRule) -> Tally {
    let Some(subject) = summary.subject() else { return Tally::default() };
    let mut tally = subject.tally;
    if rule == ForfeitRule::Lose {
        tally.losses += subject.forfeits.sum();
        tally.wins += summary.forfeits.sum() - subject.forfeits.sum();
    }
    tally
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
    let mut table = Table::new(named(&section.about.name));
    let mut add = |title: &str, kind, value: &dyn Fn(usize) -> Value| {
        table.column(title, kind, order.iter().map(|&index| value(index)));
    };
    add("agent", Name, &|index| Value::Text(standings.display_names[index].clone()));
    add("Elo (95 %)", Deterministic, &|index| match standings.ratings.all()[index].standing {
        Standing::Rated(elo) => Value::Mean(elo),
        Standing::AtLeast(elo) => {
            Value::Text(message!("at-least", "at least {n}", n = digits(format!("{elo:.0}"))).into())
        }
        Standing::AtMost(elo) => {
            Value::Text(message!("at-most", "at most {n}", n = digits(format!("{elo:.0}"))).into())
        }
        Standing::NotComparable => Value::Text(message!("not-comparable", "not comparable").into()),
    });
    add("games", Deterministic, &|index| Value::Count(standings.totals[index].games()));
    add("wins", Deterministic, &|index| Value::Count(standings.totals[index].wins));
    add("draws", Deterministic, &|index| Value::some(standings.totals[index].draws));
    add("losses", Deterministic, &|index| Value::Count(standings.totals[index].losses));
    add("points (95 %)", Deterministic, &|index| standings.points(index));
    // Of all games and of those that count: where some do not, points alone would hide how many.
    if standings.totals.iter().zip(&standings.endings).any(|(total, ended)| total.games() < ended.games) {
        add("win rate (95 %)", Deterministic, &|index| {
            let (total, games) = (&standings.totals[index], standings.endings[index].games);
            Value::Wins { wins: total.wins, ended: total.games(), games }
        });
    }
    add("best moves (95 %)", Deterministic, &|index| best_moves(&standings.grades[index].0));
    add("points lost per move (95 %)", Deterministic, &|index| {
        let lost = &standings.grades[index].1;
        Value::mean(lost.mean(), lost.interval())
    });
    add("nodes per move", Deterministic, &|index| {
        Value::number(per_move(&standings.costs[index].0, |effort| effort.nodes))
    });
    add("time per move", Machine, &|index| standings.costs[index].1.map_or(Value::None, Value::Seconds));
    add("spec", Words, &|index| Value::Text(standings.names[index].as_str().into()));
    table.notes.push(message!(
        "elo-is-relative",
        "Elo is relative to the mean of all comparable agents; draws count half. The intervals come from the rating model."
    ));
    let (limits, forfeits) = section.cells.iter().fold((0, 0), |(limits, forfeits), (_, summary)| {
        (limits + summary.move_limit, forfeits + summary.forfeits.sum())
    });
    if limits + forfeits > 0 {
        table.notes.push(match section.about.forfeits {
            ForfeitRule::Lose => message!(
                "forfeits-lose",
                "{forfeits} games were forfeited, which counts as a loss; {limits} reached the move limit and are not \
                 counted above."
            ),
            ForfeitRule::Apart => message!(
                "limits-and-forfeits",
                "{limits} games reached the move limit and {forfeits} were forfeited; they are not counted above."
            ),
        });
    }
    table
}

/// The cross-table: points of each entrant against each other.
pub fn cross_table(section: &SectionResults<'_>, standings: &Standings) -> Table {
    let order = standings.order();
    let mut table = Table::new(message!("cross-table", "{section}: cross-table", section = section.name()));
    table.column("", Name, (1..=order.len()).map(|index| Value::Text(index.into())));
    table.column(
        "agent",
        Name,
        order.iter().map(|&index| Value::Text(standings.display_names[index].clone())),
    );
    for (number, &column) in order.iter().enumerate() {
        let cell = |&row: &usize| match standings.between(row, column) {
            Some(tally) if tally.games() > 0 => Value::Text(points(&tally).into()),
            _ => Value::Text(if row == column { "*" } else { "" }.into()),
        };
        table.column((number + 1).to_string(), Deterministic, order.iter().map(cell));
    }
    table.column("points (95 %)", Deterministic, order.iter().map(|&index| standings.points(index)));
    table
}

/// How the games of each entrant ended: by the rules, or by whose fault. None if all of them ended by the rules.
pub fn endings(section: &SectionResults<'_>, standings: &Standings) -> Option<Table> {
    if standings.endings.iter().all(|ended| ended.over == ended.games) {
        return None;
    }
    let order = standings.order();
    let each = |value: &dyn Fn(&Endings) -> u64| -> Vec<Value> {
        order.iter().map(|&index| Value::some(value(&standings.endings[index]))).collect()
    };
    let mut table = Table::new(message!("endings", "{section}: how games ended", section = section.name()));
    table.column(
        "agent",
        Name,
        order.iter().map(|&index| Value::Text(standings.display_names[index].clone())),
    );
    table.column("games", Deterministic, each(&|ended| ended.games));
    table.column("by the rules", Deterministic, each(&|ended| ended.over));
    table.column("at the move limit", Deterministic, each(&|ended| ended.move_limit));
    for (index, (kind, _)) in Forfeits::default().by_kind().into_iter().enumerate() {
        table.column(kind, Deterministic, each(&|ended| ended.own.by_kind()[index].1));
    }
    table.column("forfeits of opponents", Deterministic, each(&|ended| ended.others));
    Some(table)
}

/// How each entrant that forfeited games did so first: a note for each.
pub fn first_forfeits(section: &SectionResults<'_>) -> Vec<Message> {
    let Kind::Tournament { entrants, .. } = &section.about.kind else { return Vec::new() };
    let first = |entrant: &Spec| {
        section.cells.iter().find_map(|(cell, summary)| {
            let player = cell.players.iter().position(|player| player == entrant)?;
            let FirstForfeit { number, reason, .. } = summary.players.get(player)?.first_forfeit.as_ref()?;
            Some(message!(
                "agent-first-forfeit",
                "{agent} first forfeited in '{game}': {reason}.",
                agent = entrant.to_string(),
                game = format!("{} #{number}", cell.key),
                reason = reason.message()
            ))
        })
    };
    entrants.iter().filter_map(first).collect()
}

/// The verdict on each pairing, and the state of its sequential test.
pub fn verdicts(section: &SectionResults<'_>) -> Table {
    let mut table = Table::new(message!("pairings", "{section}: pairings", section = section.name()));
    let pair = |(cell, _): &(&Cell, &Summary)| {
        let [one, other] = [0, 1].map(|player| section.display_name(&cell.players[player]));
        Value::Text(message!("against", "{one} against {other}").into())
    };
    table.column("pairing", Name, section.cells.iter().map(pair));
    table.column(
        "verdict",
        Words,
        section.cells.iter().map(|(cell, summary)| Value::Text(verdict(section, cell, summary).into())),
    );
    if let Some(test) = section.about.sprt {
        let states = section.cells.iter().map(|(_, summary)| Value::Text(sprt(test, summary).into()));
        table.column("sequential test", Words, states);
    }
    table
}

fn verdict(section: &SectionResults<'_>, cell: &Cell, summary: &Summary) -> Message {
    let tally = tally(summary, section.about.forfeits);
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
    verdict.words(section.display_name(&cell.players[0]), section.display_name(&cell.players[1]))
}

fn sprt(test: Sprt, summary: &Summary) -> Message {
    let [elo0, elo1] = test.elo();
    let report = test.report(&summary.pairs());
    let [llr, lower, upper] =
        [report.llr, report.lower, report.upper].map(|number| digits(format!("{number:.2}")));
    let decided = |elo: f64, other: f64| message!("sprt-decided", "decided: {elo} Elo rather than {other}");
    let state = match report.state {
        SprtState::Continue => message!("sprt-undecided", "undecided"),
        SprtState::AcceptH0 => decided(elo0, elo1),
        SprtState::AcceptH1 => decided(elo1, elo0),
    };
    message!("sprt-state", "{state} (LLR {llr}, bounds {lower} and {upper})")
}
