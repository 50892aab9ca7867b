//! The tables of a tournament: ratings, the cross-table, and a verdict for each pairing.

use plylab_core::{Field, Message, Spec, message};

use super::named;
use super::results::SectionResults;
use super::sweep::{best_moves, per_move, seconds_per_move};
use super::table::{ColumnKind, Table, TableValue};
use crate::experiment::{ForfeitRule, Kind};
use crate::forfeits::Forfeits;
use crate::plan::PlanCell;
use crate::stats::{Sprt, SprtState, Standing, Tally, Verdict, digits, ratings, score};
use crate::summary::{CellForfeit, PlayerSummary, Summary};

use ColumnKind::{Deterministic, Machine, Name, Words};

/// A tournament, added up by entrant.
#[derive(Debug)]
pub struct Standings {
    /// In the order of the file.
    pub entrants: Vec<Entrant>,
    /// The indices of the entrants, the strongest first.
    order: Vec<usize>,
    /// First entrant, second entrant, and how their games ended, seen from the first.
    pairings: Vec<(usize, usize, Tally)>,
}

/// An entrant of a tournament, with the totals of its games.
#[derive(Debug)]
pub struct Entrant {
    spec: String,
    /// What it is called.
    pub display_name: Field,
    /// Its rating.
    pub standing: Standing,
    /// The games that count.
    total: Tally,
    /// Its effort and time, its grades where games were graded, and its own forfeits.
    player: PlayerSummary,
    /// All games.
    games: u64,
    /// Those that ended by the rules.
    over: u64,
    /// Those that reached the move limit.
    move_limit: u64,
    /// Those that its opponents forfeited.
    others: u64,
}

impl Standings {
    /// Adds up the games of a tournament; `None` for any other section.
    pub fn of(section: &SectionResults<'_>) -> Option<Standings> {
        let Kind::Tournament { entrants: specs, .. } = &section.about.kind else { return None };
        let index = |player: &Spec| specs.iter().position(|spec| spec == player);
        let entrant = |spec: &Spec| Entrant {
            spec: spec.to_string(),
            display_name: section.display_name(spec),
            standing: Standing::NotComparable,
            total: Tally::default(),
            player: PlayerSummary::default(),
            games: 0,
            over: 0,
            move_limit: 0,
            others: 0,
        };
        let mut entrants: Vec<Entrant> = specs.iter().map(entrant).collect();
        let mut pairings = Vec::new();
        for (cell, summary) in &section.cells {
            let (Some(one), Some(other)) = (index(&cell.players[0]), index(&cell.players[1])) else {
                continue;
            };
            let tally = tally(summary, section.about.forfeits);
            pairings.push((one, other, tally));
            let sides = [(one, tally), (other, tally.swapped())];
            for ((index, tally), player) in sides.into_iter().zip(&summary.players) {
                let entrant = &mut entrants[index];
                entrant.total.join(&tally);
                entrant.player.effort.join(&player.effort);
                entrant.player.seconds.join(&player.seconds);
                entrant.player.best.join(&player.best);
                entrant.player.lost.join(&player.lost);
                entrant.player.forfeits.join(&player.forfeits);
                entrant.games += summary.games;
                entrant.over += summary.over;
                entrant.move_limit += summary.move_limit;
                entrant.others += summary.forfeits.sum() - player.forfeits.sum();
            }
        }
        for (entrant, rating) in entrants.iter_mut().zip(ratings(specs.len(), &pairings).all) {
            entrant.standing = rating.standing;
        }
        let strength = |entrant: &Entrant| match entrant.standing {
            Standing::Rated(elo) => elo.mean,
            Standing::AtLeast(elo) => elo + 10_000.0,
            Standing::AtMost(elo) => elo - 10_000.0,
            Standing::NotComparable => -1e6,
        };
        let rate = |entrant: &Entrant| score(&entrant.total).map_or(0.0, |score| score.mean);
        let mut order: Vec<usize> = (0..entrants.len()).collect();
        // Equals stay in the order of the file.
        order.sort_by(|&one, &other| {
            let (one, other) = (&entrants[one], &entrants[other]);
            strength(other).total_cmp(&strength(one)).then(rate(other).total_cmp(&rate(one)))
        });
        Some(Standings { entrants, order, pairings })
    }

    /// A value of each entrant, the strongest first.
    fn each(&self, value: impl Fn(&Entrant) -> TableValue) -> Vec<TableValue> {
        self.order.iter().map(|&index| value(&self.entrants[index])).collect()
    }

    /// How the games of two entrants ended, seen from the first.
    fn between(&self, one: usize, other: usize) -> Option<Tally> {
        self.pairings.iter().find_map(|&(first, second, tally)| {
            if (first, second) == (one, other) {
                Some(tally)
            } else {
                ((first, second) == (other, one)).then(|| tally.swapped())
            }
        })
    }
}

impl Entrant {
    fn named(&self) -> TableValue {
        TableValue::Text(self.display_name.clone())
    }

    /// The share of the points that it scored.
    fn points(&self) -> TableValue {
        score(&self.total).map_or(TableValue::None, TableValue::Share)
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
    let points = digits(format!("{}{half}", halves / 2));
    message!("points-of-games", "{points}/{games}", games = tally.games())
}

/// Ratings and totals, the strongest first.
pub fn ranking(section: &SectionResults<'_>, standings: &Standings) -> Table {
    let mut table = Table::new(named(&section.about.name));
    let mut add = |title: &str, kind, value: &dyn Fn(&Entrant) -> TableValue| {
        table.column(title, kind, standings.each(value));
    };
    let bound = |elo: f64| digits(format!("{elo:.0}"));
    add("agent", Name, &Entrant::named);
    add("Elo (95 %)", Deterministic, &|entrant| match entrant.standing {
        Standing::Rated(elo) => TableValue::Mean(elo),
        Standing::AtLeast(elo) => {
            TableValue::Text(message!("at-least", "at least {n}", n = bound(elo)).into())
        }
        Standing::AtMost(elo) => TableValue::Text(message!("at-most", "at most {n}", n = bound(elo)).into()),
        Standing::NotComparable => TableValue::Text(message!("not-comparable", "not comparable").into()),
    });
    add("games", Deterministic, &|entrant| TableValue::Count(entrant.total.games()));
    add("wins", Deterministic, &|entrant| TableValue::Count(entrant.total.wins));
    add("draws", Deterministic, &|entrant| TableValue::some(entrant.total.draws));
    add("losses", Deterministic, &|entrant| TableValue::Count(entrant.total.losses));
    add("points (95 %)", Deterministic, &Entrant::points);
    // Where some games do not count, points alone would hide how many.
    if standings.entrants.iter().any(|entrant| entrant.total.games() < entrant.games) {
        add("win rate (95 %)", Deterministic, &|Entrant { total, games, .. }| {
            TableValue::wins(total.wins, total.games(), *games)
        });
    }
    add("best moves (95 %)", Deterministic, &|entrant| best_moves(&entrant.player.best));
    add("points lost per move (95 %)", Deterministic, &|entrant| TableValue::mean(&entrant.player.lost));
    add("nodes per move", Deterministic, &|entrant| {
        TableValue::number(per_move(&entrant.player.effort, |effort| effort.nodes))
    });
    add("time per move", Machine, &|entrant| TableValue::seconds(seconds_per_move(&entrant.player)));
    add("spec", Words, &|entrant| TableValue::Text(entrant.spec.as_str().into()));
    table.notes.push(message!(
        "elo-is-relative",
        "Elo is relative to the mean of all comparable agents; draws count half. The intervals come from the rating model."
    ));
    let limits: u64 = section.cells.iter().map(|(_, summary)| summary.move_limit).sum();
    let forfeits: u64 = section.cells.iter().map(|(_, summary)| summary.forfeits.sum()).sum();
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
    let order = &standings.order;
    let mut table = Table::new(message!("cross-table", "{section}: cross-table", section = section.name()));
    table.column("", Name, (1..=order.len()).map(|index| TableValue::Text(index.into())));
    table.column("agent", Name, standings.each(Entrant::named));
    for (number, &column) in (1..).zip(order) {
        let cell = |&row: &usize| match standings.between(row, column) {
            Some(tally) if tally.games() > 0 => TableValue::Text(points(&tally).into()),
            _ => TableValue::Text(if row == column { "*" } else { "" }.into()),
        };
        table.column(number.to_string(), Deterministic, order.iter().map(cell));
    }
    table.column("points (95 %)", Deterministic, standings.each(Entrant::points));
    table
}

/// How the games of each entrant ended: by the rules, at the move limit, or by a forfeit of either side. None if all of them
/// ended by the rules.
pub fn endings(section: &SectionResults<'_>, standings: &Standings) -> Option<Table> {
    if standings.entrants.iter().all(|entrant| entrant.over == entrant.games) {
        return None;
    }
    let mut table = Table::new(message!("endings", "{section}: how games ended", section = section.name()));
    table.column("agent", Name, standings.each(Entrant::named));
    let mut add = |title: &str, count: &dyn Fn(&Entrant) -> u64| {
        table.column(title, Deterministic, standings.each(|entrant| TableValue::some(count(entrant))));
    };
    add("games", &|entrant| entrant.games);
    add("by the rules", &|entrant| entrant.over);
    add("at the move limit", &|entrant| entrant.move_limit);
    for (index, (kind, _)) in Forfeits::default().by_kind().into_iter().enumerate() {
        add(kind, &|entrant| entrant.player.forfeits.by_kind()[index].1);
    }
    add("forfeits of opponents", &|entrant| entrant.others);
    Some(table)
}

/// How each entrant that forfeited games did so first: a note for each.
pub fn first_forfeits(section: &SectionResults<'_>) -> Vec<Message> {
    let Kind::Tournament { entrants, .. } = &section.about.kind else { return Vec::new() };
    let first = |entrant: &Spec| {
        section.cells.iter().find_map(|(cell, summary)| {
            let player = cell.players.iter().position(|player| player == entrant)?;
            let CellForfeit { number, reason, .. } = summary.players.get(player)?.first_forfeit.as_ref()?;
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
    let mut add = |title, kind, text: &dyn Fn(&PlanCell, &Summary) -> Message| {
        let each = section.cells.iter().map(|(cell, summary)| TableValue::Text(text(cell, summary).into()));
        table.column(title, kind, each);
    };
    add("pairing", Name, &|cell, _| {
        let [one, other] = [0, 1].map(|player| section.display_name(&cell.players[player]));
        message!("against", "{one} against {other}")
    });
    add("verdict", Words, &|cell, summary| verdict(section, cell, summary));
    if let Some(test) = section.about.sprt {
        add("sequential test", Words, &|_, summary| sprt(test, summary));
    }
    table
}

fn verdict(section: &SectionResults<'_>, cell: &PlanCell, summary: &Summary) -> Message {
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
