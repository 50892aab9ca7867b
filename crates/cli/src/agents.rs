//! The person at the keyboard, as an agent like any other.

use std::io::{self, Write as _};

use plylab_core::scene::Backdrop;
use plylab_core::{
    AgentFailure, AgentId, AnyAgent, AnyPosition, AnyWatch, Budget, Decision, ForeignKind, Key, PERSON, Seed,
    Spec, Thought, message,
};
use plylab_lab::seats::Player;

use crate::failure::error_text;
use crate::language::{named, say};
use crate::terminal::{Style, render};
use crate::typed::{Typed, echo, next_line};

/// Is this the person at the keyboard?
pub fn is_person(player: &Player) -> bool {
    player.spec().is_some_and(|spec| spec.name == PERSON)
}

/// The same players for a screen that already shows the board: a person is asked for moves without drawing it again.
pub fn without_boards(players: &[Player]) -> Vec<Player> {
    let quiet = Spec::new(PERSON).with("board", "off");
    let without = |player: &Player| match player.spec() {
        Some(spec) if spec.name == PERSON => Player::named(spec.over(&quiet)),
        _ => player.clone(),
    };
    players.iter().map(without).collect()
}

/// The person, with boards drawn in that style.
pub fn person(style: Style) -> ForeignKind {
    let board = Key::switch("board", "draws the board before each prompt").default("on");
    ForeignKind::new(
        PERSON,
        "you: prompts on standard error, moves on standard input",
        vec![board],
        "1",
        move |game, me, params| {
            let spec = Spec::new(PERSON);
            let board = params.is_on("board").then_some(style);
            let (names, backdrop) = (game.info().agents.clone(), game.backdrop());
            Ok(Box::new(TypingPerson { spec, names, me, board, backdrop }))
        },
    )
}

/// A person who types moves. Prompts go to standard error, because standard output is for the answer.
struct TypingPerson {
    spec: Spec,
    /// The names of all seats.
    names: Vec<String>,
    me: AgentId,
    /// The style of the board; none if it is not drawn.
    board: Option<Style>,
    backdrop: Backdrop,
}

impl AnyAgent for TypingPerson {
    fn begin(&mut self, me: AgentId, _: Seed) {
        self.me = me;
    }

    fn think(
        &mut self,
        position: &dyn AnyPosition,
        budget: &Budget,
        _: AnyWatch<'_>,
    ) -> Result<Thought, AgentFailure> {
        if let Some(style) = self.board {
            prompt(&format!(
                "\n{}\n",
                render(&named(&self.backdrop.title), &self.backdrop, &position.scene(), style)
            ));
        }
        let name = self.names.get(self.me.index()).map_or_else(String::new, |name| named(name));
        loop {
            prompt(&format!("{name}, {}: ", say(&position.legal())));
            match next_line(&budget.stop) {
                Ok(Typed::Line(line)) => {
                    prompt(&echo(&line));
                    match position.boxed_clone().play(&line) {
                        Ok(action) => {
                            return Ok(Thought::plain(self.spec.clone(), Decision::plain(action)));
                        }
                        Err(_) if line.is_empty() => {}
                        Err(error) => prompt(&format!("{}\n", error_text(&error))),
                    }
                }
                Ok(Typed::End) => {
                    prompt("\n");
                    return Err(AgentFailure::new(message!("input-ended", "standard input has ended")));
                }
                Ok(Typed::Stopped) => return Err(AgentFailure::new(message!("stopped", "stopped"))),
                Err(error) => prompt(&format!("\n{}\n", error_text(&error))),
            }
        }
    }
}

/// Writes to standard error. If that is closed the prompt is not seen, but moves can still be typed.
fn prompt(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
