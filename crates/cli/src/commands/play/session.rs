//! The dialogue with a person: moves, commands, and what the others do in between.

use std::fs::File;
use std::io::{self, Write as _};
use std::sync::Arc;

use plylab_core::{
    AgentId, AnyGame, AnyPlayer, AnyPosition, Budget, Decision, InputError, MoveRecord, Rng, RootMove, Seed,
    Spec, Thought, Turn,
};

use super::searcher;
use crate::failure::Failure;
use crate::interrupt::stop_on_interrupt;
use crate::output::Output;
use crate::stage::verdict;
use crate::terminal::{render, signed, table};
use crate::typed::{Typed, echo, next_line};
use plylab_lab::WallClock;

/// Who sits at a seat.
pub enum Seat {
    /// Somebody who types.
    Person,
    /// Somebody who computes.
    Agent(Spec),
}

/// A game in progress, and everything that can be asked of it.
pub struct Session<'a> {
    game: &'a dyn AnyGame,
    spec: Spec,
    seats: Vec<Seat>,
    hints: Option<Spec>,
    from: Option<String>,
    /// The seed of the command line, and that of the game now played.
    seed: Seed,
    game_seed: Seed,
    games: u64,
    /// One agent for each seat that has one; they keep what they learn until a move is taken back.
    players: Vec<Option<Box<dyn AnyPlayer>>>,
    restarts: u64,
    dice: Rng,
    position: Box<dyn AnyPosition>,
    moves: Vec<MoveRecord>,
    /// The position before each move of a person, with the number of moves before it.
    undo: Vec<(Box<dyn AnyPosition>, usize)>,
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

impl<'a> Session<'a> {
    /// A session about to begin.
    pub fn new(
        game: &'a dyn AnyGame,
        spec: Spec,
        seats: Vec<Seat>,
        hints: Option<Spec>,
        from: Option<String>,
        seed: Seed,
    ) -> Result<Session<'a>, InputError> {
        let budget = Budget { clock: Arc::new(WallClock::start()), ..Budget::unlimited() };
        let mut session = Session {
            game,
            spec,
            seats,
            hints,
            from,
            seed,
            game_seed: seed,
            games: 0,
            players: Vec::new(),
            restarts: 0,
            dice: seed.rng(),
            position: game.start(seed),
            moves: Vec::new(),
            undo: Vec::new(),
            budget,
            thinking: false,
        };
        session.begin()?;
        Ok(session)
    }

    /// Sets up a game.
    fn begin(&mut self) -> Result<(), InputError> {
        self.game_seed = if self.games == 0 { self.seed } else { self.seed.child("game").nth(self.games) };
        self.games += 1;
        self.position = match &self.from {
            Some(text) => self.game.position(text)?,
            None => self.game.start(self.game_seed),
        };
        self.dice = self.game_seed.child("dice").rng();
        self.moves.clear();
        self.undo.clear();
        self.restarts = 0;
        self.seat()
    }

    /// Gives every agent a fresh start: what it remembers may be of moves that were taken back.
    fn seat(&mut self) -> Result<(), InputError> {
        let seed = self.game_seed.child("agent");
        let seed = |place: u8| match self.restarts {
            0 => seed.nth(u64::from(place)),
            restarts => seed.nth(u64::from(place)).nth(restarts),
        };
        let sit = |(place, seat): (u8, &Seat)| match seat {
            Seat::Person => Ok(None),
            Seat::Agent(spec) => self.game.player(spec, AgentId(place), seed(place)).map(Some),
        };
        self.players = (0..).zip(&self.seats).map(sit).collect::<Result<_, _>>()?;
        Ok(())
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
        let info = self.game.info();
        for (name, seat) in info.agents.iter().zip(&self.seats) {
            out.line(match seat {
                Seat::Person => format!("{name}: you"),
                Seat::Agent(spec) => format!("{name}: {spec}"),
            })?;
        }
        out.line("Type a move, or help.")
    }

    /// Everybody else moves, until it is a person's turn or the game is over.
    fn others(&mut self, out: &mut Output) -> Result<(), Failure> {
        loop {
            let action = match self.position.turn() {
                Turn::Over => return Ok(()),
                Turn::Chance => match self.position.roll(&mut self.dice) {
                    Some(action) => action,
                    // Dice without faces: a broken game, which the conformance suite would refuse.
                    None => return Ok(()),
                },
                Turn::Agent(agent) => {
                    let Some(Some(player)) = self.players.get_mut(agent.index()) else { return Ok(()) };
                    let thought = player.think(self.position.as_ref(), &self.budget);
                    // A stopped agent may answer anything; that is not its fault.
                    if self.budget.stop.is_stopped() {
                        return Err(Failure::Interrupted);
                    }
                    let thought = thought?;
                    if self.thinking {
                        out.line(thinking_text(self.name(Turn::Agent(agent)), &thought))?;
                    }
                    thought.decision.action
                }
            };
            let played = self.play(&action)?;
            let verb = if played.agent == Turn::Chance { "show" } else { "plays" };
            out.line(format!("{} {verb} {}", self.name(played.agent), played.action))?;
        }
    }

    fn play(&mut self, action: &str) -> Result<MoveRecord, InputError> {
        let agent = self.position.turn();
        let played = MoveRecord { agent, action: self.position.play(action)? };
        self.moves.push(played.clone());
        Ok(played)
    }

    fn name(&self, turn: Turn) -> &str {
        let name = turn.agent().and_then(|agent| self.game.info().agents.get(agent.index()));
        name.map_or("the dice", String::as_str)
    }

    fn draw(&self, out: &mut Output) -> Result<(), Failure> {
        let mut scene = self.position.scene();
        scene.title = format!("{}, after {}", scene.title, moves_text(self.moves.len()));
        if self.moves.is_empty() {
            scene.title = self.game.info().title.to_owned();
        }
        out.line(format!("\n{}", render(&scene, out.style)))?;
        if self.position.turn() == Turn::Over {
            let results = (0..)
                .zip(&self.game.info().agents)
                .filter_map(|(place, name)| Some(verdict(name, self.position.outcome(AgentId(place))?)));
            let results = results.collect::<Vec<String>>().join(", ");
            return out
                .line(format!("\nThe game is over: {results}. You can type undo, new, save FILE or quit."));
        }
        self.draw_moves(out)
    }

    fn draw_moves(&self, out: &mut Output) -> Result<(), Failure> {
        out.line(format!("{} {}", out.style.quiet("legal moves:"), self.position.actions().join(" ")))
    }

    /// Asks for one line and does what it says.
    fn ask(&mut self, out: &mut Output) -> Result<Next, Failure> {
        let prompt = match self.position.turn() {
            Turn::Over => "over",
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
        if self.position.actions().iter().any(|action| action == line) {
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
                let played: Vec<&str> = self.moves.iter().map(|played| played.action.as_str()).collect();
                out.line(format!("{} {}", out.style.quiet("played so far:"), played.join(" ")))?;
                Ok(Next::Ask)
            }
            ("save", "") => say(out, &InputError::new("a name is missing").expected("write save FILE")),
            ("save", name) => match self.save(name) {
                Ok(()) => {
                    out.line(format!("saved {} in '{name}'", moves_text(self.moves.len())))?;
                    Ok(Next::Ask)
                }
                Err(error) => say(out, &error),
            },
            ("new", "") => {
                self.begin()?;
                Ok(Next::Draw)
            }
            ("help" | "?", "") => {
                out.line(HELP)?;
                Ok(Next::Ask)
            }
            ("quit" | "exit", "") => Ok(Next::Quit),
            _ if self.position.turn() == Turn::Over => {
                say(out, &InputError::new("the game is over").expected("type undo, new, save FILE or quit"))
            }
            _ => self.person_plays(out, line),
        }
    }

    fn person_plays(&mut self, out: &mut Output, line: &str) -> Result<Next, Failure> {
        let before = (self.position.boxed_clone(), self.moves.len());
        match self.play(line) {
            Ok(_) => {
                self.undo.push(before);
                Ok(Next::Draw)
            }
            Err(error) => say(out, &error),
        }
    }

    fn take_back(&mut self, out: &mut Output) -> Result<Next, Failure> {
        let Some((position, moves)) = self.undo.pop() else {
            return say(
                out,
                &InputError::new("there is nothing to take back").expected("you have not moved yet"),
            );
        };
        out.line(format!("{} taken back", moves_text(self.moves.len() - moves)))?;
        self.position = position;
        self.moves.truncate(moves);
        self.restarts += 1;
        self.seat()?;
        Ok(Next::Draw)
    }

    /// What an agent would play in the person's place.
    fn hint(&mut self, out: &mut Output) -> Result<Next, Failure> {
        let Some(agent) = self.position.turn().agent() else {
            return say(out, &InputError::new("there is nothing to advise").expected("the game is over"));
        };
        // Values of all moves are worth the time here, and not only bounds of them.
        let spec = match &self.hints {
            Some(spec) => spec.clone(),
            None => searcher(self.game).with("root", "exact"),
        };
        let thought = self.position.think(&spec, self.game_seed.child("hint"), &self.budget, None);
        if self.budget.stop.is_stopped() {
            out.line("")?;
            return Err(Failure::Interrupted);
        }
        match thought {
            Ok(thought) => {
                out.line(hint_text(self.name(Turn::Agent(agent)), &thought))?;
                Ok(Next::Ask)
            }
            Err(error) => say(out, &error),
        }
    }

    /// Writes the moves as `plylab replay` reads them.
    fn save(&self, name: &str) -> Result<(), InputError> {
        let mut text = format!("# plylab replay '{}' --seed {}", self.spec, self.game_seed);
        if let Some(from) = &self.from {
            text.push_str(&format!(" --from '{from}'"));
        }
        text.push_str(" --moves FILE\n");
        for (seat, who) in self.game.info().agents.iter().zip(&self.seats) {
            text.push_str(&match who {
                Seat::Person => format!("# {seat}: a person\n"),
                Seat::Agent(spec) => format!("# {seat}: {spec}\n"),
            });
        }
        for played in &self.moves {
            text.push_str(&format!("{}\n", played.action));
        }
        let written = File::create_new(name).and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(|error| {
            match error.kind() {
                io::ErrorKind::AlreadyExists => {
                    InputError::new("it is there already").expected("choose another name")
                }
                _ => InputError::new(format!("it cannot be written: {error}")),
            }
            .at(format!("'{name}'"))
        })
    }
}

/// Tells the person what was wrong, and asks again.
fn say(out: &mut Output, error: &InputError) -> Result<Next, Failure> {
    out.line(error)?;
    Ok(Next::Ask)
}

fn moves_text(count: usize) -> String {
    format!("{count} {}", if count == 1 { "move" } else { "moves" })
}

/// What another seat thought of its move.
fn thinking_text(name: &str, thought: &Thought) -> String {
    let Some(value) = thought.decision.value else {
        return format!("{name} thinks: nothing to tell");
    };
    format!("{name} thinks: worth {} to {name}; {}", signed(value), cost_text(&thought.decision))
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
        moves.sort_by(|one, other| other.value.total_cmp(&one.value));
        for weighed in moves {
            let value = signed(weighed.value);
            let mark = if weighed.action == decision.action { "*" } else { "" };
            rows.push(vec![
                format!("{}{mark}", weighed.action),
                weighed.reply.clone().unwrap_or_else(|| "-".to_owned()),
                match (weighed.exact, thought.estimates) {
                    (true, _) => value,
                    (false, true) => format!("about {value}"),
                    (false, false) => format!("at most {value}"),
                },
            ]);
        }
        lines.extend(table(&rows, 2));
    }
    if decision.value.is_some() {
        lines.push(cost_text(decision));
    }
    lines.join("\n")
}
