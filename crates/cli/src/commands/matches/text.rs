//! The totals of a match as text: a table, details, and a verdict.

use std::cmp::Ordering;
use std::time::Duration;

use plylab_core::{Message, Name, ScoreBound, message};
use plylab_lab::matches::{BrokenGame, Graded, Measured, PlayerTotals, Totals};
use plylab_lab::report::wins_of;
use plylab_lab::stats::{Percent, Verdict, digits, p_words};

use crate::language::{as_typed, language, plus_minus, say};
use crate::output::one_line;
use crate::terminal::{Style, fold, quiet_heads, signed, table, width};

/// The widest table.
const WIDTH: usize = 80;

/// The whole text.
pub fn of(totals: &Totals, style: Style) -> String {
    let title = Name::of(totals.title.to_string());
    let Totals { played, count: planned, seed, over, move_limit: limit, stopped, forfeits, .. } = *totals;
    let games = if played == planned {
        message!("n-games", "{n} {n|game|games}", n = played)
    } else {
        message!("manifest-games", "{games} of {planned} games", games = played)
    };
    let head = if totals.seating.swap {
        message!("match-swapping", "{title}: {games}, seed {seed}, swapping sides after every game")
    } else {
        message!("match-of", "{title}: {games}, seed {seed}")
    };
    let mut lines = vec![style.strong(say(&head)), String::new()];
    lines.extend(rows(totals, style));
    lines.push(String::new());
    lines.push(say(&message!(
        "match-endings",
        "{over} {over|game|games} ended by the rules, {limit} at the move limit, {stopped} stopped, {forfeits} \
         {forfeits|forfeit|forfeits}"
    )));
    lines.extend(totals.players.iter().filter_map(forfeits_of));
    if let Some(first) = &totals.first_forfeit {
        let (game, player) = (first.game, Name::of(first.player.to_string()));
        let reason = first.forfeit.message();
        lines.push(say(&message!("match-first-forfeit", "first forfeit: game {game}, {player}: {reason}")));
        if !first.log.is_empty() {
            lines.push(say(&message!("its-errors", "its standard error:")));
            lines.extend(first.log.lines().map(|line| format!("  {}", one_line(line))));
        }
    }
    if let Some(BrokenGame { game, message }) = totals.broken.clone() {
        lines.push(say(&message!("match-broken", "game {game} failed and does not count: {message}")));
    }
    if let Some(mean) = totals.mean_moves {
        let mean = digits(format!("{mean:.2}"));
        lines.push(say(&message!("mean-moves", "mean moves per game: {mean}")));
    }
    for player in &totals.players {
        lines.extend(
            player.grade.map(|grade| format!("{}: {}", as_typed(&player.agent), graded(&grade, style))),
        );
    }
    let measured = totals.score_bound.iter().filter_map(measured);
    lines.extend(measured.flat_map(|line| fold(&line, 0, 2, WIDTH)));
    lines.extend(sides_taken(totals).iter().flat_map(|line| fold(line, 0, 2, WIDTH)));
    let verdict: Vec<String> = verdict(totals).iter().map(say).collect();
    if !verdict.is_empty() {
        lines.push(String::new());
        lines.extend(fold(&verdict.join(" "), 0, 0, WIDTH));
    }
    lines.join("\n")
}

/// How long all games took.
pub fn time_taken(time: Duration) -> String {
    let seconds = format!("{:.2}", time.as_secs_f64());
    say(&message!("time-taken", "Time taken: {seconds} s", seconds = Name::of(seconds)))
}

/// The table, its heads in a quiet tone.
fn rows(totals: &Totals, style: Style) -> Vec<String> {
    let mut lines = cells(totals, false, style);
    let mut above = Vec::new();
    // If long specs make the table wider than the screen, they go above it.
    if lines.iter().any(|line| width(line) > WIDTH) {
        lines = cells(totals, true, style);
        let names: Vec<Vec<String>> = (0..)
            .zip(&totals.players)
            .map(|(index, player)| vec![short(player, index), as_typed(&player.agent)])
            .collect();
        above = table(&names, 2);
        above.push(String::new());
    }
    above.extend(quiet_heads(lines, style));
    above
}

fn cells(totals: &Totals, short_names: bool, style: Style) -> Vec<String> {
    let seats = short_names || !totals.seating.swap;
    let mut heads = Vec::new();
    if seats {
        heads.push(String::new());
    }
    if !short_names {
        heads.push(language().name("agent"));
    }
    let left = heads.len();
    heads.extend(
        ["wins", "draws", "losses", "win rate (95 %)", "utility (95 %)", "min", "max"]
            .map(|head| language().name(head)),
    );
    let mut rows = vec![heads];
    for (index, player) in (0..).zip(&totals.players) {
        let mut row = Vec::new();
        if seats {
            row.push(short(player, index));
        }
        if !short_names {
            row.push(as_typed(&player.agent));
        }
        let tally = player.tally;
        row.extend([tally.wins, tally.draws, tally.losses].map(|count| written(&count.to_string())));
        row.extend(estimates(player, totals, style));
        rows.push(row);
    }
    table(&rows, left)
}

/// The seat, or a letter if players swap sides.
fn short(player: &PlayerTotals, index: u8) -> String {
    match &player.name {
        Some(name) => language().name(name),
        None => char::from(b'A'.saturating_add(index)).to_string(),
    }
}

/// A number in the digits of the language.
fn written(number: &str) -> String {
    language().name(number)
}

/// Win rate, mean utility, minimum and maximum.
fn estimates(player: &PlayerTotals, totals: &Totals, style: Style) -> [String; 4] {
    let none = || "-".to_owned();
    let games = totals.played - totals.stopped - u64::from(totals.broken.is_some());
    let rate =
        if games == 0 { none() } else { wins_of(player.tally.wins, totals.over, games).render(language()) };
    let sign = plus_minus(style);
    let mean = player.utility.map_or_else(none, |utility| match player.utilities.reach() {
        Some(reach) => {
            let reach = rounded(reach).trim_start_matches('+').to_owned();
            format!("{} ({sign}{})", written(&rounded(utility.mean)), written(&reach))
        }
        None => written(&signed(utility.mean)),
    });
    let ends = player.utility.map(|utility| [utility.min, utility.max].map(|end| written(&signed(end))));
    let [min, max] = ends.unwrap_or_else(|| [none(), none()]);
    [rate, mean, min, max]
}

/// A number rounded to the precision of an estimate.
fn rounded(value: f64) -> String {
    let decimals = if value.abs() < 10.0 { 1000.0 } else { 10.0 };
    signed((value * decimals).round() / decimals)
}

fn forfeits_of(player: &PlayerTotals) -> Option<String> {
    let reasons = player.forfeits.messages();
    (!reasons.is_empty()).then(|| {
        say(&message!("forfeits-of", "forfeits of {name}: {reasons}", name = Name::of(player.label())))
    })
}

fn graded(grade: &Graded, style: Style) -> String {
    let spread = |reach: Option<f64>, scale: f64| match reach {
        Some(reach) => {
            format!(" {}{:.*}", plus_minus(style), if scale > 1.0 { 1 } else { 2 }, scale * reach)
        }
        None => String::new(),
    };
    let best = digits(format!("{:.1}", 100.0 * grade.best_share.unwrap_or_default()));
    let best_reach = spread(grade.shares.reach(), 100.0);
    let lost = digits(format!("{:.2}", grade.points_lost_a_move.unwrap_or_default()));
    let lost_reach = spread(grade.losses.reach(), 1.0);
    say(&message!("graded", "best moves {best} %{best_reach}, points lost per move {lost}{lost_reach}"))
}

fn measured(measured: &Measured) -> Option<String> {
    let ScoreBound { most, finished, why } = measured.score_bound.clone();
    measured.share.map(|share| {
        // As names, which keep decimals and signs while their digits are translated.
        let [share, most] = [format!("{:.1}", 100.0 * share), signed(most)].map(Name::of);
        say(&if finished {
            message!("share-of-maximum", "{share} % of maximum, {most}: {why}")
        } else {
            message!("share-of-at-most", "{share} % of at most {most}: {why}")
        })
    })
}

/// How often each agent had each side, and the results by side; nothing if sides were not swapped.
fn sides_taken(totals: &Totals) -> Vec<String> {
    let ([one, other], [first, second]) = (totals.sides.as_slice(), totals.players.as_slice()) else {
        return Vec::new();
    };
    let [n, m] = first.seats[..] else { return Vec::new() };
    let [first, second] = [first, second].map(|player| player.agent.as_str());
    let (wins, losses, draws) = (one.tally.wins, other.tally.wins, one.tally.draws);
    let [one, other] = [one, other].map(|side| Name::of(side.name.to_string()));
    let sides = message!(
        "sides-taken",
        "{first} was {one} in {n} {n|game|games} and {other} in {m}, {second} the other way round",
        one = one.clone(),
        other = other.clone()
    );
    let won = message!(
        "who-won",
        "{one} won {wins} {wins|game|games}, {other} won {losses}, {draws} {draws|draw|draws}"
    );
    vec![say(&sides), say(&won)]
}

/// The verdict in words.
fn verdict(totals: &Totals) -> Vec<Message> {
    let two = totals.seating.alike && totals.players.len() == 2;
    // Where seats differ, the verdict is about the first one.
    let ahead = totals
        .players
        .iter()
        .reduce(|best, next| if two && next.tally.wins > best.tally.wins { next } else { best });
    let Some(subject) = ahead else { return Vec::new() };
    let (Some(rate), Some(utility)) = (subject.win_rate, subject.utility) else { return Vec::new() };
    let (name, percent, tally) = (Name::of(subject.label()), Percent::of(&rate), subject.tally);
    let (same, share, range) = (totals.all_the_same(), percent.mean(), percent.range());
    let mut verdict = vec![match totals.over {
        // One game has no rate.
        1 if tally.wins == 1 => message!("wins-it", "{name} wins."),
        1 if tally.losses == 1 => message!("loses-it", "{name} loses."),
        1 => message!("game-is-draw", "The game is a draw."),
        games if same => message!("wins-share", "{name} wins {share} of {games} games."),
        games => message!("wins-share-within", "{name} wins {share} of {games} games ({range})."),
    }];
    if !two {
        let n = digits(signed(utility.mean));
        verdict.push(match (utility.low, utility.high) {
            _ if utility.min == utility.max && totals.over > 1 => {
                message!("every-game-worth", "Every game is worth {n} to it.")
            }
            (Some(low), Some(high)) => {
                let [mean, low, high] = [utility.mean, low, high].map(|value| digits(rounded(value)));
                message!("game-worth-mean", "A game is worth {mean} to it on average ({low} to {high}).")
            }
            _ => message!("game-worth", "The game is worth {n} to it."),
        });
    }
    if same {
        verdict.push(if totals.seating.swap {
            message!(
                "all-sides-the-same",
                "All games with the same sides went the same way: nothing in them is random, so the confidence intervals \
                 mean nothing, and more games would show nothing new."
            )
        } else {
            message!(
                "all-went-the-same",
                "All games went the same way: nothing in them is random, so the confidence intervals mean nothing, and \
                 more games would show nothing new."
            )
        });
    } else if two && totals.over > 1 && tally.wins + tally.losses > 0 {
        verdict.extend(Verdict::of(tally).map(|found| match found.stronger() {
            Ordering::Equal => {
                let (p, outlook) = (p_words(found.p), found.outlook());
                message!(
                    "may-be-chance",
                    "That may be chance ({p}): these games do not show who is better; {outlook}."
                )
            }
            _ => message!("more-than-chance", "That is more than chance."),
        }));
    }
    verdict
}

#[cfg(test)]
mod tests {
    use plylab_core::{
        AgentId, DepthUnit, Ending, Forfeit, GameInfo, GameRecord, Message, MoveRecord, Outcome, ResultKind,
        Seed, Spec,
    };
    use plylab_lab::matches::{MatchGame, Seating};
    use plylab_lab::seats::Player;

    use super::*;

    fn record(ending: Ending, moves: usize, utilities: &[f64]) -> GameRecord {
        let outcome = |&utility: &f64| match utility {
            u if u > 0.0 => Outcome::Win,
            u if u < 0.0 => Outcome::Loss,
            _ => Outcome::Draw,
        };
        GameRecord {
            moves: vec![MoveRecord::from("1"); moves],
            ending,
            outcomes: utilities.iter().map(outcome).collect(),
            utilities: utilities.to_vec(),
            ..GameRecord::default()
        }
    }

    /// The totals of these games, out of `count`.
    fn totals(seating: Seating, players: [&str; 2], count: u64, games: &[GameRecord]) -> Totals {
        let info = GameInfo {
            name: "test".into(),
            title: "Test".into(),
            agents: vec!["Max".to_owned(), "Min".to_owned()],
            depth_unit: DepthUnit::Ply,
            result: ResultKind::Outcome,
            seats_alike: seating.alike,
            notes: Vec::new(),
        };
        let players = players.map(|name| Player::named(Spec::new(name)));
        let mut totals = Totals::new(&Spec::new("test"), &info, &players, seating, count, Seed(5));
        for (number, record) in (0..).zip(games) {
            let (swapped, record) = (seating.swapped(number), record.clone());
            totals.add(&MatchGame { number, swapped, record, graded: None });
        }
        totals
    }

    #[test]
    fn results_forfeits_and_limits_are_counted_apart() {
        let forfeit = |reason| Ending::Forfeit { agent: AgentId(1), reason };
        let games = [
            record(Ending::Over, 10, &[1.5, -1.5]),
            record(Ending::Over, 20, &[-1.0, 1.0]),
            record(Ending::MoveLimit, 100, &[]),
            record(
                forfeit(Forfeit::Crash { message: message!("panicked", "it panicked: {text}", text = "oh") }),
                5,
                &[],
            ),
            record(forfeit(Forfeit::IllegalMove { action: "Column(9)".to_owned() }), 5, &[]),
            record(forfeit(Forfeit::TimeOut { milliseconds: 70, starved: false }), 10, &[]),
            record(Ending::Stopped, 77, &[]),
        ];
        let totals = totals(Seating { alike: true, swap: false }, ["random", "first"], 8, &games);
        assert_eq!(
            of(&totals, Style::PLAIN),
            "\
Test: 7 of 8 games, seed 5

Max  random
Min  first

     wins  draws  losses                             win rate (95 %)  utility (95 %)   min   max
Max     1      0       1  1 of 6; 50 % (9 to 91) of the 2 that ended  +0.25 (+-15.9)    -1  +1.5
Min     1      0       1  1 of 6; 50 % (9 to 91) of the 2 that ended  -0.25 (+-15.9)  -1.5    +1

2 games ended by the rules, 1 at the move limit, 1 stopped, 3 forfeits
forfeits of Min: 1 illegal move, 1 time-out, 1 crash
first forfeit: game 3, Min: it panicked: oh
mean moves per game: 25.00

Max wins 50 % of 2 games (9 to 91 %). That may be chance (p = 1): these games do
not show who is better; the two are level, so the number of games needed cannot
be estimated."
        );
    }

    #[test]
    fn a_failed_game_is_reported_and_not_counted() {
        let games = [
            record(Ending::Over, 10, &[1.0, -1.0]),
            record(Ending::Broken { message: Message::verbatim("the other program died") }, 4, &[]),
        ];
        let totals = totals(Seating { alike: true, swap: false }, ["random", "first"], 8, &games);
        assert_eq!(
            of(&totals, Style::PLAIN),
            "\
Test: 2 of 8 games, seed 5

     agent   wins  draws  losses    win rate (95 %)  utility (95 %)  min  max
Max  random     1      0       0  100 % (21 to 100)              +1   +1   +1
Min  first      0      0       1      0 % (0 to 79)              -1   -1   -1

1 game ended by the rules, 0 at the move limit, 0 stopped, 0 forfeits
game 1 failed and does not count: the other program died
mean moves per game: 10.00

Max wins."
        );
    }

    #[test]
    fn players_who_swap_sides_are_counted_by_name() {
        // The first seat wins, then the second, and so on: the same player always.
        let games: Vec<GameRecord> = (0..11)
            .map(|number| {
                let utility = if number % 2 == 0 { 1.0 } else { -1.0 };
                record(Ending::Over, 5 + number / 2, &[utility, -utility])
            })
            .collect();
        let totals = totals(Seating { alike: true, swap: true }, ["clever", "random"], 11, &games);
        assert_eq!(
            of(&totals, Style::PLAIN),
            "\
Test: 11 games, seed 5, swapping sides after every game

agent   wins  draws  losses    win rate (95 %)  utility (95 %)  min  max
clever    11      0       0  100 % (74 to 100)        +1 (+-0)   +1   +1
random     0      0      11      0 % (0 to 26)        -1 (+-0)   -1   -1

11 games ended by the rules, 0 at the move limit, 0 stopped, 0 forfeits
mean moves per game: 7.27
clever was Max in 6 games and Min in 5, random the other way round
Max won 6 games, Min won 5, 0 draws

clever wins 100 % of 11 games (74 to 100 %). That is more than chance."
        );
    }

    #[test]
    fn games_that_are_all_the_same_prove_nothing() {
        let games = [record(Ending::Over, 5, &[3.0, -3.0]), record(Ending::Over, 5, &[3.0, -3.0])];
        let alone = Seating { alike: false, swap: false };
        let totals = |games: &[GameRecord]| totals(alone, ["clever", "random"], games.len() as u64, games);
        let words =
            |totals: &Totals| -> Vec<String> { verdict(totals).iter().map(ToString::to_string).collect() };
        assert_eq!(words(&totals(&games[..1])), ["Max wins.", "The game is worth +3 to it."]);
        assert!(!totals(&games).all_the_same());
        let verdict = words(&totals(&[&games[..], &games[..]].concat()));
        assert_eq!(verdict[..2], ["Max wins 100 % of 4 games.", "Every game is worth +3 to it."]);
        assert!(verdict[2].starts_with("All games went the same way"), "{verdict:?}");
    }
}
