//! What experiment files mean, and which errors they give.

use plylab_core::Spec;

use super::draft::{CellDraft, draft};
use super::{GameLimits, MEASURES, Measured, Record, ReferenceKind, Section, Size, Start};

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
        let settings: Vec<String> =
            cell.coordinates.iter().map(|(axis, value)| format!("{axis}={value}")).collect();
        let players: Vec<String> = cell.players.iter().map(Spec::to_string).collect();
        format!("{}: {} {} x{}", settings.join(","), cell.game, players.join(" - "), cell.games)
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
            .map(|cell| cell.coordinates[0].1.clone())
            .collect::<Vec<String>>()
    };
    assert_eq!(pairs(""), ["a - b", "a - c", "a - d", "b - c", "b - d", "c - d"]);
    assert_eq!(pairs("kind = 'gauntlet'"), ["a - b", "a - c", "a - d"]);
    assert_eq!(pairs("kind = 'gauntlet'\nchallengers = 2"), ["a - c", "a - d", "b - c", "b - d"]);
}

#[test]
fn a_reference_names_one_cell() {
    let vary = "vary = { d = [1, 2], who = ['r'] }\n";
    let reference = |cell: &str| {
        format!(
            "{SWEEP}{vary}[[sweep.reference]]\nsource = 'x'\nwhere = {cell}\ngames = 10\nscore = 1.5\nwins = 3"
        )
    };
    let (sections, _) = read(&reference("{ d = 2 }"), Size::Full).unwrap();
    let found = &sections[0].references[0];
    assert_eq!(found.coordinates, [("d".to_owned(), "2".to_owned())]);
    assert_eq!((found.values["score"], found.values["wins"], found.games), (1.5, 3.0, Some(10)));
    // Numbers of games come from a run, others are exact, and only the file knows what is printed.
    let kind = |text: &str| read(text, Size::Full).unwrap().0[0].references[0].kind;
    let told = reference("{ d = 2 }");
    assert_eq!(kind(&told), ReferenceKind::Run);
    assert_eq!(kind(&told.replace("}\ngames = 10\n", "}\n")), ReferenceKind::Exact);
    assert_eq!(kind(&format!("{told}\nkind = 'printed'")), ReferenceKind::Printed);
    assert_eq!(
        error(&format!("{told}\nkind = 'guessed'")),
        "line 14, column 8: 'kind' cannot be \"guessed\"; use \"printed\" or \"exact\" or \"run\""
    );
    let right = "name the axes and values of exactly one cell";
    assert_eq!(error(&reference("{ d = 3 }")), format!("line 10, column 9: no cell matches; {right}"));
    assert_eq!(error(&reference("{ who = 'r' }")), format!("line 10, column 9: 2 cells match; {right}"));
}

#[test]
fn a_question_names_an_axis_and_one_cell_for_each_of_its_values() {
    let question = |rest: &str| {
        format!(
            "{SWEEP}vary = {{ d = [1, 2], who = ['r', 's'] }}\n[[sweep.question]]\nasks = 'x'\nmeasures = ['nodes']\n{rest}"
        )
    };
    let asked =
        question("axis = 'd'\nwhere = { who = 'r' }\nbecause = { where = { who = 's' }, says = 'y' }");
    let (sections, _) = read(&asked, Size::Full).unwrap();
    let found = &sections[0].questions[0];
    assert_eq!((found.axis.as_str(), found.measures.as_slice()), ("d", [Measured::Nodes].as_slice()));
    assert_eq!(found.because.as_ref().unwrap().coordinates, [("who".to_owned(), "s".to_owned())]);
    let wrong = |rest: &str| error(&question(rest)).split_once(": ").unwrap().1.to_owned();
    let right = "fix every other axis with 'where'";
    assert_eq!(wrong("axis = 'd'"), format!("2 cells match; {right}"));
    assert_eq!(wrong("axis = 'd'\nwhere = { who = 't' }"), format!("no cell matches; {right}"));
    assert_eq!(wrong("axis = 'e'"), "'e' is not an axis; 'vary' has d, who");
    assert_eq!(
        wrong("axis = 'who'\nwhere = { d = 1 }\nif-best = { t = 'y' }"),
        "'t' is not a value of 'who'; it has r, s"
    );
    assert_eq!(
        wrong("axis = 'd'\nwhere = { who = 'r' }\nbecause = { where = { who = 't' }, says = 'y' }"),
        format!("no cell matches; {right}")
    );
}

#[test]
fn a_reference_may_give_a_number_of_every_measure() {
    let numbers: Vec<String> = MEASURES.iter().map(|(name, _)| format!("{name} = {}", name.len())).collect();
    let text = format!(
        "[[sweep]]\nname = 's'\ngame = 'g'\nplayers = ['a']\ngames = 1\n\
         [[sweep.reference]]\nsource = 'x'\nwhere = {{}}\n{}",
        numbers.join("\n")
    );
    let (sections, _) = read(&text, Size::Full).unwrap();
    let found = &sections[0].references[0].values;
    assert_eq!(found.len(), MEASURES.len());
    for (name, _) in MEASURES {
        assert_eq!(found.get(*name), Some(&(name.len() as f64)), "{name}");
    }
    assert_eq!(
        error(&text.replace("wins = 4", "wins = 4\nwinz = 4")),
        "line 11, column 1: 'winz' is not a setting of 'reference'; it has source, where, kind, games, note, wins, \
         win-rate, score, max, min, rounds, nodes, seconds, total-seconds"
    );
}

#[test]
fn a_missing_setting_is_reported_with_what_to_add() {
    let sweep = "[[sweep]]\nname = 's'\ngame = 'g'\nplayers = ['a']\ngames = 1\n";
    let tournament = "[[tournament]]\nname = 't'\ngame = 'g'\nagents = ['a', 'b']\ngames = 2\n";
    for (text, wrong) in [
        (
            "[[sweep]]\n".to_owned(),
            "line 2, column 1: 'name' is missing in 'sweep'; add a line name = \"...\"",
        ),
        (
            sweep.replace("players = ['a']\n", ""),
            "line 2, column 1: 'players' is missing in 'sweep'; add a line players = [\"AGENT\", \"AGENT\"]",
        ),
        (
            sweep.replace("games = 1\n", ""),
            "line 2, column 1: 'games' is missing in 'sweep'; add a line games = 100: the number of games per cell",
        ),
        (
            tournament.replace("agents = ['a', 'b']\n", ""),
            "line 2, column 1: 'agents' is missing in 'tournament'; add a line agents = [\"AGENT\", \"AGENT\"]",
        ),
        (
            format!("{sweep}except = [{{ games = 2 }}]"),
            "line 7, column 11: 'where' is missing in 'except'; name the cells: where = { depth = 9 }",
        ),
        (
            format!("{sweep}reference = [{{ source = 'x' }}]"),
            "line 7, column 14: 'where' is missing in 'reference'; name the cell: where = { depth = 1 }",
        ),
        (
            format!("{sweep}reference = [{{ where = {{}} }}]"),
            "line 7, column 14: 'source' is missing in 'reference'; name the source: source = \"report A\"",
        ),
        (
            format!("{tournament}sprt = {{ elo0 = 1 }}"),
            "line 7, column 8: 'elo1' is missing in 'sprt'; write sprt = { elo0 = 0, elo1 = 20 }",
        ),
    ] {
        assert_eq!(error(&text), wrong);
    }
}

#[test]
fn errors_have_a_location_and_a_hint() {
    let vary = "vary = { d = [1], who = ['r'] }";
    let with = |more: &str| error(&format!("{SWEEP}{vary}\n{more}"));
    assert_eq!(error(""), "line 1, column 1: there is nothing to play; add a [[sweep]] or a [[tournament]]");
    assert_eq!(
        error("[[sweep]]\nname = 's'"),
        "line 2, column 1: 'game' is missing in 'sweep'; add a line game = \"connect4\""
    );
    assert_eq!(
        with("runs = 2\nquik = 3"),
        "line 9, column 1: 'quik' is not a setting of 'sweep'; it has name, about, game, players, vary, games, quick, \
         runs, start, opening, limits, record, except, reference, question"
    );
    assert_eq!(
        with("except = [{ where = { depth = 3 } }]"),
        "line 8, column 23: 'depth' is not an axis; 'vary' has d, who"
    );
    assert_eq!(with("except = [{ where = { d = 3 } }]"), "line 8, column 27: 'd' has no value '3'; it has 1");
    assert_eq!(
        with("[[sweep]]\nname = 's'\ngame = 'g'\nplayers = ['a', 'b']\ngames = 1"),
        "line 9, column 8: there are two sections 's'; give each its own name"
    );
    assert_eq!(
        error(&format!("{SWEEP}vary = {{ d = [1], who = ['r'], x = [1] }}")),
        "line 7, column 8: the axis 'x' is not used; write {x} in 'game' or 'players', or leave it out"
    );
    assert_eq!(
        error(&format!("{SWEEP}vary = {{ d = [1, 1], who = ['r'] }}")),
        "line 7, column 14: 'd' has '1' twice; write every value once"
    );
    assert_eq!(
        error(
            "[[sweep]]\nname = 's'\ngame = 'g'\nplayers = ['a']\ngames = 10000000\nvary = { run = [1] }\nruns = 2"
        ),
        "line 8, column 8: there is already an axis 'run'; leave out 'runs', or rename the axis"
    );
}

#[test]
fn too_many_games_or_cells_are_refused() {
    let sweep = |games: &str, vary: &str| {
        error(&format!(
            "[[sweep]]\nname = 's'\ngame = 'g'\nplayers = ['a:{{x}}{{y}}', 'b']\ngames = {games}\nvary = {vary}"
        ))
    };
    let many: Vec<String> = (0..101).map(|value| value.to_string()).collect();
    let many = many.join(", ");
    assert_eq!(
        sweep("1", &format!("{{ x = [{many}], y = [{many}] }}")),
        "line 2, column 1: there are at least 10201 cells; use at most 10000"
    );
    assert_eq!(
        sweep("10_000_001", "{ x = ['k='], y = [1] }"),
        "line 6, column 9: 'games' cannot be 10000001; use a whole number from 1 to 10000000"
    );
    assert_eq!(
        sweep("10_000_000", "{ x = ['k='], y = [1, 2] }"),
        "line 2, column 1: the sections so far have 20000000 games; use at most 10000000 in total"
    );
    let none = "[[sweep]]\nname = 's'\ngame = 'g'\nplayers = ['a', 'b']\ngames = 5\nquick = 0";
    assert_eq!(
        read(none, Size::Quick).unwrap_err(),
        "line 1, column 1: there are no games to play; set 'games' to at least 1"
    );
}

/// Axes of which each has the next one twice, so that the text doubles at every level.
fn doubling(levels: usize) -> String {
    let axes: Vec<String> =
        (0..levels).map(|level| format!("a{level} = ['{{a{0}}}{{a{0}}}']", level + 1)).collect();
    format!("{}, a{levels} = ['x']", axes.join(", "))
}

#[test]
fn axes_that_double_are_counted_before_they_are_expanded() {
    for (levels, count) in [(16, 65_536_u64), (24, 16_777_216), (40, 1_099_511_627_776)] {
        let vary = format!("vary = {{ {} }}", doubling(levels));
        let sweep = format!("[[sweep]]\nname = 's'\ngame = 'g'\nplayers = ['{{a0}}']\ngames = 1\n{vary}");
        let too_long = format!("'{{a0}}' expands to at least {count} characters; use at most 10000");
        assert_eq!(error(&sweep), format!("line 5, column 11: {too_long}"));
        assert_eq!(
            error(&sweep.replace("game = 'g'", "game = '{a0}'")),
            format!("line 4, column 8: {too_long}")
        );
        let tournament =
            format!("[[tournament]]\nname = 't'\ngame = 'g'\nagents = ['{{a0}}', 'b']\ngames = 2\n{vary}");
        assert_eq!(error(&tournament), format!("line 5, column 11: {too_long}"));
    }
}

#[test]
fn chains_of_axes_have_a_limit() {
    let chain = |axes: usize| {
        let links: Vec<String> = (1..axes).map(|axis| format!("a{} = ['{{a{axis}}}']", axis - 1)).collect();
        format!(
            "[[sweep]]\nname = 's'\ngame = 'g'\nplayers = ['{{a0}}']\ngames = 1\n[sweep.vary]\n{}\na{} = ['x']",
            links.join("\n"),
            axes - 1
        )
    };
    assert_eq!(read(&chain(64), Size::Full).unwrap().1[0].players[0].to_string(), "x");
    assert_eq!(error(&chain(65)), "line 7, column 1: there are 65 axes; use at most 64");
    assert_eq!(error(&chain(20_000)), "line 7, column 1: there are 20000 axes; use at most 64");
}

#[test]
fn cells_are_counted_before_they_are_made() {
    let list = |prefix: &str, count: usize| {
        (0..count).map(|number| format!("'{prefix}{number}'")).collect::<Vec<String>>().join(", ")
    };
    let tournament = |agents: &str, more: &str| {
        error(&format!("[[tournament]]\nname = 't'\ngame = 'g'\nagents = [{agents}]\ngames = 2\n{more}"))
    };
    assert_eq!(
        tournament(&list("a", 10_000), ""),
        "line 2, column 1: there are at least 49995000 cells; use at most 10000"
    );
    assert_eq!(
        tournament(&list("a", 10_000), "kind = 'gauntlet'\nchallengers = 5000"),
        "line 2, column 1: there are at least 25000000 cells; use at most 10000"
    );
    assert_eq!(
        tournament(&list("a:{x},k", 200), &format!("vary = {{ x = [{}] }}", list("", 60))),
        "line 5, column 10: there are 12000 agents; use at most 10000"
    );
    let sweep = |name: &str, values: &str| {
        format!(
            "[[sweep]]\nname = '{name}'\ngame = 'g'\nplayers = ['{{x}}']\ngames = 1\nvary = {{ x = [{values}] }}\n"
        )
    };
    let half = list("a", 5_001);
    assert_eq!(
        error(&[sweep("s", &half), sweep("t", &half)].concat()),
        "line 8, column 1: the sections so far have 10002 cells; use at most 10000"
    );
    let long = format!("'{}', ", "y".repeat(9_000));
    let values = format!("vary = {{ x = [{}], y = [{long}] }}", list("a", 5_000));
    let text =
        format!("[[sweep]]\nname = 's'\ngame = 'g'\nplayers = ['{{x}}', '{{y}}']\ngames = 1\n{values}");
    let wrong = error(&text);
    assert!(wrong.starts_with("line 2, column 1: the cells so far have 100"), "{wrong}");
    assert!(wrong.ends_with(" characters of text; use at most 10000000"), "{wrong}");
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
        "line 7, column 8: alpha and beta are error probabilities; use numbers from 0.0001 to 0.5"
    );
    assert_eq!(
        with("challengers = 1"),
        "line 7, column 15: only a gauntlet has challengers; add kind = \"gauntlet\""
    );
    assert_eq!(
        with("kind = 'gauntlet'\nchallengers = 2"),
        "line 8, column 15: 'challengers' cannot be 2; use a whole number from 1 to 1"
    );
}
