//! A parsed file: its sections and cells. No game is opened yet.

use std::cell::Cell;

use plylab_core::toml::{Document, TomlSource, TomlTable, TomlValue};
use plylab_core::{InputError, Spec, message};

use super::cells::{MAX_CELLS, MAX_GAMES, SectionFrame};
use super::{Arrangement, ForfeitRule, GameLimits, Kind, Record, Section, Setting, Size, Start};
use super::{axes, check};

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
    pub source: TomlSource<'a>,
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
    /// Where its game is named in the file.
    pub game_start: usize,
    /// Where its players are named in the file.
    pub players_start: usize,
}

impl Draft<'_> {
    fn games(&self) -> u64 {
        self.cells.iter().fold(0_u64, |sum, cell| sum.saturating_add(cell.games))
    }

    /// Adds a section and its cells.
    fn add(&mut self, listed: TomlValue<'_>, terms: SectionDefaults, size: Size) -> Result<(), InputError> {
        let is_sweep = listed.key() == "sweep";
        let table = listed.table(if is_sweep { SWEEP } else { TOURNAMENT })?;
        let name = table.text("name")?;
        if self.sections.iter().any(|section| section.name == name) {
            let wrong = message!("two-sections", "there are two sections '{name}'");
            let at = table.get("name").unwrap_or(listed);
            return Err(at.wrong(wrong).expected(message!("own-section-names", "give each its own name")));
        }
        let frame = SectionFrame { table, number: self.sections.len(), size, text: &self.text };
        let (section, cells) =
            if is_sweep { read_sweep(&frame, name, terms)? } else { read_tournament(&frame, name, terms)? };
        self.sections.push(section);
        self.cells.extend(cells.into_iter().filter(|cell| cell.games > 0));
        let count = self.cells.len();
        if count > MAX_CELLS {
            return Err(listed
                .wrong(message!("cells-so-far", "the sections so far have {count} cells"))
                .expected(message!("vary-less", "use at most {most}", most = MAX_CELLS)));
        }
        let games = self.games();
        if games > MAX_GAMES {
            return Err(listed
                .wrong(message!("games-so-far", "the sections so far have {games} games"))
                .expected(message!("games-in-all", "use at most {most} in total", most = MAX_GAMES)));
        }
        Ok(())
    }
}

/// Reads a file.
pub(crate) fn draft(text: &str, size: Size) -> Result<Draft<'_>, InputError> {
    let document = Document::parse(text)?;
    let file = document.root().table(&[
        "title",
        "about",
        "seed",
        "common-dice",
        "limits",
        "record",
        "report",
        "sweep",
        "tournament",
    ])?;
    let mut draft = Draft {
        title: file.text("title")?,
        about: about(&file)?,
        seed: file.optional("seed", |seed| seed.whole(0..=u64::MAX))?.unwrap_or(0),
        common_dice: file.optional("common-dice", TomlValue::switch)?.unwrap_or(true),
        sections: Vec::new(),
        arrangement: Arrangement::default(),
        cells: Vec::new(),
        source: document.source(),
        text: Cell::new(0),
    };
    let terms = SectionDefaults::default().with(&file)?;
    let mut sections = file.each("sweep", Ok)?;
    sections.extend(file.each("tournament", Ok)?);
    // The report keeps the order of the file.
    sections.sort_by_key(|section| section.start());
    let whole = document.root();
    if sections.is_empty() {
        return Err(whole
            .wrong(message!("nothing-to-play", "there is nothing to play"))
            .expected(message!("add-section", "add a [[sweep]] or a [[tournament]]")));
    }
    for section in sections {
        draft.add(section, terms, size)?;
    }
    if let Some(report) = file.get("report") {
        draft.arrangement = Arrangement::read(report, &draft.sections)?;
    }
    if draft.games() == 0 {
        return Err(whole
            .wrong(message!("no-games-to-play", "there are no games to play"))
            .expected(message!("one-game", "set 'games' to at least 1")));
    }
    Ok(draft)
}

/// The settings of a sweep.
const SWEEP: &[&str] = &[
    "name",
    "about",
    "game",
    "players",
    "vary",
    "games",
    "quick",
    "runs",
    "start",
    "opening",
    "limits",
    "record",
    "except",
    "reference",
    "question",
];

/// The settings of a tournament.
const TOURNAMENT: &[&str] = &[
    "name",
    "about",
    "game",
    "agents",
    "vary",
    "kind",
    "challengers",
    "games",
    "quick",
    "start",
    "opening",
    "forfeits",
    "limits",
    "record",
    "sprt",
    "reference",
];

/// A section and its cells.
type Read = (Section, Vec<CellDraft>);

fn read_sweep(frame: &SectionFrame<'_>, name: String, terms: SectionDefaults) -> Result<Read, InputError> {
    let table = &frame.table;
    let mut axes = axes::axes(table.get("vary"))?;
    if let Some(runs) = table.get("runs") {
        axes.push(axes::runs(runs, &axes)?);
    }
    let exceptions = table.each("except", |except| check::exception(except, &axes))?;
    let cells = frame.sweep(&axes, &exceptions)?;
    let references = table.each("reference", |reference| check::reference(reference, &cells))?;
    let questions = table.each("question", |question| check::question(question, &axes, &cells))?;
    let section = Section {
        references,
        questions,
        axes,
        start: start(table)?.unwrap_or(Start::Fixed),
        ..section(name, table, terms)?
    };
    Ok((section, cells))
}

fn read_tournament(
    frame: &SectionFrame<'_>,
    name: String,
    terms: SectionDefaults,
) -> Result<Read, InputError> {
    let table = &frame.table;
    let axes = axes::axes(table.get("vary"))?;
    let (kind, cells) = frame.tournament(&axes)?;
    let start = start(table)?.unwrap_or(Start::Alternate);
    let section = Section {
        references: table.each("reference", |reference| check::reference(reference, &cells))?,
        kind,
        axes,
        start,
        forfeits: table.optional("forfeits", |rule| rule.choice(ForfeitRule::NAMES))?.unwrap_or_default(),
        sprt: table.optional("sprt", |sprt| check::sprt(sprt, start))?,
        ..section(name, table, terms)?
    };
    Ok((section, cells))
}

/// What every section has.
fn section(name: String, table: &TomlTable<'_>, terms: SectionDefaults) -> Result<Section, InputError> {
    let SectionDefaults { limits, record } = terms.with(table)?;
    Ok(Section {
        name,
        about: about(table)?,
        kind: Kind::Sweep,
        axes: Vec::new(),
        start: Start::Fixed,
        opening: table.optional("opening", |moves| moves.whole(0..=1000))?.unwrap_or(0),
        forfeits: ForfeitRule::default(),
        limits,
        record,
        sprt: None,
        references: Vec::new(),
        questions: Vec::new(),
    })
}

fn start(table: &TomlTable<'_>) -> Result<Option<Start>, InputError> {
    table.optional("start", |start| start.choice(Start::NAMES))
}

fn about(table: &TomlTable<'_>) -> Result<Option<String>, InputError> {
    table.optional("about", |about| about.text().map(|text| text.trim().to_owned()))
}

/// The defaults of a section.
#[derive(Clone, Copy)]
struct SectionDefaults {
    limits: GameLimits,
    record: Record,
}

impl Default for SectionDefaults {
    fn default() -> Self {
        let limits = GameLimits { moves: 10_000, nodes_per_move: None, time_per_move: None };
        SectionDefaults { limits, record: Record::default() }
    }
}

impl SectionDefaults {
    /// These, overridden by what a table sets.
    fn with(mut self, table: &TomlTable<'_>) -> Result<SectionDefaults, InputError> {
        if let Some(limits) = table.get("limits") {
            let given = limits.table(&["moves", "nodes-per-move", "time-per-move"])?;
            let count = |key: &str| given.optional(key, |count| count.whole(1..=u64::MAX));
            self.limits.moves = count("moves")?.unwrap_or(self.limits.moves);
            self.limits.nodes_per_move = count("nodes-per-move")?.or(self.limits.nodes_per_move);
            self.limits.time_per_move = count("time-per-move")?.or(self.limits.time_per_move);
        }
        if let Some(record) = table.get("record") {
            let names = ["moves", "nodes", "times", "grades"].map(|name| (name, name));
            let kept = record.items()?.into_iter().map(|item| item.choice(&names));
            let kept = kept.collect::<Result<Vec<&str>, _>>()?;
            self.record = Record {
                moves: kept.contains(&"moves"),
                nodes: kept.contains(&"nodes"),
                times: kept.contains(&"times"),
                grades: kept.contains(&"grades"),
            };
        }
        Ok(self)
    }
}
