//! The dialogue with a human player: moves, commands, and the moves of the others in between.

use std::time::Instant;

use plylab_core::{
    Budget, Decision, Field, InputError, Level, Message, Name, Registry, RootMove, Spec, Thought, Turn,
    Watch, message,
};
use plylab_lab::live::{LiveGame, Seat};
use plylab_lab::words::{self, name_of, verdict};

use super::marks::marks;
use crate::failure::{Failure, error_text};
use crate::files::RecordingFile;
use crate::language::{as_typed, named, say};
use crate::output::Output;
use crate::stage::closing_facts;
use crate::terminal::{render, table};
use crate::typed::{Typed, echo, next_line};

/// A game in progress.
pub struct PlaySession<'a> {
    pub registry: &'a Registry,
    pub spec: Spec,
    pub live: LiveGame,
    /// The agent for hints.
    pub hints: Spec,
    /// What each decision may take; its flag ends the session.
    pub budget: Budget,
    /// Show what the others think?
    pub thinking: bool,
    /// When the game began.
    pub began: Instant,
    /// What is said about the moves of a finished game, so that they are graded once.
    pub marked: Option<(Vec<String>, Vec<Message>)>,
}

/// What to do after a line was read.
enum AfterInput {
    /// Draw the position and ask again.
    Draw,
    /// Ask again.
    Ask,
    /// End the session.
    Quit,
}

/// What can be typed.
fn help() -> Message {
    message!(
        "play-help",
        "\
undo       take back your last move
hint       show what an agent would play, and the value of each move
think      show or hide what the others think
board      draw the board again
moves      list the legal moves and those played so far
save FILE  write the game to a file that 'plylab grade FILE' and 'plylab replay --games FILE' read
new        start a new game
help       show this list
quit       quit; so does the end of input
Everything else is a move. If a move has the name of a command, type :undo for the command."
    )
}

impl PlaySession<'_> {
    /// Plays until the player quits.
    pub fn run(&mut self, out: &mut Output) -> Result<(), Failure> {
        self.welcome(out)?;
        loop {
            self.others(out)?;
            self.draw(out)?;
            loop {
                match self.ask(out) {
                    Ok(AfterInput::Draw) => break,
                    Ok(AfterInput::Ask) => {}
                    Ok(AfterInput::Quit) => return Ok(()),
                    // A mistake ends nothing: say what it is and ask again.
                    Err(Failure::Input(error)) => out.line(error_text(&error))?,
                    Err(other) => return Err(other),
                }
            }
        }
    }

    fn welcome(&self, out: &mut Output) -> Result<(), Failure> {
        for (name, seat) in self.live.game().info().agents.iter().zip(self.live.seats()) {
            let name = named(name);
            out.line(match seat {
                Seat::Person => format!("{name}: {}", say(&message!("you", "you"))),
                Seat::Agent(player) => format!("{name}: {}", as_typed(player.name())),
            })?;
        }
        out.line(say(&message!("type-a-move", "Type a move, or help.")))
    }

    /// Plays the others' moves until it is a human's turn or the game is over.
    fn others(&mut self, out: &mut Output) -> Result<(), Failure> {
        loop {
            let turn = self.live.turn();
            let action = match turn {
                Turn::Over => return Ok(()),
                Turn::Chance => match self.live.roll() {
                    Some(played) => played?.action.clone(),
                    // Dice without faces: a bug in the game, which the conformance suite catches.
                    None => return Ok(()),
                },
                Turn::Agent(seat) => {
                    if self.live.seats().get(seat.index()).is_none_or(Seat::is_person) {
                        return Ok(());
                    }
                    let mut agent = self.live.take_agent(seat)?();
                    let thought = agent.think(self.live.position(), &self.budget, Watch::Off);
                    // The answer of a stopped agent means nothing.
                    if self.budget.stop.is_stopped() {
                        return Err(Failure::Interrupted);
                    }
                    let thought = thought.map_err(InputError::from)?;
                    self.live.give_back(seat, agent);
                    if self.thinking {
                        out.line(thinking_text(&self.name(turn), &thought))?;
                    }
                    self.live.play(&thought.decision.action, None)?.action.clone()
                }
            };
            let (player, action) = (Name::of(self.name(turn)), Name::of(action));
            out.line(say(&match turn {
                Turn::Chance => message!("dice-show", "{player} show {action}"),
                _ => message!("plays", "{player} plays {action}"),
            }))?;
        }
    }

    fn name(&self, turn: Turn) -> String {
        name_of(self.live.game().as_ref(), turn)
    }

    fn draw(&mut self, out: &mut Output) -> Result<(), Failure> {
        let info = self.live.game().info();
        let title = Name::of(info.title.as_ref());
        let title = match self.live.ply() {
            0 => named(&info.title),
            n => say(&message!("title-after", "{title}, after {n} {n|move|moves}")),
        };
        let (backdrop, position) = (self.live.game().backdrop(), self.live.position());
        out.line(format!("\n{}", render(&title, &backdrop, &position.scene(), out.style)))?;
        let Some(outcomes) = self.live.outcomes() else { return self.draw_moves(out) };
        if let Some(closing) = closing_facts(position, self.began.elapsed()) {
            out.line(format!("\n{closing}"))?;
        }
        let results = info.agents.iter().zip(outcomes).map(|(name, outcome)| verdict(name, outcome));
        let results: Vec<Message> = results.collect();
        let over =
            message!("over-type", "The game is over: {results}. You can type undo, new, save FILE or quit.");
        out.line(format!("\n{}", say(&over)))?;
        self.draw_marks(out)
    }

    /// Says how well the people have played, where perfect play is known.
    fn draw_marks(&mut self, out: &mut Output) -> Result<(), Failure> {
        let actions = self.live.record().actions();
        if self.marked.as_ref().is_none_or(|(graded, _)| *graded != actions) {
            let keys = &self.registry.kind(&self.spec.name)?.keys;
            let levels = self.registry.offer(&self.spec.name)?.levels.iter();
            let levels: Vec<&Level> = levels.filter(|level| level.fits(&self.spec, keys)).collect();
            let Some(lines) = marks(self.registry, &self.live, &levels, &self.budget.stop)? else {
                return Err(Failure::Interrupted);
            };
            self.marked = Some((actions, lines));
        }
        for line in self.marked.iter().flat_map(|(_, lines)| lines) {
            out.line(say(line))?;
        }
        Ok(())
    }

    fn draw_moves(&self, out: &mut Output) -> Result<(), Failure> {
        let head = out.style.quiet(say(&message!("legal-moves-head", "legal moves:")));
        out.line(format!("{head} {}", as_typed(&self.live.position().actions().join(" "))))
    }

    /// Reads one line and runs it.
    fn ask(&mut self, out: &mut Output) -> Result<AfterInput, Failure> {
        let prompt = match self.live.turn() {
            Turn::Over => say(&message!("over-prompt", "over")),
            turn => named(&self.name(turn)),
        };
        out.raw(format!("{} ", out.style.strong(format!("{prompt}>"))).as_bytes())?;
        match next_line(&self.budget.stop)? {
            Typed::Line(line) => {
                out.raw(echo(&line).as_bytes())?;
                self.obey(out, &line)
            }
            Typed::End => {
                out.line("")?;
                Ok(AfterInput::Quit)
            }
            Typed::Stopped => {
                out.line("")?;
                Err(Failure::Interrupted)
            }
        }
    }

    fn obey(&mut self, out: &mut Output, line: &str) -> Result<AfterInput, Failure> {
        // Moves take precedence over commands.
        if self.live.position().actions().iter().any(|action| action == line) {
            self.live.play(line, None)?;
            return Ok(AfterInput::Draw);
        }
        let command = line.strip_prefix(':').unwrap_or(line);
        let (word, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", "") => {}
            ("undo", "") => {
                self.take_back(out)?;
                return Ok(AfterInput::Draw);
            }
            ("hint", "") => self.hint(out)?,
            ("think", "") => {
                self.thinking = !self.thinking;
                out.line(say(&if self.thinking {
                    message!("thoughts-shown", "what the others think is now shown")
                } else {
                    message!("thoughts-hidden", "what the others think is now hidden")
                }))?;
            }
            ("board", "") => return Ok(AfterInput::Draw),
            ("moves", "") => {
                self.draw_moves(out)?;
                let played = self.live.record().actions().join(" ");
                let head = out.style.quiet(say(&message!("played-head", "played so far:")));
                out.line(format!("{head} {}", as_typed(&played)))?;
            }
            ("save", "") => {
                let wrong = InputError::new(message!("name-missing", "a name is missing"));
                return Err(wrong.expected(message!("write-save", "write save FILE")).into());
            }
            ("save", name) => {
                let advice = message!("other-name", "choose another name");
                RecordingFile::create(name, advice)?.add(&self.live.finished_record())?;
                let n = self.live.ply();
                out.line(say(&message!("saved-in", "saved {n} {n|move|moves} in '{name}'")))?;
            }
            ("new", "") => {
                self.live.begin_again(None)?;
                self.began = Instant::now();
                return Ok(AfterInput::Draw);
            }
            ("help" | "?", "") => out.line(say(&help()))?,
            ("quit" | "exit", "") => return Ok(AfterInput::Quit),
            _ if self.live.turn() == Turn::Over => {
                let wrong = InputError::new(message!("game-over", "the game is over"));
                let right = message!("type-undo-new", "type undo, new, save FILE or quit");
                return Err(wrong.expected(right).into());
            }
            _ => {
                self.live.play(line, None)?;
                return Ok(AfterInput::Draw);
            }
        }
        Ok(AfterInput::Ask)
    }

    fn take_back(&mut self, out: &mut Output) -> Result<(), Failure> {
        let ply = self.live.undo_ply().ok_or_else(|| {
            InputError::new(message!("nothing-to-undo", "there is nothing to take back"))
                .expected(message!("not-moved-yet", "you have not moved yet"))
        })?;
        let n = self.live.ply() - ply;
        out.line(say(&message!("taken-back", "{n} {n|move|moves} taken back")))?;
        Ok(self.live.go_back(ply)?)
    }

    /// Shows what an agent would play.
    fn hint(&mut self, out: &mut Output) -> Result<(), Failure> {
        let turn = self.live.turn();
        if turn.agent().is_none() {
            let wrong = InputError::new(message!("nothing-to-advise", "there is no move to suggest"));
            return Err(wrong.expected(message!("game-over", "the game is over")).into());
        }
        let seed = self.live.seed().child("hint");
        let game = self.live.game();
        let thought = game.think(self.live.position(), &self.hints, seed, &self.budget, Watch::Off);
        if self.budget.stop.is_stopped() {
            out.line("")?;
            return Err(Failure::Interrupted);
        }
        out.line(hint_text(&self.name(turn), &thought?))
    }
}

/// What another player thought about its move.
fn thinking_text(name: &str, thought: &Thought) -> String {
    let name = Name::of(name);
    let decision = &thought.decision;
    let thinks = say(&match &decision.value {
        None => message!("thinks-nothing", "{name} thinks: nothing to show"),
        Some(value) => {
            let value = words::value(value);
            match cost_text(decision) {
                None => message!("thinks-worth-only", "{name} thinks: worth {value} to {name}"),
                Some(cost) => message!("thinks-worth", "{name} thinks: worth {value} to {name}; {cost}"),
            }
        }
    });
    match &thought.note {
        Some(note) => format!("{thinks}\n{}", say(&words::note(note))),
        None => thinks,
    }
}

fn cost_text(decision: &Decision<String>) -> Option<Message> {
    // An agent from outside need not count.
    let cost = match (decision.stats.nodes, decision.stats.depth) {
        (0, _) => None,
        (nodes, 0) => Some(message!("nodes-only", "{nodes} nodes")),
        (nodes, depth) => Some(message!("nodes-and-depth", "{nodes} nodes, depth {depth}")),
    };
    let line = (!decision.line.is_empty()).then(|| Field::row(&decision.line));
    match (line, cost) {
        (None, cost) => cost,
        (Some(line), None) => Some(message!("line-only", "line {line}")),
        (Some(line), Some(cost)) => Some(message!("line-and-cost", "line {line}; {cost}")),
    }
}

/// The hint, with the value of every move, best first.
fn hint_text(name: &str, thought: &Thought) -> String {
    let decision = &thought.decision;
    let (agent, action) = (thought.agent.to_string(), Name::of(decision.action.as_str()));
    let mut lines = vec![say(&message!("plays-here", "{agent} plays {action} here"))];
    if !decision.moves.is_empty() {
        let heads = [
            message!("move-head", "move"),
            message!("reply-head", "reply"),
            message!("worth-to", "worth to {name}", name = Name::of(name)),
        ];
        let mut rows = vec![heads.iter().map(say).collect()];
        let mut moves: Vec<&RootMove<String>> = decision.moves.iter().collect();
        moves.sort_by(|one, other| other.value.rank().total_cmp(&one.value.rank()));
        for root_move in moves {
            let mark = if root_move.action == decision.action { "*" } else { "" };
            rows.push(vec![
                format!("{}{mark}", as_typed(&root_move.action)),
                as_typed(root_move.reply.as_deref().unwrap_or("-")),
                say(&words::value(&root_move.value)),
            ]);
        }
        lines.extend(table(&rows, 2));
    }
    if decision.value.is_some() {
        lines.extend(cost_text(decision).map(|cost| say(&cost)));
    }
    lines.join("\n")
}
