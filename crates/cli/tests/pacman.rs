//! `plylab pacman`: the flags, names and closing lines of the courses, and exactly their games.

#![expect(clippy::unwrap_used, reason = "helpers of tests may fail as tests do")]

#[path = "support/command.rs"]
mod command;

use std::fs;
use std::path::PathBuf;

use command::{answer, complaint, fresh, plylab, run, text};
use serde_json::Value;

/// What the course's own engine gave with its fixed seed.
struct CourseRun {
    layout: String,
    ghost: String,
    /// Each game's score, and whether it was won.
    games: Vec<(i64, bool)>,
}

fn course_runs() -> Vec<CourseRun> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/tests/data/leftturn_traces.jsonl");
    let mut runs: Vec<CourseRun> = Vec::new();
    for line in fs::read_to_string(path).unwrap().lines() {
        let trace: Value = serde_json::from_str(line).unwrap();
        assert_eq!(trace["seed"], "cs188");
        assert_eq!(trace["capped"], false);
        let word = |key: &str| trace[key].as_str().unwrap().to_owned();
        let last = &trace["steps"].as_array().unwrap().last().unwrap()[1];
        let result = (last["score"].as_i64().unwrap(), last["end"] == "W");
        let (layout, ghost) = (word("layout"), word("ghost"));
        match runs.iter_mut().find(|run| run.layout == layout && run.ghost == ghost) {
            Some(run) => run.games.push(result),
            None => runs.push(CourseRun { layout, ghost, games: vec![result] }),
        }
    }
    runs
}

#[test]
fn the_courses_seeded_games_are_played_again_to_the_letter() {
    let runs = course_runs();
    assert_eq!(runs.len(), 8);
    for CourseRun { layout, ghost, games } in runs {
        let mut lines = Vec::new();
        for (score, won) in &games {
            let what = if *won { "Pacman emerges victorious!" } else { "Pacman died!" };
            lines.push(format!("{what} Score: {score}"));
        }
        let wins = games.iter().filter(|(_, won)| *won).count();
        let mean = games.iter().map(|(score, _)| *score as f64).sum::<f64>() / 3.0;
        let scores: Vec<String> = games.iter().map(|(score, _)| format!("{score}.0")).collect();
        let record: Vec<&str> = games.iter().map(|(_, won)| if *won { "Win" } else { "Loss" }).collect();
        lines.push(format!("Average Score: {mean:?}"));
        lines.push(format!("Scores:        {}", scores.join(", ")));
        lines.push(format!("Win Rate:      {wins}/3 ({:.2})", wins as f64 / 3.0));
        lines.push(format!("Record:        {}", record.join(", ")));
        let args = ["pacman", "-p", "LeftTurnAgent", "-l", &layout, "-g", &ghost, "-n", "3", "-q", "-f"];
        assert_eq!(answer(&args, ""), lines.join("\n") + "\n", "{args:?}");
        // The seed's text can be given, our names do as well, and another text gives other games somewhere.
        let ours = if ghost == "RandomGhost" { "random" } else { "directional" };
        let args = ["pacman", "-l", &layout, "-g", ours, "--count", "3", "--quiet", "--python-seed", "cs188"];
        assert_eq!(answer(&args, ""), lines.join("\n") + "\n", "{args:?}");
    }
    let rooms = |seed| answer(&["pacman", "-l", "rooms", "-q", "--python-seed", seed], "");
    assert_ne!(rooms("cs188"), rooms("cs189"));
}

/// The scores of a run of the course's command line.
fn scores(args: &[&str]) -> Vec<i64> {
    let told = answer(&[&["pacman", "-q"], args].concat(), "");
    let line = told.lines().find_map(|line| line.strip_prefix("Scores:")).unwrap();
    line.split(',').map(|score| score.trim().strip_suffix(".0").unwrap().parse().unwrap()).collect()
}

#[test]
fn ties_are_drawn_as_the_course_draws_them() {
    // What the course's engine printed for the same command lines on our layouts. Its GreedyAgent never stops and picks
    // one of the best steps; so does its ReflexAgent, here with report B's evaluation.
    let runs = [
        ("GreedyAgent", "RandomGhost", "tiny", [-460, -473, 589, -473, -473, -460]),
        ("GreedyAgent", "RandomGhost", "small", [-379, -342, -108, -52, -79, -170]),
        ("GreedyAgent", "RandomGhost", "rooms", [477, 418, 3121, -14, -100, 59]),
        ("ReflexAgent", "RandomGhost", "tiny", [589, 589, 589, 587, 587, 587]),
        ("ReflexAgent", "RandomGhost", "small", [1182, 1180, 778, 922, 1144, 953]),
        ("ReflexAgent", "DirectionalGhost", "rooms", [-144, -112, 1174, -101, -440, 1015]),
        ("ReflexAgent", "DirectionalGhost", "medium", [430, 1923, -268, 296, 1261, 143]),
    ];
    for (agent, ghost, layout, expected) in runs {
        let args = ["-p", agent, "-g", ghost, "-l", layout, "-n", "6", "-f"];
        assert_eq!(scores(&args), expected, "{args:?}");
    }
    // A preset is the agent that it stands for.
    assert_eq!(scores(&["-p", "report-b", "-l", "small", "-n", "2", "-f"]), [1182, 1180]);
    // Without the course's generator ties are drawn by the seed.
    let seeded = |seed| scores(&["-p", "GreedyAgent", "-l", "small", "-n", "6", "--seed", seed]);
    assert_eq!(seeded("1"), seeded("1"));
    assert_ne!(seeded("1"), seeded("2"));
}

#[test]
fn expectimax_adds_and_divides_as_the_listings_do() {
    // The sum of values times weights rounds differently, and the sixth game ends at 2065.
    let args = ["-p", "ExpectimaxAgent", "-l", "open", "-a", "depth=2,evalFn=better", "-n", "6", "-f"];
    assert_eq!(scores(&args), [2070, 1987, 1881, 2045, 1664, 2271]);
}

/// A corridor with food at its far end, and a ghost in a cell of its own: random steps take long. The course's engine
/// needed 7141 rounds for the third game.
const CORRIDOR: &str = "\
%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%
%P                                                            .%
%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%
%1  %%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%
%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%
";

#[test]
fn long_games_are_played_to_their_end_so_that_the_next_draws_the_same_dice() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("course-folder");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("corridor.lay"), CORRIDOR).unwrap();
    let folder = folder.to_str().unwrap();
    let args = ["-p", "GreedyAgent", "-l", "corridor", "-n", "4", "-f", "--layouts", folder];
    assert_eq!(scores(&args), [-2241, -329, -6631, -1001]);
    // The folder can be named once, and its files come before ours.
    fs::write(format!("{folder}/tiny.lay"), "%%%%%\n%P .%\n%%%%%\n").unwrap();
    let output = plylab(&["pacman", "-l", "tiny", "-q", "-p", "minimax"])
        .env("PLYLAB_LAYOUTS", folder)
        .output()
        .unwrap();
    assert!(text(&output.stdout).starts_with("Pacman emerges victorious! Score: 508\n"), "{output:?}");
}

#[test]
fn report_ds_command_lines_work_as_they_are_printed() {
    assert_eq!(
        scores(&["-p", "AlphaBetaAgent", "-l", "trappedClassic", "-a", "depth=3", "-n", "10"]),
        [-501; 10]
    );
    let wins = scores(&["-p", "ExpectimaxAgent", "-l", "trappedClassic", "-a", "depth=3", "-n", "10"]);
    assert!(wins.iter().all(|score| [532, -502].contains(score)), "{wins:?}");
}

#[test]
fn the_courses_long_options_and_settings_are_understood() {
    let short =
        ["pacman", "-p", "ExpectimaxAgent", "-l", "trap", "-a", "depth=3,evalFn=better", "-n", "5", "-q"];
    let long = [
        "pacman",
        "--pacman",
        "expectimax:depth=3",
        "--layout",
        "trap",
        "--agentArgs",
        "eval=report-d",
        "--numGames",
        "5",
        "--quietTextGraphics",
        "--textGraphics",
        "--ghosts",
        "RandomGhost",
        "--numghosts",
        "4",
        "--frameTime",
        "0",
    ];
    assert_eq!(answer(&short, ""), answer(&long, ""));
    // Alpha-beta at depth 3 sees that death is certain and runs into the nearest ghost: the reports' central example.
    let args = ["pacman", "-p", "AlphaBetaAgent", "-l", "trap", "-a", "depth=3", "-n", "10", "-q", "-f"];
    assert!(answer(&args, "").contains("Average Score: -501.0\n"));
}

#[test]
fn without_the_courses_seed_the_games_are_those_of_a_match() {
    let seen = scores(&["-l", "rooms", "-g", "directional", "-n", "4", "--seed", "3"]);
    let args = ["match", "pacman:layout=rooms", "left-turn", "directional", "-n", "4", "--seed", "3"];
    let played = answer(&[&args[..], &["--json", "--games"]].concat(), "");
    let games = played.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let utilities: Vec<i64> =
        games.filter_map(|game| game["utilities"][0].as_f64()).map(|score| score as i64).collect();
    assert_eq!(seen, utilities);
}

#[test]
fn recorded_games_are_played_back() {
    let file = fresh("recorded.jsonl");
    let args = ["pacman", "-l", "cross", "-n", "3", "-q", "-f", "-r", &file];
    let played = answer(&args, "");
    assert_eq!(answer(&["pacman", "--replay", &file, "-q"], ""), played);
    let shown = answer(&["pacman", "--replay", &file], "");
    assert!(shown.contains("Pac-Man, game 3, round 11: "), "{shown}");
    assert!(shown.ends_with(&played[played.find("Average").unwrap()..]));
    // An existing file is never overwritten.
    assert_eq!(
        complaint(&args, ""),
        format!("'{file}': it already exists; choose another name for the recording")
    );
    let recording = fs::read_to_string(&file).unwrap();
    let spoilt = fresh("spoilt.jsonl");
    for (from, to, error) in [
        ("\"game\"", "\"gem\"", "line 1: it is not a game: unknown field `gem`"),
        ("[\"North\",\"West\"", "[\"North\",\"North\"", "line 1: "),
        ("[\"North\",\"West\"", "[\"North\",\"Q\"", "line 1: move 2: 'Q' is not "),
        ("\"score=", "\"score=9", "line 1: the last position is 'score="),
        ("pacman:layout=cross", "pacman:layout=crass", "line 1: "),
        ("pacman:layout=cross,ghosts=4,reading=course", "connect4", "line 1: 'connect4' is not Pac-Man; "),
    ] {
        fs::write(&spoilt, recording.replacen(from, to, 1)).unwrap();
        assert_ne!(fs::read_to_string(&spoilt).unwrap(), recording, "{from}");
        let told = complaint(&["pacman", "--replay", &spoilt, "-q"], "");
        assert!(told.starts_with(&format!("'{spoilt}': {error}")), "{told}");
    }
}

#[test]
fn a_layout_is_found_where_courses_keep_it() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("course");
    fs::create_dir_all(folder.join("layouts")).unwrap();
    fs::write(folder.join("layouts/mine.lay"), "%%%%%\n%P .%x\n%%%%%\n").unwrap();
    let output =
        plylab(&["pacman", "-l", "mine", "-q", "-p", "minimax"]).current_dir(folder).output().unwrap();
    assert!(text(&output.stdout).starts_with("Pacman emerges victorious! Score: 508\n"), "{output:?}");
    let note = text(&output.stderr);
    assert!(
        note.starts_with("note: ") && note.ends_with("line 2: cut to the first line's 5 characters\n"),
        "{note}"
    );
}

#[test]
fn limits_and_forfeits_are_not_counted() {
    let output = answer(&["pacman", "-n", "2", "-q", "--moves", "30"], "");
    assert_eq!(
        output,
        "Pacman is still alive after 30 moves, not counted. Score: 90\n\
         Pacman is still alive after 30 moves, not counted. Score: 90\n\
         Not counted:   2 unfinished, 0 forfeits\n"
    );
    let args = ["pacman", "-p", "person:board=off", "-l", "tiny", "-n", "2", "-q"];
    let output = run(&[&args[..], &["-c"]].concat(), "East\n");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        text(&output.stdout),
        "A forfeit by Pac-Man, standard input has ended, not counted. Score: 9\n\
         A forfeit by Pac-Man, standard input has ended, not counted. Score: 0\n\
         Not counted:   0 unfinished, 2 forfeits\n"
    );
    // Without -c it ends the run.
    let output = run(&args, "");
    assert_eq!(output.status.code(), Some(2));
    let error = "error: game 1, Pac-Man: standard input has ended; with -c the run continues\n";
    assert!(text(&output.stderr).ends_with(error));
}
