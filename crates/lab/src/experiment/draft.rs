//! A parsed file: its sections and cells. No game is opened yet.

use std::cell::Cell;
use std::ops::Range;

use plylab_core::{InputError, Spec, message};
use toml::Spanned;

use super::cells::{Frame, MAX_CELLS};
use super::file::{self, File, Kept, Limits, MAX_GAMES, Sweep, Tournament};
use super::source::Source;
use super::values::{List, Whole};
use super::{Arrangement, ForfeitRule, GameLimits, Kind, Record, Section, Setting, Size, Start};
use super::{axes, check, reader};

/// A parsed file.
#[derive(Debug)]
pub(crate) struct Draft<'a> {
    pub title: String,
    pub about: Option<String>,
    pub seed: u64,
    pub common_dice: bool,
    pub sections: Vec<Section>,
    pub arrangement: Arrangement,
    pub cells: Vec<CellDraft>,
    source: Source<'a>,
    /// How much text the cells have, in bytes.
    text: Cell<usize>,
}

/// A parsed cell, and its location.
#[derive(Debug)]
pub(crate) struct CellDraft {
    pub section: usize,
    pub coordinates: Vec<Setting>,
    pub game: Spec,
    /// As listed; the last one may play for several seats.
    pub players: Vec<Spec>,
    pub games: u64,
    pub(super) game_span: Range<usize>,
    pub(super) players_span: Range<usize>,
}

impl Draft<'_> {
    fn games(&self) -> u64 {
        self.cells.iter().fold(0_u64, |sum, cell| sum.saturating_add(cell.games))
    }

    /// Adds the location of the game of that cell to an error.
    pub fn at_game(&self, cell: &CellDraft, error: InputError) -> InputError {
        self.source.locate(&cell.game_span, error)
    }

    /// Adds the location of the players of that cell to an error.
    pub fn at_players(&self, cell: &CellDraft, error: InputError) -> InputError {
        self.source.locate(&cell.players_span, error)
    }

    /// Adds a section and its cells.
    fn add(&mut self, listed: Listed, terms: Terms, size: Size) -> Result<(), InputError> {
        let (source, span) = (self.source, listed.span());
        let name = listed.name();
        if self.sections.iter().any(|section| section.name == *name.get_ref()) {
            return Err(source
                .wrong(
                    &name.span(),
                    message!("two-sections", "there are two sections '{name}'", name = name.get_ref()),
                )
                .expected(message!("own-section-names", "give each its own name")));
        }
        let (number, text) = (self.sections.len(), &self.text);
        let frame = Frame { source, span: span.clone(), number, size, text };
        let (section, cells) = match listed {
            Listed::Sweep(sweep) => read_sweep(&frame, sweep.into_inner(), terms)?,
            Listed::Tournament(tournament) => read_tournament(&frame, tournament.into_inner(), terms)?,
        };
        self.sections.push(section);
        self.cells.extend(cells.into_iter().filter(|cell| cell.games > 0));
        let count = self.cells.len();
        if count > MAX_CELLS {
            return Err(source
                .wrong(&span, message!("cells-so-far", "the sections so far have {count} cells", count))
                .expected(message!("vary-less", "use at most {most}", most = MAX_CELLS)));
        }
        let games = self.games();
        if games > MAX_GAMES {
            return Err(source
                .wrong(&span, message!("games-so-far", "the sections so far have {games} games", games))
                .expected(message!("games-in-all", "use at most {most} in total", most = MAX_GAMES)));
        }
        Ok(())
    }
}

/// Reads a file.
pub(crate) fn draft(text: &str, size: Size) -> Result<Draft<'_>, InputError> {
    let source = Source::new(text);
    let file: File = reader::read(source, file::wanted)?;
    let terms = Terms::default().with(file.limits, file.record.as_ref());
    let mut draft = Draft {
        title: file.title,
        about: paragraph(file.about),
        seed: file.seed.map_or(0, |Whole(seed)| seed),
        common_dice: file.common_dice.unwrap_or(true),
        sections: Vec::new(),
        arrangement: Arrangement::default(),
        cells: Vec::new(),
        source,
        text: Cell::new(0),
    };
    let sweeps = file.sweep.into_iter().flat_map(|List(list)| list).map(Listed::Sweep);
    let tournaments = file.tournament.into_iter().flat_map(|List(list)| list).map(Listed::Tournament);
    let mut sections: Vec<Listed> = sweeps.chain(tournaments).collect();
    // The report keeps the order of the file.
    sections.sort_by_key(|section| section.span().start);
    if sections.is_empty() {
        return Err(source
            .wrong(&(0..0), message!("nothing-to-play", "there is nothing to play"))
            .expected(message!("add-section", "add a [[sweep]] or a [[tournament]]")));
    }
    for section in sections {
        draft.add(section, terms, size)?;
    }
    if let Some(report) = file.report {
        draft.arrangement = Arrangement::read(source, report, &draft.sections)?;
    }
    if draft.games() == 0 {
        return Err(source
            .wrong(&(0..0), message!("no-games-to-play", "there are no games to play"))
            .expected(message!("one-game", "set 'games' to at least 1")));
    }
    Ok(draft)
}

/// A section as the file lists it.
enum Listed {
    Sweep(Spanned<Sweep>),
    Tournament(Spanned<Tournament>),
}

impl Listed {
    fn span(&self) -> Range<usize> {
        match self {
            Listed::Sweep(sweep) => sweep.span(),
            Listed::Tournament(tournament) => tournament.span(),
        }
    }

    fn name(&self) -> &Spanned<String> {
        match self {
            Listed::Sweep(sweep) => &sweep.get_ref().name,
            Listed::Tournament(tournament) => &tournament.get_ref().name,
        }
    }
}

/// A section and its cells.
type Read = (Section, Vec<CellDraft>);

fn read_sweep(frame: &Frame<'_>, sweep: Sweep, terms: Terms) -> Result<Read, InputError> {
    let mut axes = axes::axes(frame.source, sweep.vary.as_ref())?;
    if let Some(runs) = &sweep.runs {
        axes.push(axes::runs(frame.source, runs, &axes)?);
    }
    let exceptions = check::exceptions(frame.source, sweep.except.as_ref(), &axes)?;
    let cells = frame.sweep(&sweep, &axes, &exceptions)?;
    let Terms { limits, record } = terms.with(sweep.limits, sweep.record.as_ref());
    let section = Section {
        references: check::references(frame.source, sweep.reference, &cells)?,
        questions: check::questions(frame.source, sweep.question, &axes, &cells)?,
        name: sweep.name.into_inner(),
        about: paragraph(sweep.about),
        kind: Kind::Sweep,
        axes,
        start: sweep.start.unwrap_or(Start::Fixed),
        opening: sweep.opening.map_or(0, |Whole(moves)| moves),
        forfeits: ForfeitRule::default(),
        limits,
        record,
        sprt: None,
    };
    Ok((section, cells))
}

fn read_tournament(frame: &Frame<'_>, tournament: Tournament, terms: Terms) -> Result<Read, InputError> {
    let axes = axes::axes(frame.source, tournament.vary.as_ref())?;
    let (kind, cells) = frame.tournament(&tournament, &axes)?;
    let start = tournament.start.unwrap_or(Start::Alternate);
    let sprt = tournament.sprt.as_ref().map(|sprt| check::sprt(frame.source, sprt, start)).transpose()?;
    let Terms { limits, record } = terms.with(tournament.limits, tournament.record.as_ref());
    let section = Section {
        references: check::references(frame.source, tournament.reference, &cells)?,
        questions: Vec::new(),
        name: tournament.name.into_inner(),
        about: paragraph(tournament.about),
        kind,
        axes,
        start,
        opening: tournament.opening.map_or(0, |Whole(moves)| moves),
        forfeits: tournament.forfeits.unwrap_or_default(),
        limits,
        record,
        sprt,
    };
    Ok((section, cells))
}

fn paragraph(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned())
}

/// The defaults of a section.
#[derive(Clone, Copy)]
struct Terms {
    limits: GameLimits,
    record: Record,
}

impl Default for Terms {
    fn default() -> Self {
        let limits = GameLimits { moves: 10_000, nodes_per_move: None, time_per_move: None };
        Terms { limits, record: Record::default() }
    }
}

impl Terms {
    /// These, overridden by what is given.
    fn with(mut self, limits: Option<Limits>, record: Option<&List<Kept, 0>>) -> Terms {
        if let Some(given) = limits {
            let number = |count: Option<file::Count>| count.map(|Whole(count)| count);
            self.limits.moves = number(given.moves).unwrap_or(self.limits.moves);
            self.limits.nodes_per_move = number(given.nodes_per_move).or(self.limits.nodes_per_move);
            self.limits.time_per_move = number(given.time_per_move).or(self.limits.time_per_move);
        }
        if let Some(List(kept)) = record {
            self.record = Record {
                moves: kept.contains(&Kept::Moves),
                nodes: kept.contains(&Kept::Nodes),
                times: kept.contains(&Kept::Times),
                grades: kept.contains(&Kept::Grades),
            };
        }
        self
    }
}
