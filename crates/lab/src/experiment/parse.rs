//! From the text of an experiment file to its sections and cells; no game is opened yet.

use std::collections::BTreeMap;
use std::ops::Range;

use plylab_core::{InputError, Spec};

use super::reader::{Item, Source, Table};
use super::template::{Filling, fill, holes};
use super::{
    Axis, AxisValue, GameLimits, Kind, MEASURES, Record, Reference, Section, Setting, Size, SprtRule, Start,
};

/// More games than anybody waits for, and few enough to be listed.
const MOST_GAMES: u64 = 10_000_000;

/// More cells than any table can show.
const MOST_CELLS: usize = 10_000;

/// A file as it was read.
#[derive(Debug)]
pub(crate) struct Draft<'a> {
    pub title: String,
    pub about: Option<String>,
    pub seed: u64,
    pub common_dice: bool,
    pub sections: Vec<Section>,
    pub cells: Vec<CellDraft>,
    source: Source<'a>,
}

/// A cell as it was read, and where.
#[derive(Debug)]
pub(crate) struct CellDraft {
    pub section: usize,
    pub place: Vec<Setting>,
    pub game: Spec,
    /// As listed; the last one may play for several seats.
    pub players: Vec<Spec>,
    pub games: u64,
    game_place: Range<usize>,
    players_place: Range<usize>,
}

impl Draft<'_> {
    fn games(&self) -> u64 {
        self.cells.iter().fold(0_u64, |sum, cell| sum.saturating_add(cell.games))
    }

    /// Says of an error that the game of that cell caused it.
    pub fn at_game(&self, cell: &CellDraft, error: InputError) -> InputError {
        self.source.locate(&cell.game_place, error)
    }

    /// Says of an error that the players of that cell caused it.
    pub fn at_players(&self, cell: &CellDraft, error: InputError) -> InputError {
        self.source.locate(&cell.players_place, error)
    }
}

/// Reads a file.
pub(crate) fn draft(text: &str, size: Size) -> Result<Draft<'_>, InputError> {
    let source = Source::new(text);
    let parsed = source.parse()?;
    let file = Table::whole(source, &parsed);
    file.allow(&["title", "about", "seed", "common-dice", "limits", "record", "sweep", "tournament"])?;
    let defaults = Defaults { limits: DEFAULT_LIMITS, record: Record::default() }.with(&file)?;
    let mut draft = Draft {
        title: file.need("title", "add a line title = \"...\"")?.text()?.to_owned(),
        about: about(&file)?,
        seed: file.get("seed").map_or(Ok(0), |seed| seed.whole(0, u64::MAX))?,
        common_dice: file.get("common-dice").map_or(Ok(true), |common| common.yes())?,
        sections: Vec::new(),
        cells: Vec::new(),
        source,
    };
    let mut sections = Vec::new();
    for kind in ["sweep", "tournament"] {
        for table in file.get(kind).map(|list| list.tables()).transpose()?.unwrap_or_default() {
            sections.push((table, kind == "sweep"));
        }
    }
    // The file's own order is the order of the report.
    sections.sort_by_key(|(table, _)| table.place().start);
    if sections.is_empty() {
        return Err(source
            .wrong(&(0..0), "there is nothing to play")
            .expected("add a [[sweep]] or a [[tournament]]"));
    }
    for (table, sweep) in sections {
        let place = table.place();
        let reading = SectionReader { table, defaults, size, number: draft.sections.len() };
        let name = reading.name()?;
        if draft.sections.iter().any(|section| section.name == name.0) {
            return Err(name
                .1
                .wrong(format!("there are two sections '{}'", name.0))
                .expected("give each its own name"));
        }
        let (section, cells) = if sweep { reading.sweep(name.0)? } else { reading.tournament(name.0)? };
        draft.sections.push(section);
        draft.cells.extend(cells);
        let games = draft.games();
        if games > MOST_GAMES {
            return Err(source
                .wrong(&place, format!("so far there are {games} games to play"))
                .expected(format!("ask for at most {MOST_GAMES} in all")));
        }
    }
    if draft.games() == 0 {
        return Err(source.wrong(&(0..0), "there are no games to play").expected("ask for one at least"));
    }
    Ok(draft)
}

fn about(table: &Table<'_, '_>) -> Result<Option<String>, InputError> {
    table.get("about").map(|about| about.text().map(|text| text.trim().to_owned())).transpose()
}

const DEFAULT_LIMITS: GameLimits = GameLimits { moves: 10_000, nodes_per_move: None, time_per_move: None };

/// What a section has unless it says otherwise.
#[derive(Clone, Copy)]
struct Defaults {
    limits: GameLimits,
    record: Record,
}

impl Defaults {
    /// These, but for what `table` says.
    fn with(mut self, table: &Table<'_, '_>) -> Result<Defaults, InputError> {
        if let Some(item) = table.get("limits") {
            let limits = item.table()?;
            limits.allow(&["moves", "nodes-per-move", "time-per-move"])?;
            let number = |key| limits.get(key).map(|item| item.whole(1, u64::MAX)).transpose();
            self.limits.moves = number("moves")?.unwrap_or(self.limits.moves);
            self.limits.nodes_per_move = number("nodes-per-move")?.or(self.limits.nodes_per_move);
            self.limits.time_per_move = number("time-per-move")?.or(self.limits.time_per_move);
        }
        if let Some(item) = table.get("record") {
            self.record = Record::default();
            for kept in item.items()? {
                match kept.choice(&[("moves", 0), ("nodes", 1), ("times", 2), ("grades", 3)])? {
                    0 => self.record.moves = true,
                    1 => self.record.nodes = true,
                    2 => self.record.times = true,
                    _ => self.record.grades = true,
                }
            }
        }
        Ok(self)
    }
}

/// Reads one section.
struct SectionReader<'a, 't> {
    table: Table<'a, 't>,
    defaults: Defaults,
    size: Size,
    number: usize,
}

/// A section and its cells.
type Read = (Section, Vec<CellDraft>);

impl<'a, 't> SectionReader<'a, 't> {
    fn name(&self) -> Result<(String, Item<'a, 't>), InputError> {
        let item = self.table.need("name", "add a line name = \"...\"")?;
        Ok((item.text()?.to_owned(), item))
    }

    fn sweep(&self, name: String) -> Result<Read, InputError> {
        self.table.allow(&[
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
        ])?;
        let mut axes = self.axes()?;
        let runs = self.table.get("runs").map(|runs| runs.whole(1, 1000)).transpose()?;
        if let Some(runs) = runs {
            if axes.iter().any(|axis| axis.name == RUN) {
                let item = self.table.need("runs", "")?;
                return Err(item
                    .wrong("there is an axis 'run' already")
                    .expected("leave out 'runs', or rename the axis"));
            }
            axes.push(Axis {
                name: RUN.to_owned(),
                values: (1..=runs).map(|run| plain(run.to_string())).collect(),
            });
        }
        let game = self.table.need("game", "add a line game = \"connect4\"")?;
        let players = self.table.need("players", "add a line players = [\"AGENT\", \"AGENT\"]")?;
        let templates = players.list()?.iter().map(Item::text).collect::<Result<Vec<&str>, _>>()?;
        let usual = self.games("games", None)?;
        let quick = self.games("quick", Some(usual.min(QUICK)))?;
        let exceptions = self.exceptions(&axes)?;
        let mut cells: Vec<CellDraft> = Vec::new();
        let mut used_anywhere = vec![RUN.to_owned()];
        for combination in combinations(&axes, &self.table)? {
            let mut used = vec![RUN.to_owned()];
            let settings = fillings(&combination);
            let game_text = fill(game.text()?, &settings, &mut used).map_err(|error| game.locate(error))?;
            let filled = templates
                .iter()
                .map(|template| fill(template, &settings, &mut used))
                .collect::<Result<Vec<String>, _>>()
                .map_err(|error| players.locate(error))?;
            used_anywhere.extend(used.iter().cloned());
            let place: Vec<Setting> = combination
                .into_iter()
                .filter(|(axis, _)| used.contains(axis))
                .map(|(axis, value)| (axis, value.label))
                .collect();
            if cells.iter().any(|cell| cell.place == place) {
                continue;
            }
            let exception = exceptions.iter().rev().find(|exception| exception.is_for(&place));
            let games = exception.and_then(|exception| exception.games).unwrap_or(usual);
            let few = exception.and_then(|exception| exception.quick).unwrap_or(quick).min(games);
            cells.push(CellDraft {
                section: self.number,
                place,
                game: game_text.parse().map_err(|error| game.locate(error))?,
                players: specs(&filled).map_err(|error| players.locate(error))?,
                games: if self.size == Size::Quick { few } else { games },
                game_place: game.place(),
                players_place: players.place(),
            });
        }
        if let Some(idle) = axes.iter().find(|axis| !used_anywhere.contains(&axis.name)) {
            let vary = self.table.need("vary", "")?;
            return Err(vary
                .wrong(format!("the axis '{}' is used nowhere", idle.name))
                .expected(format!("write {{{}}} in 'game' or 'players', or leave it out", idle.name)));
        }
        let references = self.references(&cells)?;
        cells.retain(|cell| cell.games > 0);
        let section = self.section(name, Kind::Sweep, axes, Start::Fixed, references)?;
        Ok((section, cells))
    }

    fn tournament(&self, name: String) -> Result<Read, InputError> {
        self.table.allow(&[
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
            "limits",
            "record",
            "sprt",
            "reference",
        ])?;
        let axes = self.axes()?;
        let game = self.table.need("game", "add a line game = \"connect4\"")?;
        let agents = self.table.need("agents", "add a line agents = [\"AGENT\", \"AGENT\"]")?;
        let spec: Spec = game.text()?.parse().map_err(|error| game.locate(error))?;
        let mut entrants: Vec<Spec> = Vec::new();
        for template in agents.list()? {
            for combination in combinations(&axes, &self.table)? {
                let text = fill(template.text()?, &fillings(&combination), &mut Vec::new())
                    .map_err(|error| template.locate(error))?;
                let entrant: Spec = text.parse().map_err(|error| template.locate(error))?;
                if !entrants.contains(&entrant) {
                    entrants.push(entrant);
                }
            }
        }
        if entrants.len() < 2 {
            return Err(agents
                .wrong("nobody has an opponent")
                .expected("name at least two different agents"));
        }
        let gauntlet = self
            .table
            .get("kind")
            .map_or(Ok(false), |kind| kind.choice(&[("round-robin", false), ("gauntlet", true)]))?;
        let challengers = match self.table.get("challengers") {
            Some(item) if !gauntlet => {
                return Err(item
                    .wrong("only a gauntlet has challengers")
                    .expected("add kind = \"gauntlet\""));
            }
            Some(item) => Some(item.whole(1, entrants.len() as u64 - 1)? as usize),
            None => gauntlet.then_some(1),
        };
        let usual = self.games("games", None)?;
        let quick = self.games("quick", Some(usual.min(QUICK)))?.min(usual);
        let mut cells = Vec::new();
        for (first, one) in entrants.iter().enumerate() {
            for (second, other) in entrants.iter().enumerate().skip(first + 1) {
                if challengers.is_some_and(|challengers| first >= challengers || second < challengers) {
                    continue;
                }
                cells.push(CellDraft {
                    section: self.number,
                    place: vec![("pair".to_owned(), format!("{one} - {other}"))],
                    game: spec.clone(),
                    players: vec![one.clone(), other.clone()],
                    games: if self.size == Size::Quick { quick } else { usual },
                    game_place: game.place(),
                    players_place: agents.place(),
                });
            }
        }
        if cells.len() > MOST_CELLS {
            return Err(too_many(&self.table, cells.len()));
        }
        let references = self.references(&cells)?;
        cells.retain(|cell| cell.games > 0);
        let mut section = self.section(
            name,
            Kind::Tournament { entrants, challengers },
            axes,
            Start::Alternate,
            references,
        )?;
        section.sprt = self.sprt(section.start)?;
        Ok((section, cells))
    }

    /// What both kinds have.
    fn section(
        &self,
        name: String,
        kind: Kind,
        axes: Vec<Axis>,
        start: Start,
        references: Vec<Reference>,
    ) -> Result<Section, InputError> {
        let Defaults { limits, record } = self.defaults.with(&self.table)?;
        let starts = [("fixed", Start::Fixed), ("alternate", Start::Alternate), ("random", Start::Random)];
        Ok(Section {
            name,
            about: about(&self.table)?,
            kind,
            axes,
            start: self.table.get("start").map_or(Ok(start), |item| item.choice(&starts))?,
            opening: self.table.get("opening").map_or(Ok(0), |item| item.whole(0, 1000))?,
            limits,
            record,
            sprt: None,
            references,
        })
    }

    fn axes(&self) -> Result<Vec<Axis>, InputError> {
        let Some(vary) = self.table.get("vary") else { return Ok(Vec::new()) };
        let mut axes = Vec::new();
        for (name, _, item) in vary.table()?.entries() {
            let values = axis_values(&item)?;
            for (place, value) in values.iter().enumerate() {
                holes(&value.text).map_err(|error| item.locate(error))?;
                if values[..place].iter().any(|earlier| earlier.label == value.label) {
                    return Err(item
                        .wrong(format!("'{name}' has '{}' twice", value.label))
                        .expected("write every value once"));
                }
            }
            axes.push(Axis { name: name.to_owned(), values });
        }
        Ok(axes)
    }

    fn games(&self, key: &'t str, default: Option<u64>) -> Result<u64, InputError> {
        match (self.table.get(key), default) {
            (Some(item), _) => item.whole(u64::from(default.is_none()), MOST_GAMES),
            (None, Some(default)) => Ok(default),
            (None, None) => self.table.need(key, "add a line games = 100: how many a cell").and(Ok(0)),
        }
    }

    fn exceptions(&self, axes: &[Axis]) -> Result<Vec<Exception>, InputError> {
        let Some(list) = self.table.get("except") else { return Ok(Vec::new()) };
        let mut exceptions = Vec::new();
        for table in list.tables()? {
            table.allow(&["where", "games", "quick"])?;
            let number = |key| table.get(key).map(|item| item.whole(0, MOST_GAMES)).transpose();
            let (games, quick) = (number("games")?, number("quick")?);
            let place = table.need("where", "say for which cells: where = { depth = 9 }")?.table()?;
            let mut limits = Vec::new();
            for (name, at, item) in place.entries() {
                let axis = axes.iter().find(|axis| axis.name == name).ok_or_else(|| {
                    let names: Vec<&str> = axes.iter().map(|axis| axis.name.as_str()).collect();
                    place
                        .source()
                        .wrong(&at, format!("'{name}' is no axis"))
                        .expected(format!("'vary' has {}", names.join(", ")))
                })?;
                let values = item.words()?;
                if let Some(odd) =
                    values.iter().find(|value| !axis.values.iter().any(|known| known.label == **value))
                {
                    let labels: Vec<&str> = axis.values.iter().map(|value| value.label.as_str()).collect();
                    return Err(item
                        .wrong(format!("'{name}' is never '{odd}'"))
                        .expected(format!("it is one of {}", labels.join(", "))));
                }
                limits.push((name.to_owned(), values));
            }
            exceptions.push(Exception { place: limits, games, quick });
        }
        Ok(exceptions)
    }

    fn references(&self, cells: &[CellDraft]) -> Result<Vec<Reference>, InputError> {
        let Some(list) = self.table.get("reference") else { return Ok(Vec::new()) };
        let names: Vec<&str> = MEASURES.iter().map(|(name, _)| *name).collect();
        let mut references = Vec::new();
        for table in list.tables()? {
            let keys: Vec<&str> =
                ["source", "where", "games", "note"].iter().chain(&names).copied().collect();
            table.allow(&keys)?;
            let item = table.need("where", "say for which cell: where = { depth = 1 }")?;
            let mut place = Vec::new();
            for (name, _, item) in item.table()?.entries() {
                place.push((name.to_owned(), item.word()?));
            }
            let matches = |cell: &&CellDraft| place.iter().all(|setting| cell.place.contains(setting));
            match cells.iter().filter(matches).count() {
                1 => {}
                count => {
                    let cells =
                        if count == 0 { "no cell is so".to_owned() } else { format!("{count} cells are so") };
                    return Err(item.wrong(cells).expected("name the axes and values of exactly one cell"));
                }
            }
            let mut values = BTreeMap::new();
            for &name in &names {
                if let Some(item) = table.get(name) {
                    values.insert(name.to_owned(), item.number()?);
                }
            }
            references.push(Reference {
                source: table.need("source", "say who found it: source = \"report A\"")?.text()?.to_owned(),
                place,
                games: table.get("games").map(|games| games.whole(1, u64::MAX)).transpose()?,
                values,
                note: table.get("note").map(|note| note.text().map(str::to_owned)).transpose()?,
            });
        }
        Ok(references)
    }

    fn sprt(&self, start: Start) -> Result<Option<SprtRule>, InputError> {
        let Some(item) = self.table.get("sprt") else { return Ok(None) };
        if start != Start::Alternate {
            return Err(item
                .wrong("a sequential test counts pairs of games")
                .expected("leave out 'start', or use \"alternate\""));
        }
        let table = item.table()?;
        table.allow(&["elo0", "elo1", "alpha", "beta"])?;
        let number = |key, default: Option<f64>| match (table.get(key), default) {
            (Some(item), _) => item.number(),
            (None, Some(default)) => Ok(default),
            (None, None) => table.need(key, "write sprt = { elo0 = 0, elo1 = 20 }").and(Ok(0.0)),
        };
        let rule = SprtRule {
            elo0: number("elo0", None)?,
            elo1: number("elo1", None)?,
            alpha: number("alpha", Some(0.05))?,
            beta: number("beta", Some(0.05))?,
        };
        if rule.elo0 >= rule.elo1 || rule.elo0.abs().max(rule.elo1.abs()) > 1000.0 {
            return Err(item.wrong("elo0 must be below elo1").expected("use numbers from -1000 to 1000"));
        }
        if [rule.alpha, rule.beta].iter().any(|&risk| !(0.0001..=0.5).contains(&risk)) {
            return Err(item
                .wrong("alpha and beta are chances of a mistake")
                .expected("use numbers from 0.0001 to 0.5"));
        }
        Ok(Some(rule))
    }
}

/// The axis that `runs` makes: it changes nothing but the seed.
pub(crate) const RUN: &str = "run";

/// Games a cell of a quick run, unless the file says otherwise.
const QUICK: u64 = 4;

/// Cells with another number of games.
struct Exception {
    place: Vec<(String, Vec<String>)>,
    games: Option<u64>,
    quick: Option<u64>,
}

impl Exception {
    fn is_for(&self, place: &[Setting]) -> bool {
        self.place
            .iter()
            .all(|(axis, values)| place.iter().any(|(name, value)| name == axis && values.contains(value)))
    }
}

/// The values of an axis: a list, or a table of values by name.
fn axis_values(item: &Item<'_, '_>) -> Result<Vec<AxisValue>, InputError> {
    if let Ok(table) = item.table() {
        let entries = table.entries();
        if entries.is_empty() {
            return item.list().map(|_| Vec::new());
        }
        return entries
            .iter()
            .map(|(label, _, item)| Ok(AxisValue { label: (*label).to_owned(), text: item.word()? }))
            .collect();
    }
    item.list()?.iter().map(|value| value.word().map(plain)).collect()
}

/// A value that is called what it is.
fn plain(text: String) -> AxisValue {
    AxisValue { label: text.clone(), text }
}

fn fillings(combination: &[(String, AxisValue)]) -> Vec<Filling> {
    combination.iter().map(|(axis, value)| (axis.clone(), value.text.clone())).collect()
}

/// Every combination of values, the first axis slowest.
fn combinations(axes: &[Axis], table: &Table<'_, '_>) -> Result<Vec<Vec<(String, AxisValue)>>, InputError> {
    let mut all: Vec<Vec<(String, AxisValue)>> = vec![Vec::new()];
    for axis in axes {
        let count = all.len().saturating_mul(axis.values.len());
        if count > MOST_CELLS {
            return Err(too_many(table, count));
        }
        all = all
            .iter()
            .flat_map(|settings| {
                axis.values.iter().map(|value| {
                    let mut longer = settings.clone();
                    longer.push((axis.name.clone(), value.clone()));
                    longer
                })
            })
            .collect();
    }
    Ok(all)
}

fn too_many(table: &Table<'_, '_>, count: usize) -> InputError {
    let what = format!("there are at least {count} cells");
    table.source().wrong(&table.place(), what).expected(format!("vary less: at most {MOST_CELLS} are played"))
}

fn specs(texts: &[String]) -> Result<Vec<Spec>, InputError> {
    texts.iter().map(|text| text.parse()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(sections: &str, size: Size) -> Result<(Vec<Section>, Vec<CellDraft>), String> {
        let text = format!("title = 'T'\n{sections}");
        let draft = draft(&text, size).map_err(|error| error.to_string())?;
        Ok((draft.sections, draft.cells))
    }

    fn error(sections: &str) -> String {
        read(sections, Size::Full).unwrap_err()
    }

    /// Which game, who plays, and how often, by cell.
    fn cells(sections: &str, size: Size) -> Vec<String> {
        let line = |cell: &CellDraft| {
            let place: Vec<String> =
                cell.place.iter().map(|(axis, value)| format!("{axis}={value}")).collect();
            let players: Vec<String> = cell.players.iter().map(Spec::to_string).collect();
            format!("{}: {} {} x{}", place.join(","), cell.game, players.join(" - "), cell.games)
        };
        read(sections, size).unwrap().1.iter().map(line).collect()
    }

    const SWEEP: &str = "[[sweep]]\nname = 's'\ngame = 'g'\nplayers = ['a:d={d}', '{who}']\ngames = 10\n";

    #[test]
    fn every_combination_of_the_axes_is_a_cell() {
        let vary = "vary = { d = [1, 2], who = { r = 'random', f = 'first' } }";
        assert_eq!(
            cells(&format!("{SWEEP}{vary}"), Size::Full),
            [
                "d=1,who=r: g a:d=1 - random x10",
                "d=1,who=f: g a:d=1 - first x10",
                "d=2,who=r: g a:d=2 - random x10",
                "d=2,who=f: g a:d=2 - first x10",
            ]
        );
    }

    #[test]
    fn a_cell_has_only_the_axes_that_it_uses() {
        let text = "[[sweep]]\nname = 's'\ngame = 'g'\nplayers = ['{a}', 'r']\ngames = 1\n\
                    vary = { a = { deep = 'ab:d={d}', flat = 'x' }, d = [1, 2] }";
        assert_eq!(
            cells(text, Size::Full),
            ["a=deep,d=1: g ab:d=1 - r x1", "a=deep,d=2: g ab:d=2 - r x1", "a=flat: g x - r x1"]
        );
    }

    #[test]
    fn exceptions_change_how_many_games_and_the_last_that_fits_counts() {
        let vary = "vary = { d = [1, 2, 3], who = ['r'] }\nquick = 3\nexcept = [{ where = { d = [2, 3] }, games = 4 }, \
                    { where = { d = 3, who = 'r' }, quick = 1 }, { where = { d = 1 }, games = 0 }]";
        let games = |size| {
            cells(&format!("{SWEEP}{vary}"), size)
                .iter()
                .map(|line| line[line.len() - 2..].to_owned())
                .collect::<Vec<String>>()
        };
        assert_eq!(games(Size::Full), ["x4", "10"]);
        assert_eq!(games(Size::Quick), ["x3", "x1"]);
    }

    #[test]
    fn runs_are_an_axis_that_changes_nothing_else() {
        let text = format!("{SWEEP}vary = {{ d = [1], who = ['r'] }}\nruns = 2");
        assert_eq!(
            cells(&text, Size::Full),
            ["d=1,who=r,run=1: g a:d=1 - r x10", "d=1,who=r,run=2: g a:d=1 - r x10"]
        );
    }

    #[test]
    fn quick_is_four_games_unless_the_file_says_otherwise() {
        let vary = "vary = { d = [1], who = ['r'] }";
        assert_eq!(cells(&format!("{SWEEP}{vary}"), Size::Quick), ["d=1,who=r: g a:d=1 - r x4"]);
        assert_eq!(cells(&format!("{SWEEP}{vary}\nquick = 99"), Size::Quick), ["d=1,who=r: g a:d=1 - r x10"]);
    }

    #[test]
    fn limits_and_records_of_a_section_go_before_those_of_the_file() {
        let text = "limits = { moves = 5, nodes-per-move = 7 }\nrecord = ['moves']\n[[tournament]]\nname = 't'\n\
                    game = 'g'\nagents = ['a', 'b']\ngames = 2\nlimits = { moves = 6 }\nrecord = ['nodes', 'times']";
        let (sections, _) = read(text, Size::Full).unwrap();
        assert_eq!(sections[0].limits, GameLimits { moves: 6, nodes_per_move: Some(7), time_per_move: None });
        assert_eq!(sections[0].record, Record { moves: false, nodes: true, times: true, grades: false });
        assert_eq!(sections[0].start, Start::Alternate);
    }

    #[test]
    fn sections_keep_the_order_of_the_file() {
        let tournament = "[[tournament]]\nname = 't'\ngame = 'g'\nagents = ['a', 'b', 'a']\ngames = 2\n";
        let text = format!("{tournament}{SWEEP}vary = {{ d = [1], who = ['r'] }}\n");
        let (sections, cells) = read(&text, Size::Full).unwrap();
        assert_eq!([&sections[0].name, &sections[1].name], ["t", "s"]);
        assert_eq!(cells.iter().map(|cell| cell.section).collect::<Vec<usize>>(), [0, 1]);
    }

    #[test]
    fn in_a_gauntlet_only_the_challengers_meet_the_others() {
        let pairs = |more: &str| {
            let text = format!(
                "[[tournament]]\nname = 't'\ngame = 'g'\nagents = ['a', 'b', 'c', 'd']\ngames = 2\n{more}"
            );
            read(&text, Size::Full)
                .unwrap()
                .1
                .iter()
                .map(|cell| cell.place[0].1.clone())
                .collect::<Vec<String>>()
        };
        assert_eq!(pairs(""), ["a - b", "a - c", "a - d", "b - c", "b - d", "c - d"]);
        assert_eq!(pairs("kind = 'gauntlet'"), ["a - b", "a - c", "a - d"]);
        assert_eq!(pairs("kind = 'gauntlet'\nchallengers = 2"), ["a - c", "a - d", "b - c", "b - d"]);
    }

    #[test]
    fn a_reference_names_one_cell() {
        let vary = "vary = { d = [1, 2], who = ['r'] }\n";
        let reference = |place: &str| {
            format!(
                "{SWEEP}{vary}[[sweep.reference]]\nsource = 'x'\nwhere = {place}\ngames = 10\nscore = 1.5\nwins = 3"
            )
        };
        let (sections, _) = read(&reference("{ d = 2 }"), Size::Full).unwrap();
        let found = &sections[0].references[0];
        assert_eq!(found.place, [("d".to_owned(), "2".to_owned())]);
        assert_eq!((found.values["score"], found.values["wins"], found.games), (1.5, 3.0, Some(10)));
        let right = "name the axes and values of exactly one cell";
        assert_eq!(error(&reference("{ d = 3 }")), format!("line 10, column 9: no cell is so; {right}"));
        assert_eq!(error(&reference("{ who = 'r' }")), format!("line 10, column 9: 2 cells are so; {right}"));
    }

    #[test]
    fn mistakes_are_told_with_their_place_and_what_would_be_right() {
        let vary = "vary = { d = [1], who = ['r'] }";
        let with = |more: &str| error(&format!("{SWEEP}{vary}\n{more}"));
        assert_eq!(
            error(""),
            "line 1, column 1: there is nothing to play; add a [[sweep]] or a [[tournament]]"
        );
        assert_eq!(
            error("[[sweep]]\nname = 's'"),
            "line 2, column 1: 'game' is missing in 'sweep'; add a line game = \"connect4\""
        );
        assert_eq!(
            with("runs = 2\nquik = 3"),
            "line 9, column 1: 'quik' is not a setting of 'sweep'; it has name, about, game, players, vary, games, quick, \
             runs, start, opening, limits, record, except, reference"
        );
        assert_eq!(
            with("except = [{ where = { depth = 3 } }]"),
            "line 8, column 23: 'depth' is no axis; 'vary' has d, who"
        );
        assert_eq!(
            with("except = [{ where = { d = 3 } }]"),
            "line 8, column 27: 'd' is never '3'; it is one of 1"
        );
        assert_eq!(
            with("[[sweep]]\nname = 's'\ngame = 'g'\nplayers = ['a', 'b']\ngames = 1"),
            "line 9, column 8: there are two sections 's'; give each its own name"
        );
        assert_eq!(
            error(&format!("{SWEEP}vary = {{ d = [1], who = ['r'], x = [1] }}")),
            "line 7, column 8: the axis 'x' is used nowhere; write {x} in 'game' or 'players', or leave it out"
        );
        assert_eq!(
            error(&format!("{SWEEP}vary = {{ d = [1, 1], who = ['r'] }}")),
            "line 7, column 14: 'd' has '1' twice; write every value once"
        );
        assert_eq!(
            error(
                "[[sweep]]\nname = 's'\ngame = 'g'\nplayers = ['a']\ngames = 10000000\nvary = { run = [1] }\nruns = 2"
            ),
            "line 8, column 8: there is an axis 'run' already; leave out 'runs', or rename the axis"
        );
    }

    #[test]
    fn what_nobody_could_wait_for_is_refused() {
        let sweep = |games: &str, vary: &str| {
            error(&format!(
                "[[sweep]]\nname = 's'\ngame = 'g'\nplayers = ['a:{{x}}{{y}}', 'b']\ngames = {games}\nvary = {vary}"
            ))
        };
        let many: Vec<String> = (0..101).map(|value| value.to_string()).collect();
        let many = many.join(", ");
        assert_eq!(
            sweep("1", &format!("{{ x = [{many}], y = [{many}] }}")),
            "line 2, column 1: there are at least 10201 cells; vary less: at most 10000 are played"
        );
        assert_eq!(
            sweep("10_000_001", "{ x = ['k='], y = [1] }"),
            "line 6, column 9: 'games' cannot be 10000001; use a whole number from 1 to 10000000"
        );
        assert_eq!(
            sweep("10_000_000", "{ x = ['k='], y = [1, 2] }"),
            "line 2, column 1: so far there are 20000000 games to play; ask for at most 10000000 in all"
        );
        let none = "[[sweep]]\nname = 's'\ngame = 'g'\nplayers = ['a', 'b']\ngames = 5\nquick = 0";
        assert_eq!(
            read(none, Size::Quick).unwrap_err(),
            "line 1, column 1: there are no games to play; ask for one at least"
        );
    }

    #[test]
    fn a_sequential_test_needs_pairs_and_sense() {
        let with = |more: &str| {
            error(&format!("[[tournament]]\nname = 't'\ngame = 'g'\nagents = ['a', 'b']\ngames = 2\n{more}"))
        };
        assert_eq!(
            with("start = 'fixed'\nsprt = { elo0 = 0, elo1 = 5 }"),
            "line 8, column 8: a sequential test counts pairs of games; leave out 'start', or use \"alternate\""
        );
        assert_eq!(
            with("sprt = { elo0 = 5, elo1 = 5 }"),
            "line 7, column 8: elo0 must be below elo1; use numbers from -1000 to 1000"
        );
        assert_eq!(
            with("sprt = { elo0 = 0, elo1 = 5, alpha = 0.9 }"),
            "line 7, column 8: alpha and beta are chances of a mistake; use numbers from 0.0001 to 0.5"
        );
        assert_eq!(
            with("challengers = 1"),
            "line 7, column 15: only a gauntlet has challengers; add kind = \"gauntlet\""
        );
    }
}
