//! The dialogue with a person: moves, commands, and what the others do in between.

use std::fs::File;
use std::io::{self, Write as _};
use std::sync::Arc;

use plylab_core::{Budget, Decision, InputError, Message, RootMove, Spec, Thought, Turn, Watch, message};
use plylab_lab::WallClock;
use plylab_lab::live::{LiveGame, Seat};
use plylab_lab::words::{self, name_of, verdict};

use crate::failure::{Failure, said};
use crate::interrupt::stop_on_interrupt;
use crate::output::Output;
use crate::terminal::{render, table};
use crate::typed::{Typed, echo, next_line};

/// A game in progress, and everything that can be asked of it.
pub struct Session {
    spec: Spec,
    live: LiveGame<()>,
    hints: Spec,
    budget: Budget,
    /// Is the others' thinking shown?
    thinking: bool,
}

/// What is to be done after a line was read.
enum Next {
    /// The position has changed, or is to be drawn again.
    Draw,
    /// Ask again.
    Ask,
    /// The person has had enough.
    Quit,
}

const HELP: &str = "\
undo       back to your last move
hint       what an agent would play here, and what each move is worth
think      show or hide what the others think
board      draw the board again
moves      the legal moves, and those played so far
save FILE  write the moves to a file that 'plylab replay --moves FILE' reads
new        begin another game
help       this list
quit       end; so does the end of input
Everything else is a move. Where a move has the name of a command, :undo is the command.";

impl Session {
    /// A session about to begin, with that agent for hints.
    pub fn new(spec: Spec, live: LiveGame<()>, hints: Spec) -> Session {
        let budget = Budget { clock: Arc::new(WallClock::start()), ..Budget::unlimited() };
        Session { spec, live, hints, budget, thinking: false }
    }

    /// Plays until the person has had enough.
    pub fn run(&mut self, out: &mut Output) -> Result<(), Failure> {
        self.budget.stop = stop_on_interrupt();
        self.welcome(out)?;
        loop {
            self.others(out)?;
            self.draw(out)?;
            loop {
                match self.ask(out)? {
                    Next::Draw => break,
                    Next::Ask => {}
                    Next::Quit => return Ok(()),
                }
            }
        }
    }

    fn welcome(&self, out: &mut Output) -> Result<(), Failure> {
        for (name, seat) in self.live.game().info().agents.iter().zip(self.live.seats()) {
            out.line(match seat {
                Seat::Person => format!("{name}: you"),
                Seat::Agent(player) => format!("{name}: {}", player.name()),
            })?;
        }
        out.line("Type a move, or help.")
    }

    /// Everybody else moves, until it is a person's turn or the game is over.
    fn others(&mut self, out: &mut Output) -> Result<(), Failure> {
        loop {
            let turn = self.live.turn();
            let action = match turn {
                Turn::Over => return Ok(()),
                Turn::Chance => match self.live.roll() {
                    Some(played) => played?.action.clone(),
                    // Dice without faces: a broken game, which the conformance suite would refuse.
                    None => return Ok(()),
                },
                Turn::Agent(seat) => {
                    if self.live.seats().get(seat.index()).is_none_or(Seat::is_person) {
                        return Ok(());
                    }
                    let mut agent = self.live.take_agent(seat)?;
                    let thought = agent.think(self.live.position(), &self.budget, Watch::Off);
                    // A stopped agent may answer anything; that is not its fault.
                    if self.budget.stop.is_stopped() {
                        return Err(Failure::Interrupted);
                    }
                    let thought = thought?;
                    self.live.give_back(seat, agent);
                    if self.thinking {
                        out.line(thinking_text(&self.name(turn), &thought))?;
                    }
                    self.live.play(&thought.decision.action, None)?.action.clone()
                }
            };
            let verb = if turn == Turn::Chance { "show" } else { "plays" };
            out.line(format!("{} {verb} {action}", self.name(turn)))?;
        }
    }

    fn name(&self, turn: Turn) -> String {
        name_of(self.live.game().as_ref(), turn)
    }

    fn draw(&self, out: &mut Output) -> Result<(), Failure> {
        let info = self.live.game().info();
        let title = match self.live.ply() {
            0 => info.title.to_string(),
            moves => format!("{}, after {}", info.title, moves_text(moves)),
        };
        let (backdrop, scene) = (self.live.game().backdrop(), self.live.position().scene());
        out.line(format!("\n{}", render(&title, &backdrop, &scene, out.style)))?;
        if let Some(outcomes) = self.live.outcomes() {
            let results = info.agents.iter().zip(outcomes).map(|(name, outcome)| verdict(name, outcome));
            let results = results.collect::<Vec<String>>().join(", ");
            return out
                .line(format!("\nThe game is over: {results}. You can type undo, new, save FILE or quit."));
        }
        self.draw_moves(out)
    }

    fn draw_moves(&self, out: &mut Output) -> Result<(), Failure> {
        out.line(format!("{} {}", out.style.quiet("legal moves:"), self.live.position().actions().join(" ")))
    }

    /// Asks for one line and does what it says.
    fn ask(&mut self, out: &mut Output) -> Result<Next, Failure> {
        let prompt = match self.live.turn() {
            Turn::Over => "over".to_owned(),
            turn => self.name(turn),
        };
        out.raw(format!("{} ", out.style.strong(format!("{prompt}>"))).as_bytes())?;
        match next_line(&self.budget.stop) {
            Ok(Typed::Line(line)) => {
                out.raw(echo(&line).as_bytes())?;
                self.obey(out, &line)
            }
            Ok(Typed::End) => {
                out.line("")?;
                Ok(Next::Quit)
            }
            Ok(Typed::Stopped) => {
                out.line("")?;
                Err(Failure::Interrupted)
            }
            Err(error) => say(out, &error),
        }
    }

    fn obey(&mut self, out: &mut Output, line: &str) -> Result<Next, Failure> {
        // A game's own words go before ours.
        if self.live.position().actions().iter().any(|action| action == line) {
            return self.person_plays(out, line);
        }
        let command = line.strip_prefix(':').unwrap_or(line);
        let (word, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", "") => Ok(Next::Ask),
            ("undo", "") => self.take_back(out),
            ("hint", "") => self.hint(out),
            ("think", "") => {
                self.thinking = !self.thinking;
                let now = if self.thinking { "shown" } else { "hidden" };
                out.line(format!("what the others think is {now} from now on"))?;
                Ok(Next::Ask)
            }
            ("board", "") => Ok(Next::Draw),
            ("moves", "") => {
                self.draw_moves(out)?;
                let played = self.live.actions().join(" ");
                out.line(format!("{} {played}", out.style.quiet("played so far:")))?;
                Ok(Next::Ask)
            }
            ("save", "") => say(
                out,
                &InputError::new(message!("name-missing", "a name is missing"))
                    .expected(message!("write-save", "write save FILE")),
            ),
            ("save", name) => match self.save(name) {
                Ok(()) => {
                    out.line(format!("saved {} in '{name}'", moves_text(self.live.ply())))?;
                    Ok(Next::Ask)
                }
                Err(error) => say(out, &error),
            },
            ("new", "") => {
                self.live.begin_again(None)?;
                Ok(Next::Draw)
            }
            ("help" | "?", "") => {
                out.line(HELP)?;
                Ok(Next::Ask)
            }
            ("quit" | "exit", "") => Ok(Next::Quit),
            _ if self.live.turn() == Turn::Over => say(
                out,
                &InputError::new(message!("game-over", "the game is over"))
                    .expected(message!("type-undo-new", "type undo, new, save FILE or quit")),
            ),
            _ => self.person_plays(out, line),
        }
    }

    fn person_plays(&mut self, out: &mut Output, line: &str) -> Result<Next, Failure> {
        match self.live.play(line, None) {
            Ok(_) => Ok(Next::Draw),
            Err(error) => say(out, &error),
        }
    }

    fn take_back(&mut self, out: &mut Output) -> Result<Next, Failure> {
        let Some(ply) = self.live.undo_ply() else {
            return say(
                out,
                &InputError::new(message!("nothing-to-undo", "there is nothing to take back"))
                    .expected(message!("not-moved-yet", "you have not moved yet")),
            );
        };
        out.line(format!("{} taken back", moves_text(self.live.ply() - ply)))?;
        self.live.go_back(ply)?;
        Ok(Next::Draw)
    }

    /// What an agent would play in the person's place.
    fn hint(&mut self, out: &mut Output) -> Result<Next, Failure> {
        let turn = self.live.turn();
        if turn.agent().is_none() {
            return say(
                out,
                &InputError::new(message!("nothing-to-advise", "there is nothing to advise"))
                    .expected(message!("game-over", "the game is over")),
            );
        }
        let seed = self.live.seed().child("hint");
        let game = self.live.game();
        let thought = game.think(self.live.position(), &self.hints, seed, &self.budget, Watch::Off);
        if self.budget.stop.is_stopped() {
            out.line("")?;
            return Err(Failure::Interrupted);
        }
        match thought {
            Ok(thought) => {
                out.line(hint_text(&self.name(turn), &thought))?;
                Ok(Next::Ask)
            }
            Err(error) => say(out, &error),
        }
    }

    /// Writes the moves as `plylab replay` reads them.
    fn save(&self, name: &str) -> Result<(), InputError> {
        let mut text = format!("# plylab replay '{}' --seed {}", self.spec, self.live.seed());
        if let Some(from) = &self.live.beginning().from {
            text.push_str(&format!(" --from '{from}'"));
        }
        text.push_str(" --moves FILE\n");
        for (seat, who) in self.live.game().info().agents.iter().zip(self.live.seats()) {
            text.push_str(&match who {
                Seat::Person => format!("# {seat}: a person\n"),
                Seat::Agent(player) => format!("# {seat}: {}\n", player.name()),
            });
        }
        for played in self.live.moves() {
            text.push_str(&format!("{}\n", played.action));
        }
        let written = File::create_new(name).and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(|error| {
            match error.kind() {
                io::ErrorKind::AlreadyExists => {
                    InputError::new(message!("file-there", "it is there already"))
                        .expected(message!("other-name", "choose another name"))
                }
                _ => InputError::new(message!(
                    "file-unwritten",
                    "it cannot be written: {error}",
                    error = error.to_string()
                )),
            }
            .at(Message::quoted(name))
        })
    }
}

/// Tells the person what was wrong, and asks again.
fn say(out: &mut Output, error: &InputError) -> Result<Next, Failure> {
    out.line(said(error))?;
    Ok(Next::Ask)
}

fn moves_text(count: usize) -> String {
    format!("{count} {}", if count == 1 { "move" } else { "moves" })
}

/// What another seat thought of its move.
fn thinking_text(name: &str, thought: &Thought) -> String {
    let Some(value) = &thought.decision.value else {
        return format!("{name} thinks: nothing to tell");
    };
    format!("{name} thinks: worth {} to {name}; {}", words::value(value), cost_text(&thought.decision))
}

fn cost_text(decision: &Decision<String>) -> String {
    let line = match decision.line.as_slice() {
        [] => String::new(),
        line => format!("line {}; ", line.join(" ")),
    };
    format!("{line}{} nodes, depth {}", decision.stats.nodes, decision.stats.depth)
}

/// The advice, with what every move is worth, the best first.
fn hint_text(name: &str, thought: &Thought) -> String {
    let decision = &thought.decision;
    let mut lines = vec![format!("{} plays {} here", thought.agent, decision.action)];
    if !decision.moves.is_empty() {
        let mut rows = vec![["move", "reply", &format!("worth to {name}")].map(str::to_owned).to_vec()];
        let mut moves: Vec<&RootMove<String>> = decision.moves.iter().collect();
        moves.sort_by(|one, other| other.value.rank().total_cmp(&one.value.rank()));
        for weighed in moves {
            let mark = if weighed.action == decision.action { "*" } else { "" };
            rows.push(vec![
                format!("{}{mark}", weighed.action),
                weighed.reply.clone().unwrap_or_else(|| "-".to_owned()),
                words::value(&weighed.value),
            ]);
        }
        lines.extend(table(&rows, 2));
    }
    if decision.value.is_some() {
        lines.push(cost_text(decision));
    }
    lines.join("\n")
}
