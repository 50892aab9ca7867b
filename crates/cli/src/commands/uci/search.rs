//! A search in a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::thread;

use plylab_core::{AgentFailure, AgentId, AnyAgent, AnyPosition, Budget, StopFlag, Thought, Watch, message};

use super::{Event, info};
use crate::failure::error_text;
use crate::output::one_line;

/// A search at work.
pub(super) struct Job {
    /// Who searches.
    pub seat: AgentId,
    /// Ends it.
    pub stop: StopFlag,
    /// When its agent was made, by the number of changes before.
    pub changes: u64,
}

/// What a search reports.
pub(super) enum Report {
    /// A line about what is known so far.
    Progress(String),
    /// It has ended.
    Done {
        /// The agent with what it has learnt; none if it failed.
        agent: Option<Box<dyn AnyAgent>>,
        /// The last lines about it.
        lines: Vec<String>,
        /// The answer.
        answer: String,
    },
}

impl Job {
    /// Starts it. What it finds goes to `events`.
    pub fn start(
        &self,
        mut agent: Box<dyn AnyAgent>,
        position: Box<dyn AnyPosition>,
        budget: Budget,
        events: Sender<Event>,
    ) {
        thread::spawn(move || {
            // Without the engine there is nobody left to tell.
            let mut on_progress = |so_far: &Thought| {
                let line = info::line(position.as_ref(), &so_far.decision);
                let _ = events.send(Event::Report(Report::Progress(line)));
            };
            let thinking = AssertUnwindSafe(|| {
                agent.think(position.as_ref(), &budget, Watch::Progress(&mut on_progress))
            });
            let thought = catch_unwind(thinking)
                .unwrap_or_else(|_| Err(AgentFailure::new(message!("agent-panicked", "the agent failed"))));
            let report = match thought {
                Ok(Thought { decision, .. }) => Report::Done {
                    lines: vec![info::line(position.as_ref(), &decision)],
                    answer: info::best_move(position.as_ref(), &decision.action),
                    agent: Some(agent),
                },
                Err(error) => Report::Done {
                    lines: vec![format!("info string {}", one_line(&error_text(&error.into())))],
                    answer: info::no_move().to_owned(),
                    agent: None,
                },
            };
            let _ = events.send(Event::Report(report));
        });
    }
}
