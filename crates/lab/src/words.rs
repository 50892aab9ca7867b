//! Values, players and outcomes in words.

use std::time::Duration;

use plylab_core::scene::{Backdrop, Ground};
use plylab_core::{
    AgentId, AnyGame, AnyPosition, Certainty, Field, InputError, Message, Name, Outcome, Turn, Value, Worth,
    message,
};
use serde::Serializer;

/// A number with its sign: `+12`, `-0.25`, `0`. Four decimals are enough to compare by eye.
pub fn signed(value: f64) -> String {
    let text = format!("{value:+.4}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    match text {
        "+0" | "-0" => "0".to_owned(),
        text => text.to_owned(),
    }
}

/// A number with its sign, whose digits a language may write in its own way.
pub fn number(value: f64) -> Name {
    Name::of(signed(value))
}

/// The value without its certainty: `+12`, `win in 9`, `draw`.
pub fn worth(worth: Worth) -> Message {
    match worth {
        Worth::Score { score } => message!("worth-score", "{score}", score = number(score)),
        Worth::Win { plies: Some(plies) } => message!("win-in", "win in {plies}"),
        Worth::Win { plies: None } => message!("worth-win", "win"),
        Worth::Draw => message!("worth-draw", "draw"),
        Worth::Loss { plies: Some(plies) } => message!("loss-in", "loss in {plies}"),
        Worth::Loss { plies: None } => message!("worth-loss", "loss"),
    }
}

/// A value with its certainty: `+12`, `at most +3`, `about -0.5`, `win in 9`.
pub fn value(value: &Value) -> Message {
    let n = worth(value.worth);
    match value.certainty {
        Certainty::Exact => n,
        Certainty::AtLeast => message!("at-least", "at least {n}"),
        Certainty::AtMost => message!("at-most", "at most {n}"),
        Certainty::Estimate => message!("about", "about {n}"),
    }
}

/// What an agent says about its move.
pub fn note(note: &str) -> Message {
    message!("agent-says", "It says: {note}")
}

/// What a player says about its move, and what it thinks the move is worth to it.
pub fn remark(player: &str, worth: Option<Value>, note: &str) -> Message {
    let player = Name::of(player);
    match worth {
        None => message!("player-says", "{player} says: {note}"),
        Some(worth) => {
            message!("player-says-worth", "{player} says, worth {value}: {note}", value = value(&worth))
        }
    }
}

/// The name of the side to move.
pub fn name_of(game: &dyn AnyGame, turn: Turn) -> String {
    match turn {
        Turn::Agent(agent) => {
            game.info().agents.get(agent.index()).cloned().unwrap_or_else(|| format!("agent {agent}"))
        }
        Turn::Chance => "the dice".to_owned(),
        Turn::Over => "nobody".to_owned(),
    }
}

/// `Yellow wins`.
pub fn verdict(name: &str, outcome: Outcome) -> Message {
    let name = Name::of(name);
    match outcome {
        Outcome::Win => message!("side-wins", "{name} wins"),
        Outcome::Draw => message!("side-draws", "{name} draws"),
        Outcome::Loss => message!("side-loses", "{name} loses"),
    }
}

/// A cell of a board by its labels, `b2`, or by its numbers where rows have none: `column 4, row 2`. Rows count from the bottom.
pub fn cell(backdrop: &Backdrop, (column, row): (u16, u16)) -> Message {
    let (column_label, row_label) = match &backdrop.ground {
        Ground::Board(grid) => {
            (grid.column_labels.get(usize::from(column)).cloned(), grid.row_labels.get(usize::from(row)))
        }
        Ground::Graph(_) | Ground::Tree(_) | Ground::Text => (None, None),
    };
    match (column_label, row_label) {
        (Some(column), Some(row)) => message!("cell-named", "{cell}", cell = Name::of(column + row)),
        (label, _) => {
            let column = Name::of(label.unwrap_or_else(|| (column + 1).to_string()));
            message!("cell-numbered", "column {column}, row {row}", row = row + 1)
        }
    }
}

/// One part of a sentence after the other.
pub fn joined(one: impl Into<Field>, other: impl Into<Field>) -> Message {
    message!("joined", "{one}; {other}")
}

/// Each of the items once, in the order in which they first come.
pub fn distinct<T: PartialEq>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut seen = Vec::new();
    for item in items {
        if !seen.contains(&item) {
            seen.push(item);
        }
    }
    seen
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed<T: Into<Field>>(items: impl IntoIterator<Item = T>) -> Field {
    let mut items: Vec<Field> = items.into_iter().map(Into::into).collect();
    let Some(last) = items.pop() else { return Field::List(items) };
    if items.is_empty() {
        return last;
    }
    message!("and-last", "{first} and {last}", first = Field::List(items)).into()
}

/// The player to move.
///
/// # Errors
///
/// If there is none.
pub fn decider(position: &dyn AnyPosition) -> Result<AgentId, InputError> {
    match position.turn() {
        Turn::Agent(agent) => Ok(agent),
        Turn::Over => Err(InputError::new(message!("over-here", "the game is over in this position"))
            .expected(message!("give-turn", "give a position with a player to move"))),
        Turn::Chance => {
            Err(InputError::new(message!("dice-here", "the dice are to be rolled in this position"))
                .expected(message!("give-player-turn", "give a position with a player to move")))
        }
    }
}

/// A time in about three digits.
pub fn time_text(time: Duration) -> Message {
    let millis = time.as_secs_f64() * 1e3;
    let n = match millis {
        ..0.01 => return message!("no-time", "<0.01 ms"),
        ..10.0 => format!("{millis:.2}"),
        ..1000.0 => format!("{millis:.0}"),
        _ => return message!("seconds", "{n} s", n = Name::of(format!("{:.2}", millis / 1e3))),
    };
    message!("milliseconds", "{n} ms", n = Name::of(n))
}

/// Serialises sentences for programs: in English, whatever people read.
///
/// # Errors
///
/// If the serializer fails.
pub fn in_english<S: Serializer>(sentences: &[Message], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(sentences.iter().map(Message::to_string))
}

#[cfg(test)]
mod tests {
    use plylab_core::English;

    use super::*;

    #[test]
    fn cells_have_the_names_of_their_board() {
        let registry = plylab_standard::registry();
        let name = |game: &str| {
            let game = registry.open(&game.parse().unwrap(), &plylab_core::NoFiles).unwrap();
            cell(&game.backdrop(), (1, 2)).to_string()
        };
        assert_eq!((name("tictactoe"), name("connect4")), ("b3".to_owned(), "column 2, row 3".to_owned()));
    }

    #[test]
    fn values_read_as_people_say_them() {
        let me = AgentId(0);
        let texts = [
            Value::score(me, 12.5),
            Value::proven(me, Outcome::Win, Some(9)),
            Value::proven(me, Outcome::Loss, Some(4)).with(Certainty::AtMost),
            Value::score(me, 1e9 - 9.0),
            Value::score(me, -252.5).with(Certainty::Estimate),
            Value::score(me, f64::INFINITY),
            Value::proven(me, Outcome::Draw, None).with(Certainty::AtLeast),
            Value::proven(me, Outcome::Win, None),
        ];
        let texts = texts.iter().map(|found| value(found).to_string()).collect::<Vec<String>>();
        assert_eq!(
            texts,
            [
                "+12.5",
                "win in 9",
                "at most loss in 4",
                "+999999991",
                "about -252.5",
                "+inf",
                "at least draw",
                "win"
            ]
        );
    }
    #[test]
    fn lists_read_well() {
        let lists = [&["a"][..], &["a", "b"], &["a", "b", "c"]];
        let texts = lists.map(|list| listed(list.iter().copied()).render(&English));
        assert_eq!(texts, ["a", "a and b", "a, b and c"]);
    }

    #[test]
    fn times_are_short() {
        let texts =
            [3, 36, 12_345, 1_234_567].map(|micros| time_text(Duration::from_micros(micros)).to_string());
        assert_eq!(texts, ["<0.01 ms", "0.04 ms", "12 ms", "1.23 s"]);
    }
}
