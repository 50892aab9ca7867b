//! What the targets of the fuzzer do. The normal tests use the same files, with changes at random instead of a fuzzer.

mod targets;

pub use targets::{
    TARGETS, Target, agent_message, book, course, experiment, game_line, layout, position, spec, tree,
};
