//! Shows a game picture by picture: redrawn in place on a terminal, one below the other elsewhere.

use std::io::{self, IsTerminal as _};
use std::thread;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use plylab_core::scene::Backdrop;
use plylab_core::{
    AgentId, AnyGame, AnyPosition, Ending, GameInfo, GameRecord, Message, MoveRecord, Name, StopFlag, Turn,
    message,
};
use plylab_lab::words::{joined, number, remark, verdict};
use serde_json::Value;

use crate::failure::Failure;
use crate::language::{named, say};
use crate::output::{Output, is_dumb};
use crate::terminal::{fact_value, render};

/// How often a picture is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Every {
    /// After each move.
    Move,
    /// After all agents have moved.
    Round,
}

/// Can pictures on standard output be redrawn in place?
pub fn is_live() -> bool {
    io::stdout().is_terminal() && !is_dumb()
}

/// Reads a pause: `300` or `300ms` are milliseconds, `1s` and `0.5s` seconds.
pub fn parse_delay(text: &str) -> Result<Duration, String> {
    let (number, unit) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => (number, 1e-3),
        (None, Some(number)) => (number, 1.0),
        (None, None) => (text, 1e-3),
    };
    seconds(number, unit)
        .ok_or_else(|| "use milliseconds, as in 300, or seconds, as in 1s, up to an hour".to_owned())
}

/// Reads a number of seconds.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    seconds(text, 1.0).ok_or_else(|| "use seconds, as in 0.1, up to an hour".to_owned())
}

fn seconds(text: &str, unit: f64) -> Option<Duration> {
    let seconds = text.trim().parse::<f64>().ok()? * unit;
    (0.0..=3600.0).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// The default pause between two pictures on a terminal.
const DEFAULT_DELAY: Duration = Duration::from_millis(300);

/// Where pictures appear.
pub struct Screen {
    live: bool,
    delay: Duration,
    stop: StopFlag,
    pictures: u64,
}

impl Screen {
    /// Without a `delay`, a terminal gets the default one and a file none.
    pub fn new(live: bool, delay: Option<Duration>, stop: StopFlag) -> Screen {
        let default = if live { DEFAULT_DELAY } else { Duration::ZERO };
        Screen { live, delay: delay.unwrap_or(default), stop, pictures: 0 }
    }

    /// Shows a picture, after a pause in which the one before it can be seen.
    pub fn show(&mut self, out: &mut Output, picture: &str) -> Result<(), Failure> {
        if self.pictures > 0 {
            self.pause();
        }
        self.pictures += 1;
        if !self.live {
            let gap = if self.pictures > 1 { "\n" } else { "" };
            return out.line(format!("{gap}{picture}"));
        }
        // Overwrite the old picture line by line: clearing the screen first would flicker.
        let clear = if self.pictures == 1 { "\x1b[2J" } else { "" };
        out.raw(format!("{clear}\x1b[H{}\x1b[K\n\x1b[J", picture.replace('\n', "\x1b[K\n")).as_bytes())
    }

    /// Waits; Ctrl-C ends the pause.
    fn pause(&self) {
        const BLINK: Duration = Duration::from_millis(20);
        let began = Instant::now();
        while !self.stop.is_stopped() {
            let left = self.delay.saturating_sub(began.elapsed());
            if left.is_zero() {
                break;
            }
            thread::sleep(left.min(BLINK));
        }
    }
}

/// One game on a [`Screen`].
pub struct Stage<'a> {
    title: String,
    backdrop: Backdrop,
    names: &'a [String],
    every: Every,
    screen: &'a mut Screen,
    moves: u64,
    rounds: u64,
    /// The moves since the last picture.
    unseen: Vec<Message>,
    /// What was said about them.
    notes: Vec<Message>,
}

impl<'a> Stage<'a> {
    /// A game with that title.
    pub fn new(title: String, game: &'a dyn AnyGame, every: Every, screen: &'a mut Screen) -> Self {
        let (backdrop, names) = (game.backdrop(), game.info().agents.as_slice());
        let (unseen, notes) = (Vec::new(), Vec::new());
        Stage { title, backdrop, names, every, screen, moves: 0, rounds: 0, unseen, notes }
    }

    /// Shows the start of the game, with some lines below the title.
    pub fn start(
        &mut self,
        out: &mut Output,
        position: &dyn AnyPosition,
        lines: &[String],
    ) -> Result<(), Failure> {
        let heading = [&[named(&self.title)], lines].concat().join("\n");
        self.draw(out, &heading, position, &message!("start-cells", "start"))
    }

    /// Adds a move, which led to `position`, and draws a picture if one is due. [`Stage::end`] draws the last picture.
    pub fn step(
        &mut self,
        out: &mut Output,
        played: &MoveRecord,
        position: &dyn AnyPosition,
    ) -> Result<(), Failure> {
        self.moves += 1;
        let player = name_of(self.names, played.agent());
        let action = Name::of(played.action.as_str());
        self.unseen.push(message!("step", "{player} {action}", player = Name::of(player)));
        self.notes.extend(played.note.as_ref().map(|note| remark(player, played.value(), note)));
        let turn = position.turn();
        let round_over = turn.agent().is_some_and(|agent| agent.index() == 0);
        if turn == Turn::Over || (self.every == Every::Round && !round_over) {
            return Ok(());
        }
        self.draw_played(out, position)
    }

    /// Draws the last picture, unless it is there already, and a blank line before the result.
    pub fn end(&mut self, out: &mut Output, position: &dyn AnyPosition) -> Result<(), Failure> {
        if !self.unseen.is_empty() {
            self.draw_played(out, position)?;
        }
        out.line("")
    }

    fn draw_played(&mut self, out: &mut Output, position: &dyn AnyPosition) -> Result<(), Failure> {
        self.rounds += 1;
        let (title, moves) = (Name::of(self.title.as_str()), std::mem::take(&mut self.unseen));
        let heading = match self.every {
            Every::Move => message!("heading-move", "{title}, move {n}: {moves}", n = self.moves),
            Every::Round => message!("heading-round", "{title}, round {n}: {moves}", n = self.rounds),
        };
        let notes = std::mem::take(&mut self.notes);
        let heading = std::iter::once(&heading).chain(&notes).map(say).collect::<Vec<String>>().join("\n");
        self.draw(out, &heading, position, &message!("agent-cells", "positions"))
    }

    fn draw(
        &mut self,
        out: &mut Output,
        heading: &str,
        position: &dyn AnyPosition,
        label: &Message,
    ) -> Result<(), Failure> {
        let mut picture = render(heading, &self.backdrop, &position.scene(), out.style);
        if let Some(cells) = coordinates(self.names, &position.report()) {
            let label = out.style.quiet(format!("{}:", say(label)));
            picture.push_str(&format!("\n{label} {}", say(&cells)));
        }
        self.screen.show(out, &picture)
    }
}

fn name_of(names: &[String], agent: Option<AgentId>) -> &str {
    agent.and_then(|agent| names.get(agent.index())).map_or("the dice", String::as_str)
}

/// The coordinates of all agents, in games whose facts have them.
fn coordinates(names: &[String], report: &Value) -> Option<Message> {
    let agents = report.get("agents")?.as_array()?;
    let cell = |(name, agent): (&String, &Value)| {
        let (x, y) = (agent.get("x")?.as_f64()?, agent.get("y")?.as_f64()?);
        Some(message!("agent-cell", "{name} {cell}", name = Name::of(name), cell = format!("{x},{y}")))
    };
    let cells = names.iter().zip(agents).map(cell).collect::<Option<Vec<Message>>>()?;
    cells.into_iter().reduce(joined)
}

/// The end of a game: its result, what the game tells of its end, and how long it took.
pub fn closing(info: &GameInfo, record: &GameRecord, end: &dyn AnyPosition, time: Duration) -> String {
    if record.ending == Ending::Over
        && let Some(facts) = closing_facts(end, time)
    {
        return facts;
    }
    let (n, seconds) = (record.moves.len(), Name::of(format!("{:.2}", time.as_secs_f64())));
    let taken = message!("moves-and-time", "{n} {n|move|moves}, {seconds} s");
    format!("{}\n{}", say(&ending_text(info, record)), say(&taken))
}

/// What a game tells of its end, a line each, and how long it took; `None` if it tells nothing.
pub fn closing_facts(end: &dyn AnyPosition, time: Duration) -> Option<String> {
    let facts = end.closing();
    let seconds = Name::of(format!("{:.2}", time.as_secs_f64()));
    let lines = facts.iter().map(|fact| format!("{}: {}", named(&fact.label), fact_value(&fact.value)));
    let lines: Vec<String> = lines.chain([say(&message!("time-of-game", "time: {seconds} s"))]).collect();
    (!facts.is_empty()).then(|| lines.join("\n"))
}

/// The end of a game in a sentence: `over: Yellow wins (+1), Red loses (-1)`.
fn ending_text(info: &GameInfo, record: &GameRecord) -> Message {
    match &record.ending {
        Ending::Over => {
            let outcomes = info.agents.iter().zip(&record.outcomes).zip(&record.utilities);
            let results = outcomes.map(|((name, outcome), utility)| {
                let (result, worth) = (verdict(name, *outcome), number(*utility));
                message!("result-worth", "{result} ({worth})")
            });
            message!("over-results", "over: {results}", results = results.collect::<Vec<Message>>())
        }
        Ending::MoveLimit => message!("not-over-limit", "not over: the move limit is reached"),
        Ending::Stopped => message!("not-over-stopped", "not over: stopped"),
        Ending::Forfeit { agent, reason } => {
            let player = Name::of(name_of(&info.agents, Some(*agent)));
            let reason = reason.message();
            message!("not-over-forfeit", "not over: {player} forfeits, {reason}")
        }
        Ending::Broken { message } => {
            message!("not-over-failed", "not over: the game failed: {message}", message = message.clone())
        }
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::{DepthUnit, Outcome, ResultKind};

    use super::*;

    #[test]
    fn pauses_are_milliseconds_or_seconds() {
        for (text, milliseconds) in [("300", 300), ("300ms", 300), ("1s", 1000), ("0.5s", 500), ("0", 0)] {
            assert_eq!(parse_delay(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "s", "-1", "1h", "nan", "inf", "3601s", "1e99"] {
            assert!(parse_delay(text).is_err(), "{text}");
        }
        assert_eq!(parse_seconds("0.1"), Ok(Duration::from_millis(100)));
        assert!(parse_seconds("-1").is_err());
    }

    #[test]
    fn an_ending_says_who_won_or_what_went_wrong() {
        let info = GameInfo {
            name: "test".into(),
            title: "Test".into(),
            agents: vec!["Max".to_owned(), "Min".to_owned()],
            depth_unit: DepthUnit::Ply,
            result: ResultKind::Outcome,
            seats_alike: true,
            notes: Vec::new(),
        };
        let ended = |ending: Ending| {
            let (outcomes, utilities) = (vec![Outcome::Win, Outcome::Loss], vec![1.0, -1.0]);
            let record = GameRecord { ending, outcomes, utilities, ..GameRecord::default() };
            ending_text(&info, &record).to_string()
        };
        assert_eq!(ended(Ending::Over), "over: Max wins (+1), Min loses (-1)");
        let message = Message::verbatim("the other program died");
        assert_eq!(ended(Ending::Broken { message }), "not over: the game failed: the other program died");
    }

    #[test]
    fn coordinates_are_those_of_the_report() {
        let names = ["Pac-Man".to_owned(), "Ghost 1".to_owned()];
        let report = serde_json::json!({"agents": [{"x": 8.0, "y": 0.0}, {"x": 5.5, "y": 6.0}]});
        let cells = coordinates(&names, &report).map(|cells| cells.to_string());
        assert_eq!(cells.as_deref(), Some("Pac-Man 8,0; Ghost 1 5.5,6"));
        assert_eq!(coordinates(&names, &serde_json::json!({"stones": 3})), None);
        assert_eq!(coordinates(&names, &serde_json::json!({"agents": [1, 2]})), None);
    }
}
