//! The agents that games can be played by: those that think, those that never err, and the person at the keyboard.

use std::io::{self, Write as _};
use std::sync::OnceLock;

use plylab_core::{
    Agent, AgentBook, AgentFailure, AgentId, AgentKind, Budget, Decision, Key, Playable, Seed, Spec,
    action_list,
};
use plylab_lab::LabAgents;

use crate::terminal::{Style, render};
use crate::typed::{Typed, echo, next_line};

/// The person's name in specs.
pub const HUMAN: &str = "human";

/// The same agents where the board is on the screen already: people are asked, but not shown it again.
pub fn without_boards(agents: &[Spec]) -> Vec<Spec> {
    let quiet = Spec::new(HUMAN).with("board", "off");
    agents.iter().map(|agent| if agent.name == HUMAN { agent.over(&quiet) } else { agent.clone() }).collect()
}

/// Everybody who can play any game from a command line.
#[derive(Clone, Copy, Debug, Default)]
pub struct CliAgents;

impl AgentBook for CliAgents {
    fn kinds<G: Playable>(&self) -> Vec<AgentKind<G>> {
        const BOARD: Key = Key {
            name: "board",
            about: "whether the board is drawn before each question",
            default: "on",
            limits: "on or off",
        };
        let mut kinds = LabAgents.kinds::<G>();
        kinds.push(AgentKind::new(
            HUMAN,
            "you: asked on standard error, answered on standard input",
            &[BOARD],
            |_, me, params| {
                let board = params.choice("board", &[("on", true), ("off", false)], true)?;
                Ok(Box::new(Human { board, me }))
            },
        ));
        kinds
    }
}

/// How to draw on standard error; set once, from the command line.
static STYLE: OnceLock<Style> = OnceLock::new();

/// Says how questions to people are drawn.
pub fn ask_in(style: Style) {
    // It is said once, when the program starts.
    let _ = STYLE.set(style);
}

/// Somebody who types moves. Questions go to standard error, because standard output is for the answer.
struct Human {
    board: bool,
    me: AgentId,
}

impl<G: Playable> Agent<G> for Human {
    fn begin(&mut self, _: &G, me: AgentId, _: Seed) {
        self.me = me;
    }

    fn act(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
    ) -> Result<Decision<G::Action>, AgentFailure> {
        let style = STYLE.get().copied().unwrap_or(Style::PLAIN);
        if self.board {
            say(&format!("\n{}\n", render(&game.scene(state), style)));
        }
        let name = game.info().agents.get(self.me.index()).map_or("you", String::as_str);
        loop {
            say(&format!("{name}, {}: ", action_list(game, state)));
            match next_line(&budget.stop) {
                Ok(Typed::Line(line)) => {
                    say(&echo(&line));
                    match game.parse_action(state, &line) {
                        Ok(action) => return Ok(Decision::plain(action)),
                        Err(_) if line.is_empty() => {}
                        Err(error) => say(&format!("{error}\n")),
                    }
                }
                Ok(Typed::End) => {
                    say("\n");
                    return Err(AgentFailure("standard input has ended".to_owned()));
                }
                Ok(Typed::Stopped) => return Err(AgentFailure("stopped".to_owned())),
                Err(error) => say(&format!("\n{error}\n")),
            }
        }
    }
}

/// Writes to standard error. If that is closed, the person does not see the question, but may still answer.
fn say(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
