//! Figures and tables for a paper: pictures keep their colours in every program, and tables can be typeset.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

#[path = "support/experiments.rs"]
#[expect(dead_code, reason = "other tests need more of it")]
mod experiments;
mod support;

use std::fs;
use std::path::Path;
use std::process::Command;

use experiments::{command, refused, short, succeed, write};
use support::Folder;

/// Agents at several depths on two boards, with games that reach the move limit.
const AGENTS: &str = r#"
title = "Agents & depths"
limits = { moves = 30 }
[[sweep]]
name = "who wins"
game = "connect4:columns={columns}"
players = ["{agent}:depth={depth}", "random"]
vary = { agent = ["minimax", "alphabeta"], columns = [6, 7], depth = [1, 2] }
games = 6
"#;

/// The picture has these colours, and the other file is a PNG. How programs draw them is tested with the crate that draws.
fn check_colours(svg: &str, png: &str, colours: &[&str]) {
    let text = fs::read_to_string(svg).unwrap();
    for colour in colours {
        assert!(text.contains(colour), "{colour} in {svg}");
    }
    assert!(fs::read(png).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn a_tree_keeps_its_colours_in_every_format() {
    let folder = Folder::new("tree-figure");
    let [svg, png, pdf] = ["t.svg", "t.png", "t.pdf"].map(|name| folder.path(name));
    succeed(&["tree", "textbook", "--svg", &svg, "--png", &png, "--pdf", &pdf]);
    // Paper, max, min, leaf, the chosen line and a cut.
    let colours = ["#ffffff", "#dcebfb", "#fde8cf", "#f2f3f5", "#0b57a4", "#a3242b"];
    check_colours(&svg, &png, &colours);
    let text = fs::read(&pdf).unwrap();
    assert!(text.starts_with(b"%PDF-") && String::from_utf8_lossy(&text).contains("Vazirmatn"));
    let title = |args: &[&str]| {
        let svg = succeed(&[&["tree"], args, &["--svg", "-"]].concat());
        svg.split_once("<title>").unwrap().1.split_once("</title>").unwrap().0.to_owned()
    };
    assert_eq!(title(&["textbook"]), "alphabeta on textbook");
    assert_eq!(title(&["textbook", "--title", "Exercise <3>"]), "Exercise &lt;3&gt;");
    assert_eq!(title(&["connect4", "--depth", "1"]), "alphabeta:depth=1 on Connect Four");
    let own = write(&folder, "homework.tree", TIE);
    assert_eq!(title(&[&own]), "alphabeta on homework");
}

#[test]
fn a_tie_hints_at_the_other_rule_of_cutting() {
    let folder = Folder::new("tie");
    let told = |args: &[&str]| succeed(&[&["tree"], args].concat());
    let hinted = |text: &str| text.contains("cut=inclusive would have pruned 1 more node:");
    assert!(!hinted(&told(&["textbook"])), "there is no tie");
    let tie = write(&folder, "tie.tree", TIE);
    assert!(hinted(&told(&[&tie])), "{}", told(&[&tie]));
    assert!(!hinted(&told(&[&tie, "--agent", "alphabeta:cut=inclusive"])));
    assert!(!hinted(&told(&[&tie, "--agent", "minimax"])));
}

/// The second child can only equal the first.
const TIE: &str = "agents: max min\n\nmax [ a: min [ 3 5 ] b: min [ 3 9 ] ]\n";

#[test]
fn plots_are_named_by_what_they_show() {
    let folder = Folder::new("plots");
    let (_, out) = short(&folder, "agents", AGENTS);
    let figures = folder.path("figures");
    let told = succeed(&["report", &out, "--plots", &figures, "--png", "--pdf"]);
    let names = |folder: &str| {
        let files =
            fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = files.collect();
        names.sort();
        names
    };
    let written = names(&figures);
    for ending in ["svg", "png", "pdf"] {
        let name = format!("win-rate-by-depth.{ending}");
        assert!(written.contains(&name), "{written:?}");
        assert!(told.contains(&name), "{told}");
    }
    let svg = folder.path("figures/win-rate-by-depth.svg");
    // Paper, and the first four lines: agents share one picture.
    let colours = ["#ffffff", "#0b62a8", "#c44a05", "#00795a", "#a8418a"];
    check_colours(&svg, &folder.path("figures/win-rate-by-depth.png"), &colours);
    // By request, boards are along the axis, and depths are lines: a picture for each agent.
    let other = folder.path("other");
    succeed(&["report", &out, "--plots", &other, "--x", "columns", "--lines", "depth"]);
    let written = names(&other);
    for agent in ["minimax", "alphabeta"] {
        assert!(written.contains(&format!("win-rate-by-columns-{agent}.svg")), "{written:?}");
    }
    let message = refused(&["report", &out, "--plots", &other, "--x", "colour"], 2);
    assert_eq!(message, "error: --x: 'colour' is not an axis; 'vary' has agent, columns, depth");
    // The file may say it, too.
    let arranged = format!("{AGENTS}\n[report]\nx = \"columns\"\nlines = \"depth\"\ncompare = [\"depth\"]\n");
    let (_, out) = short(&folder, "arranged", &arranged);
    let third = folder.path("third");
    succeed(&["report", &out, "--plots", &third]);
    assert_eq!(names(&third), names(&other));
    // A flag counts more than the file.
    let fourth = folder.path("fourth");
    succeed(&["report", &out, "--plots", &fourth, "--x", "depth"]);
    assert!(names(&fourth).contains(&"win-rate-by-depth.svg".to_owned()), "{:?}", names(&fourth));
}

#[test]
fn win_rates_say_what_they_are_of() {
    let folder = Folder::new("rates");
    let (_, out) = short(&folder, "agents", &AGENTS.replace("moves = 30", "moves = 12"));
    for (format, words) in [
        ("--md", " that ended"),
        ("--latex", " that ended"),
        ("--csv", "games that ended"),
        ("--json", "\"ended\":"),
    ] {
        let text = succeed(&["report", &out, format]);
        assert!(text.contains(words), "{format}: {text}");
    }
    let persian = succeed(&["--lang", "fa", "report", &out]);
    assert!(persian.contains("بازی پایان‌یافته"), "{persian}");
    let page = folder.path("page.html");
    succeed(&["report", &out, "--html", &page]);
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains(" that ended</td>") && page.contains("games that ended</text>"));
}

#[test]
fn comparisons_say_that_games_without_an_end_are_left_out() {
    let folder = Folder::new("unended");
    let (_, out) = short(&folder, "agents", AGENTS);
    let note = "Games that did not end are left out of these comparisons.";
    assert!(!succeed(&["report", &out]).contains(note));
    let (_, out) = short(&folder, "limited", &AGENTS.replace("moves = 30", "moves = 12"));
    for format in [&["--md"][..], &["--latex"], &["--json"], &[]] {
        let text = succeed(&[&["report", &out], format].concat());
        assert!(text.contains(note), "{format:?}: {text}");
        assert!(!text.contains("the same in every game\""), "{text}");
    }
    let text = succeed(&["report", &out]);
    assert!(text.contains("the same in every game that ended"), "{text}");
}

#[test]
fn a_page_may_go_to_standard_output() {
    let folder = Folder::new("page-out");
    let (_, out) = short(&folder, "agents", AGENTS);
    let page = succeed(&["report", &out, "--html", "-", "--plots", &folder.path("f")]);
    assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"), "{page}");
    assert_eq!(
        refused(&["report", &out, "--html", "-", "--csv"], 2),
        "error: only one answer can go to standard output; write '-' only once, and not beside --json"
    );
}

#[test]
fn comparisons_allow_for_their_number() {
    let folder = Folder::new("holm");
    let (_, out) = short(&folder, "agents", AGENTS);
    let text = succeed(&["report", &out]);
    assert!(text.contains("p (Holm)") && text.contains("comparisons of equals"), "{text}");
    let one = succeed(&["report", &out, "--compare", "agent=minimax,alphabeta", "--title", "Mine"]);
    assert!(one.starts_with("Mine\n"), "{one}");
    let rows = |text: &str| text.lines().filter(|line| line.contains("agent minimax, ")).count();
    assert_eq!(rows(&one), 4, "{one}");
    assert!(rows(&text) > 4, "{text}");
    let message = refused(&["report", &out, "--compare", "agent=minimax,mcts"], 2);
    assert!(
        message.contains("'minimax,mcts' are not two values of agent; its values are minimax"),
        "{message}"
    );
}

#[test]
fn tables_can_be_typeset() {
    let folder = Folder::new("latex");
    let (_, out) = short(&folder, "agents", AGENTS);
    let table = succeed(&["report", &out, "--latex", "--columns", "wins,nodes"]);
    let main = table.split("\\end{table}").next().unwrap();
    assert!(main.contains("agent & columns & depth & wins & nodes per move \\\\"), "{main}");
    assert!(main.contains("\\label{tab:who-wins}") && main.contains("\\caption{who wins}"), "{main}");
    let message = refused(&["report", &out, "--latex", "--columns", "colour"], 2);
    assert!(
        message.starts_with("error: no table has a column 'colour'; the columns are games, wins"),
        "{message}"
    );
    let wide = command(&["report", &out, "--latex"]).output().unwrap();
    let told = String::from_utf8(wide.stderr).unwrap();
    assert!(told.starts_with("note: 'who wins' has 1"), "{told}");
    assert!(
        told.contains(" columns, which a page shows in small print; choose some, as in --columns "),
        "{told}"
    );
    let whole = String::from_utf8(wide.stdout).unwrap();
    // More rows than a page has lines.
    let rows = AGENTS
        .replace("depth = [1, 2]", "depth = [1, 2, 3], rows = [4, 5, 6]")
        .replace("columns=", "rows={rows},columns=");
    let (_, out) = short(&folder, "long", &rows.replace("games = 6", "games = 2"));
    let long = succeed(&["report", &out, "--latex", "--columns", "wins"]);
    assert!(long.contains("\\caption{who wins (continued)}"), "{long}");
    let document = format!(
        "\\documentclass{{article}}\\usepackage{{booktabs,graphicx}}\\begin{{document}}\n{table}\\clearpage {whole}\\clearpage {long}\\end{{document}}\n"
    );
    let file = write(&folder, "paper.tex", &document);
    let Ok(typeset) = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", &file])
        .current_dir(Path::new(&file).parent().unwrap())
        .output()
    else {
        eprintln!("skipped: pdflatex is not installed");
        return;
    };
    let log = String::from_utf8_lossy(&typeset.stdout);
    assert!(typeset.status.success(), "{log}");
    assert!(!log.contains("Overfull \\hbox") && !log.contains("Float too large"), "{log}");
}

#[test]
fn a_position_of_a_game_is_a_picture() {
    let folder = Folder::new("positions");
    let games = write(
        &folder,
        "games.jsonl",
        &succeed(&["match", "connect4", "random", "random", "-n", "2", "--json", "--games"]),
    );
    let games_of = |text: &str| text.lines().filter(|line| line.contains("\"moves\"")).count();
    assert!(games_of(&fs::read_to_string(&games).unwrap()) >= 2);
    let files = |name: &str| ["svg", "png", "pdf"].map(|ending| folder.path(&format!("{name}.{ending}")));
    let [svg, png, pdf] = files("end");
    succeed(&[
        "replay", "--games", &games, "--line", "1", "--svg", &svg, "--png", &png, "--pdf", &pdf, "--title",
        "The end",
    ]);
    // Stones of both, and the plate.
    check_colours(&svg, &png, &["#e3a600", "#cc2f26", "#2f5fa8"]);
    assert!(fs::read(&pdf).unwrap().starts_with(b"%PDF-"));
    assert!(fs::read_to_string(&svg).unwrap().contains(">The end</text>"));
    let early = succeed(&["replay", "--games", &games, "--line", "1", "--ply", "1", "--svg", "-"]);
    assert!(early.starts_with("<svg") && !early.contains("stone red"), "one yellow stone: {early}");
    let message = refused(&["replay", "--games", &games, "--line", "1", "--ply", "99", "--svg", "-"], 2);
    assert!(message.contains("there is no ply 99 in a game of"), "{message}");
    let message = refused(&["replay", "--games", &games, "--svg", "-"], 2);
    assert_eq!(message, "error: only one game can be drawn; name it with --line");
    let message = refused(&["show", "connect4", "--svg", "-", "--png", "-"], 2);
    assert_eq!(
        message,
        "error: only one answer can go to standard output; write '-' only once, and not beside --json"
    );
    let [svg, png, pdf] = files("maze");
    succeed(&["show", "pacman", "--layout", "small", "--svg", &svg, "--png", &png, "--pdf", &pdf]);
    // Pac-Man, and the walls.
    check_colours(&svg, &png, &["#e3a600", "#2459c4"]);
}

#[test]
fn tournaments_say_what_win_rates_are_of() {
    let folder = Folder::new("limited");
    let limited = r#"
title = "Cut short"
limits = { moves = 14 }
[[tournament]]
name = "t"
game = "connect4"
agents = ["alphabeta:depth=1", "random"]
games = 20
opening = 2
"#;
    let (_, out) = short(&folder, "limited", limited);
    let found = succeed(&["report", &out]);
    assert!(found.contains("win rate (95 %)") && found.contains(" of 20; "), "{found}");
    assert!(found.contains(" that ended"), "{found}");
}

/// The number before ` below the root` in what a command prints.
fn below_the_root(text: &str) -> String {
    let before = text.split(" below the root").next().unwrap();
    let before = before.trim_end_matches(" nodes");
    before.rsplit([' ', '\n']).next().unwrap().to_owned()
}

#[test]
fn nodes_are_counted_alike() {
    for (game, position, agent) in [
        ("connect4", "4453", "alphabeta:depth=4,eval=tuned"),
        ("connect4", "4453", "minimax:depth=3"),
        ("tictactoe", "a1 b2", "alphabeta:depth=5"),
        ("pacman:layout=trap", "", "expectimax:depth=2"),
        ("tree:file=textbook", "", "alphabeta"),
        ("tree:file=dice", "", "expectimax"),
    ] {
        let position: Vec<&str> = Some(position).filter(|text| !text.is_empty()).into_iter().collect();
        let told = |command: &str, rest: &[&str]| {
            let mut args = vec![command, game];
            args.extend(&position);
            args.extend(rest);
            succeed(&args)
        };
        let compared: serde_json::Value =
            serde_json::from_str(&told("compare", &["--agents", agent, "--json"])).unwrap();
        let nodes = compared["agents"][0]["stats"]["nodes"].to_string();
        assert_eq!(below_the_root(&told("tree", &["--agent", agent])), nodes, "tree {game} {agent}");
        assert_eq!(below_the_root(&told("explain", &["--agent", agent])), nodes, "explain {game} {agent}");
    }
}

#[test]
fn simulations_and_states_are_counted_alike() {
    let told = |command: &str, rest: &[&str]| succeed(&[&[command, "connect4", "4453"], rest].concat());
    let compared: serde_json::Value =
        serde_json::from_str(&told("compare", &["--agents", "mcts:sims=40", "--json"])).unwrap();
    assert_eq!(compared["agents"][0]["stats"]["nodes"], 40);
    assert_eq!(below_the_root(&told("tree", &["--agent", "mcts:sims=40"])), "40");
    assert!(told("explain", &["--agent", "mcts:sims=40"]).contains("It ran 40 simulations ("));
    let states = "mcts:sims=40,count=states";
    let tree = told("tree", &["--agent", states]);
    assert!(tree.contains(" states below the root in 40 simulations"), "{tree}");
    let explained = told("explain", &["--agent", states]).replace('\n', " ");
    assert!(explained.contains("It ran 40 simulations (") && explained.contains(" states, "), "{explained}");
}

#[test]
fn a_seed_shows_the_same_search_in_every_command() {
    for seed in ["0", "7"] {
        let told = |command: &str, agent: &str| -> serde_json::Value {
            let args = [command, "connect4", "4453", agent, "mcts:sims=60", "--seed", seed, "--json"];
            serde_json::from_str(&succeed(&args)).unwrap()
        };
        let explained = told("explain", "--agent");
        let visits = |each: &serde_json::Value| (each["action"].to_string(), each["visits"].as_u64());
        let mut explained_visits: Vec<_> =
            explained["visits"].as_array().unwrap().iter().map(visits).collect();
        let tree = told("tree", "--agent");
        let children = tree["nodes"].as_array().unwrap().iter().filter(|node| node["parent"] == 0);
        let mut recorded: Vec<_> =
            children.map(|node| (node["action"].to_string(), node["samples"]["visits"].as_u64())).collect();
        explained_visits.sort();
        recorded.sort();
        assert_eq!(recorded, explained_visits, "with the seed {seed}");
        assert_eq!(told("compare", "--agents")["agents"][0]["action"], explained["action"]);
    }
}

#[test]
fn a_solved_game_is_explained_by_the_truth() {
    let told = |args: &[&str]| succeed(&[&["explain", "connect4"], args].concat());
    // Yellow threatens on both sides of the bottom row.
    let own = told(&["33445"]);
    assert!(own.contains("The position is lost anyway; "), "{own}");
    assert!(own.contains(" holds out longest, 2 plies."), "{own}");
    assert!(own.contains("Yellow threatens column 2, row 1 and column 6, row 1"), "{own}");
    assert!(!own.contains("depth 0") && !own.contains("0 leaves"), "{own}");
    // A search that looks one move ahead does not see it; the truth is added.
    let shallow = told(&["33445", "--agent", "alphabeta:depth=1"]);
    assert!(shallow.contains("The position is lost anyway; "), "{shallow}");
    let shallow = told(&["3344", "--agent", "alphabeta:depth=1"]);
    assert!(shallow.contains("In truth "), "{shallow}");
    // The leaf of a tree is worth its number.
    let tree = succeed(&["explain", "tree:file=textbook", "--agent", "minimax"]);
    assert!(!tree.contains(" won") && !tree.contains(" lost"), "{tree}");
    let json: serde_json::Value = serde_json::from_str(&told(&["33445", "--json"])).unwrap();
    let moves = json["truth"]["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7);
    assert!(
        moves.iter().all(|solved| solved["value"]["kind"] == "loss" && solved["reply"].is_string()),
        "{json}"
    );
    assert!(
        moves.iter().any(|solved| solved["threat"]["cells"] == serde_json::json!([[1, 0], [5, 0]])),
        "{json}"
    );
}

#[test]
fn a_note_tells_what_was_written_where_a_program_reads() {
    let folder = Folder::new("noted");
    let (_, out) = short(&folder, "agents", AGENTS);
    let output = command(&["report", &out, "--csv", "--plots", &folder.path("f")]).output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("section,"));
    assert!(String::from_utf8(output.stderr).unwrap().contains("win-rate-by-depth.svg"));
}
