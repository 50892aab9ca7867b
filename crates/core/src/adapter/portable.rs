//! What an agent from outside needs to play on another machine.

use serde_json::Value as Json;

/// An agent from outside, to be sent to another machine that has the same program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Portable {
    /// How to make it there, in the maker's own format; `None` if its spec is enough.
    pub made: Option<Json>,
    /// The files that it is made of.
    pub files: Vec<PortableFile>,
}

/// A file of an agent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PortableFile {
    /// Where it is: below the agent's own folder, or below the current one if its spec says how it is made.
    pub path: String,
    /// May it be run?
    pub executable: bool,
    /// What is in it.
    pub bytes: Vec<u8>,
}
