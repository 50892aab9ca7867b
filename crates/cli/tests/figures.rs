//! Figures and tables for a paper: pictures keep their colours in every program, and tables can be typeset.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

#[path = "support/experiments.rs"]
mod experiments;
mod support;

use std::fs;
use std::path::Path;
use std::process::Command;

use experiments::{command, refused, short, succeed, write};
use resvg::tiny_skia::Pixmap;
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

/// The number of pixels of about this colour.
fn count(png: &[u8], colour: u32) -> usize {
    let pixmap = Pixmap::decode_png(png).unwrap();
    let parts = [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255];
    let near = |pixel: &&resvg::tiny_skia::PremultipliedColorU8| {
        let pixel = pixel.demultiply();
        let found = [pixel.red(), pixel.green(), pixel.blue()];
        pixel.alpha() > 200
            && found.iter().zip(parts).all(|(&found, part)| u32::from(found).abs_diff(part) < 12)
    };
    pixmap.pixels().iter().filter(near).count()
}

/// The picture drawn by every program that is installed.
fn drawn(folder: &Folder, svg: &str) -> Vec<(&'static str, Vec<u8>)> {
    let png = folder.path("drawn.png");
    let programs: [(&str, &[&str]); 2] =
        [("rsvg-convert", &["-o", &png, svg]), ("cairosvg", &["-o", &png, svg])];
    let mut pictures = Vec::new();
    for (program, args) in programs {
        if Command::new(program).args(args).status().is_ok_and(|status| status.success()) {
            pictures.push((program, fs::read(&png).unwrap()));
        }
    }
    pictures
}

#[test]
fn a_tree_keeps_its_colours_in_every_format() {
    let folder = Folder::new("tree-figure");
    let [svg, png, pdf] = ["t.svg", "t.png", "t.pdf"].map(|name| folder.path(name));
    succeed(&["tree", "textbook", "--svg", &svg, "--png", &png, "--pdf", &pdf]);
    let mut pictures = drawn(&folder, &svg);
    pictures.push(("resvg", fs::read(&png).unwrap()));
    for (program, picture) in &pictures {
        // Paper, max, min, leaf, the chosen line and a cut.
        for colour in [0x00ff_ffff, 0x00dc_ebfb, 0x00fd_e8cf, 0x00f2_f3f5, 0x000b_57a4, 0x00a3_242b] {
            assert!(count(picture, colour) > 20, "{program}: #{colour:06x}");
        }
    }
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
    let mut pictures = drawn(&folder, &svg);
    pictures.push(("resvg", fs::read(folder.path("figures/win-rate-by-depth.png")).unwrap()));
    for (program, picture) in &pictures {
        // Paper, and the first four lines: agents share one picture.
        for colour in [0x00ff_ffff, 0x000b_62a8, 0x00c4_4a05, 0x0000_795a, 0x00a8_418a] {
            assert!(count(picture, colour) > 20, "{program}: #{colour:06x}");
        }
    }
    // By request, boards are along the axis, and depths are lines: a picture for each agent.
    let other = folder.path("other");
    succeed(&["report", &out, "--plots", &other, "--x", "columns", "--lines", "depth"]);
    let written = names(&other);
    for agent in ["minimax", "alphabeta"] {
        assert!(written.contains(&format!("win-rate-by-columns-{agent}.svg")), "{written:?}");
    }
    let message = refused(&["report", &out, "--plots", &other, "--x", "colour"], 2);
    assert_eq!(message, "error: there is no axis 'colour'; the axes are agent, columns, depth");
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
    let whole = succeed(&["report", &out, "--latex"]);
    let document = format!(
        "\\documentclass{{article}}\\usepackage{{booktabs,graphicx}}\\begin{{document}}\n{table}\\clearpage {whole}\\end{{document}}\n"
    );
    let file = write(&folder, "paper.tex", &document);
    let Ok(typeset) = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", &file])
        .current_dir(Path::new(&file).parent().unwrap())
        .output()
    else {
        // There is no TeX here.
        return;
    };
    let log = String::from_utf8_lossy(&typeset.stdout);
    assert!(typeset.status.success(), "{log}");
    assert!(!log.contains("Overfull \\hbox"), "{log}");
}

#[test]
fn a_note_tells_what_was_written_where_a_program_reads() {
    let folder = Folder::new("noted");
    let (_, out) = short(&folder, "agents", AGENTS);
    let output = command(&["report", &out, "--csv", "--plots", &folder.path("f")]).output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("section,"));
    assert!(String::from_utf8(output.stderr).unwrap().contains("win-rate-by-depth.svg"));
}
