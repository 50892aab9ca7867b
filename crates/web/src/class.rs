//! How long work takes, and which threads do it.

/// How long work takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    /// Reading a request, and what is done at once.
    Request,
    /// Milliseconds: a lookup.
    Light,
    /// A move in a game, which a player waits for.
    Move,
    /// Seconds: checks of experiments, reports, downloads, imports.
    Report,
    /// Analyses, trees, matches.
    Long,
}

impl Class {
    /// How many there are.
    pub const COUNT: usize = 5;

    /// The threads that do it.
    pub fn kind(self) -> Kind {
        match self {
            Class::Request => Kind::Prompt,
            Class::Light | Class::Move => Kind::Quick,
            Class::Report | Class::Long => Kind::Patient,
        }
    }
}

/// Threads of one kind do work of some classes, the first of them first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Nothing happens without it.
    Prompt,
    /// Somebody waits for it.
    Quick,
    /// It takes seconds anyway.
    Patient,
}

impl Kind {
    /// How many there are.
    pub const COUNT: usize = 3;

    /// What they do.
    pub fn classes(self) -> &'static [Class] {
        match self {
            Kind::Prompt => &[Class::Request],
            Kind::Quick => &[Class::Light, Class::Move],
            Kind::Patient => &[Class::Report, Class::Long],
        }
    }

    /// By how much they give way to the rest of the process, which reads and writes.
    pub fn niceness(self) -> i32 {
        match self {
            Kind::Prompt => 0,
            Kind::Quick => 8,
            Kind::Patient => 14,
        }
    }
}
