//! The commands that play: input, output and exit status.

#![expect(clippy::unwrap_used, reason = "helpers of tests may fail as tests do")]

#[path = "support/command.rs"]
mod command;

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command};

use command::{answer, complaint, fresh, plylab, run, text};
use serde_json::Value;

#[cfg(unix)]
fn press_ctrl_c(child: &Child) {
    let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(told.success());
}

#[test]
fn mistakes_on_the_command_line_are_one_sentence() {
    let none = fresh("none.jsonl");
    for (args, error) in [
        (&["pacman", "-p", "CleverAgent"][..], "Pac-Man has no agent 'CleverAgent'; it has random, first"),
        (&["pacman", "-p", "directional"], "Pac-Man cannot use 'directional'; it is a policy for ghosts"),
        (&["pacman", "-g", "left-turn"], "a ghost cannot use 'left-turn'; it is an agent for Pac-Man"),
        (&["pacman", "-g", "random:speed=2", "-f"], "'random:speed=2': 'speed' is not a setting of random; "),
        (&["pacman", "-l", "nowhere"], "there is no layout 'nowhere'; use tiny, "),
        (&["pacman", "-p", "reflex", "-a", "fast"], "'fast': 'fast' has no value; write key=value,key=value"),
        (&["pacman", "-p", "minimax", "-a", "evalFn=best"], "'minimax:eval=best': eval cannot be 'best'; "),
        (&["pacman", "-p", "minimax", "-a", "depth=x"], "'minimax:depth=x': depth cannot be 'x'; "),
        (&["pacman", "-n", "0"], "invalid value '0' for '--count <N>': use a whole number, 1 or more"),
        (&["pacman", "-k", "8"], "invalid value '8' for '--most-ghosts <K>': use a whole number from 0 to 7"),
        (&["pacman", "--moves", "0"], "invalid value '0' for '--moves <MAX>': "),
        (&["pacman", "--seed", "x"], "invalid value 'x' for '--seed <S>': "),
        (&["pacman", "--delay", "soon"], "invalid value 'soon' for '--delay <MS>': use milliseconds, "),
        (&["pacman", "--frameTime", "soon"], "invalid value 'soon' for '--frameTime <SECONDS>': "),
        (
            &["pacman", "--frameTime", "1", "--delay", "1"],
            "the argument '--frameTime <SECONDS>' cannot be used ",
        ),
        (&["pacman", "-c", "--timeout", "long"], "invalid value 'long' for '--timeout <SECONDS>': use "),
        (&["pacman", "--timeout", "1"], "the following required arguments were not provided: --catch"),
        (&["pacman", "-q", "-r", "/"], "'/': it "),
        (&["pacman", "--replay", &none], &format!("'{none}': there is no such file")),
        (&["pacman", "--replay", &none, "-n", "3"], "the argument '--replay <FILE>' cannot be used with "),
        (&["watch", "connect4"], "the following required arguments were not provided: <AGENT>..."),
        (&["watch", "connect4", "random"], "1 agent is given for 2 players; "),
        (&["watch", "connect4", "--agents", "random;clever"], "Connect Four has no agent 'clever'; "),
        (
            &["watch", "connect4", "random", "--agents", "random;random"],
            "the argument '[AGENT]...' cannot be used ",
        ),
        (&["watch", "chess", "random", "random"], "there is no game 'chess'; "),
        (
            &["watch", "sim", "random", "random", "--every", "day"],
            "invalid value 'day' for '--every <WHEN>' ",
        ),
        (&["watch", "sim", "random", "random", "--delay", "1h"], "invalid value '1h' for '--delay <MS>': "),
        (&["watch", "sim", "random", "random", "--game", "x"], "invalid value 'x' for '--game <I>': "),
        (&["watch", "sim", "random", "random", "--moves", "x"], "invalid value 'x' for '--moves <MAX>': "),
        (
            &["watch", "sim", "person:board=no", "random"],
            "'person:board=no': board cannot be 'no'; use off or on",
        ),
        (&["play", "chess"], "there is no game 'chess'; "),
        (
            &["play", "connect4", "--as", "Blue"],
            "Connect Four has no seat 'Blue'; it has Yellow, Red, or their ",
        ),
        (&["play", "connect4", "--as", "2"], "Connect Four has no seat '2'; "),
        (&["play", "connect4", "--vs", "clever"], "Connect Four has no agent 'clever'; "),
        (&["play", "connect4", "--vs", "first", "--vs", "first"], "--vs names 2 agents; name at most 1"),
        (&["play", "pacman", "--as", "Ghost 1", "--vs", "directional"], "Pac-Man cannot use 'directional'; "),
        (&["play", "connect4", "--hints", "clever"], "Connect Four has no agent 'clever'; "),
        (&["play", "connect4", "--from", "9"], "move 1: '9' is not a column; "),
        (&["play", "connect4", "--from", "-"], "moves and position cannot both come from standard input; "),
        (&["play", "connect4", "--seed", "x"], "invalid value 'x' for '--seed <S>': "),
    ] {
        let told = complaint(args, "");
        assert!(told.starts_with(error), "{args:?}: {told}");
    }
}

#[test]
fn a_watched_game_is_the_one_that_a_match_plays() {
    let args = ["grid", "random", "random", "--seed", "5", "--moves", "60"];
    let watched = answer(&[&["watch"], &args[..], &["--game", "2", "--every", "move"]].concat(), "");
    let headings = watched.lines().filter_map(|line| line.strip_prefix("Grid Pac-Man, move "));
    let moves: Vec<&str> = headings.map(|heading| heading.rsplit(' ').next().unwrap()).collect();
    let games = answer(&[&["match"], &args[..], &["-n", "3", "--json", "--games"]].concat(), "");
    let game: Value = serde_json::from_str(games.lines().nth(2).unwrap()).unwrap();
    let played: Vec<&str> =
        game["moves"].as_array().unwrap().iter().map(|played| played.as_str().unwrap()).collect();
    assert_eq!(moves, played);
    // It closes as report A's program does.
    let end = watched.rsplit("\n\n").next().unwrap();
    match game["ending"]["code"].as_str().unwrap() {
        "over" => assert!(end.starts_with("eaten by: Ghost ") || end.starts_with("won"), "{end}"),
        _ => assert!(end.contains("the move limit is reached"), "{end}"),
    }
    assert!(end.contains(&format!("\nlevels: {}\n", played.len().div_ceil(3))), "{end}");
}

#[test]
fn the_grid_is_watched_as_its_report_prints_it() {
    let watched = answer(&["watch", "grid", "report-a", "random", "--moves", "3"], "");
    for line in [
        "Grid Pac-Man",
        "Pac-Man: report-a",
        "Ghost 2: random",
        "start: Pac-Man 8,0; Ghost 1 5,6; Ghost 2 12,6",
        "Grid Pac-Man, round 1: Pac-Man right, Ghost 1 down, Ghost 2 right",
        "score: 9",
        "food left: 110",
        "level: 1",
        "positions: Pac-Man 9,0; Ghost 1 5,5; Ghost 2 13,6",
        "not over: the move limit is reached",
    ] {
        assert!(watched.lines().any(|seen| seen == line), "{line} is missing in\n{watched}");
    }
    assert!(!watched.contains('\x1b'), "a pipe is no terminal");
}

#[test]
fn a_person_can_be_watched_and_measured() {
    let output = run(&["match", "connect4", "person", "first", "--json"], "2\nnine\n\n2\n2\n2\n");
    assert_eq!(output.status.code(), Some(0));
    let totals: Value = serde_json::from_str(text(&output.stdout)).unwrap();
    assert_eq!(totals["players"][0]["wins"], 1);
    let asked = text(&output.stderr);
    assert!(asked.contains("'nine' is not a column; legal here: 1 2 3 4 5 6 7\n"), "{asked}");
    assert_eq!(asked.matches("to move: Yellow").count(), 4, "the board before each move:\n{asked}");
    // On a stage the board is already drawn.
    let output = run(&["watch", "connect4", "person", "first"], "2\n2\n2\n2\n");
    assert!(text(&output.stdout).contains("Yellow: person\n"));
    assert!(text(&output.stdout).contains("\nover: Yellow wins (+1), Red loses (-1)\n7 moves, "));
    assert_eq!(text(&output.stderr), "Yellow, legal here: 1 2 3 4 5 6 7: 2\n".repeat(4));
}

#[test]
fn a_game_is_played_by_typing() {
    let script = "4\nten\n4\n4\n4\nmoves\nundo\n4\n1\nundo\nundo\nundo\nundo\nundo\nquit\n4\n";
    let seen = answer(&["play", "connect4", "--vs", "first"], script);
    let dialogue: Vec<&str> = seen
        .lines()
        .filter(|line| line.contains('>') || line.contains("over") || line.contains("back"))
        .collect();
    assert_eq!(
        dialogue,
        [
            "Yellow> 4",
            "Yellow> ten",
            "Yellow> 4",
            "Yellow> 4",
            "Yellow> 4",
            "The game is over: Yellow wins, Red loses. You can type undo, new, save FILE or quit.",
            "over> moves",
            "over> undo",
            "1 move taken back",
            "Yellow> 4",
            "The game is over: Yellow wins, Red loses. You can type undo, new, save FILE or quit.",
            "over> 1",
            "the game is over; type undo, new, save FILE or quit",
            "over> undo",
            "1 move taken back",
            "Yellow> undo",
            "2 moves taken back",
            "Yellow> undo",
            "2 moves taken back",
            "Yellow> undo",
            "2 moves taken back",
            "Yellow> undo",
            "there is nothing to take back; you have not moved yet",
            "Yellow> quit",
        ]
    );
    assert!(seen.contains("'ten' is not a column; legal here: 1 2 3 4 5 6 7\n"));
    assert!(seen.contains("played so far: 4 1 4 1 4 1 4\n"));
}

#[test]
fn hints_and_thoughts_are_shown() {
    // Three in a row: a search takes the fourth.
    let args = ["play", "connect4", "--from", "414141", "--vs", "alphabeta:depth=2"];
    let seen = answer(&args, "hint\nthink\n5\nthink\n:board\n");
    assert!(seen.contains(" plays 4 here\nmove  reply  worth to Yellow\n4*"), "{seen}");
    assert!(seen.contains("what the others think is now shown\n"));
    assert!(seen.contains("Red thinks: worth ") && seen.contains(" to Red; line 1"), "{seen}");
    assert!(seen.contains("Red plays 1\n"));
    assert!(seen.contains("what the others think is now hidden\n"));
    let seen = answer(&["play", "sim", "--hints", "random"], "hint\n");
    assert!(seen.contains("\nrandom plays ") && !seen.contains("worth to"), "{seen}");
}

#[test]
fn a_saved_game_can_be_replayed_and_graded() {
    let file = fresh("saved.jsonl");
    let args = ["play", "sim:start=drawn", "--seed", "4", "--vs", "random", "--as", "Red"];
    let seen = answer(&args, &format!("AB\nCD\nsave\nsave {file}\nsave {file}\n"));
    assert!(seen.contains("a name is missing; write save FILE\n"));
    assert!(seen.contains(&format!("'{file}': it already exists; choose another name\n")));
    let saved: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!((&saved["seats"][0], &saved["ending"]["code"]), (&"person".into(), &"stopped".into()));
    let moves = saved["moves"].as_array().unwrap().len();
    assert!(seen.contains(&format!("saved {moves} moves in '{file}'\n")));
    let replayed = answer(&["replay", "--games", &file, "--line", "1"], "");
    assert_eq!(replayed.lines().count(), moves);
    assert!(answer(&["grade", &file], "").contains("\nperson"));
}

#[test]
fn a_game_from_a_position_is_saved_with_it() {
    let file = fresh("from.jsonl");
    let args = ["play", "connect4:columns=4,rows=4", "--from", "112233", "--vs", "first"];
    answer(&args, &format!("4\nsave {file}\n"));
    assert!(fs::read_to_string(&file).unwrap().contains("\"start\":\"112233\""));
    answer(&["replay", "--games", &file], "");
    let graded: Vec<Value> = answer(&["grade", &file, "--json"], "")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(graded[0]["moves"][0]["before"], 5, "three in a row: the next stone wins");
}

#[test]
fn the_rest_of_a_line_that_is_too_long_is_no_line_of_its_own() {
    let script = format!("{}\n4\n", "7".repeat(200_000));
    let seen = answer(&["play", "connect4", "--vs", "first"], &script);
    assert_eq!(seen.matches("the line is too long").count(), 1, "{seen}");
    assert!(!seen.contains("777"), "{seen}");
    assert!(seen.contains("Yellow> 4\n"), "{seen}");
}

#[test]
fn a_dash_reads_standard_input_where_a_file_is_named() {
    assert!(answer(&["tree", "-"], "max [ 3 min [ 2 4 ] ]").contains("move: 1  value: +3"));
    assert!(answer(&["show", "tree:file=-"], "max [ one: 3 two: 5 ]").contains("legal moves: one two"));
    assert!(answer(&["show", "pacman", "--layout", "-"], "%%%%%\n%P .%\n%%%%%\n").contains("legal moves: "));
    let out = fresh("dashed");
    let experiment = "title = \"t\"\n[[sweep]]\nname = \"s\"\ngame = \"sim\"\nplayers = [\"first\", \"random\"]\ngames = 2\n";
    assert!(answer(&["run", "-", "--dry-run", "--out", &out], experiment).starts_with("2 games in 1 cell\n"));
    for args in [&["play", "pacman", "--layout", "-"][..], &["replay", "pacman", "--layout", "-"]] {
        assert_eq!(
            complaint(args, "%%%%%\n%P .%\n%%%%%\n"),
            "standard input: all of it has been read for a file already; write '-' only once"
        );
    }
    assert!(answer(&["solve", "sim", "-"], "AB CD EF").contains("plies"));
    let maze = "%%%%%\n%P .%\n%%%%%\n";
    assert!(answer(&["pacman", "-l", "-", "-q", "-p", "reflex"], maze).contains("emerges victorious"));
    assert_eq!(
        complaint(&["tree", "-"], "max [ 3, 5 ]").split("; ").next(),
        Some("-: line 1, column 7: '3,' is not a number")
    );
}

#[test]
fn the_syntax_in_the_help_is_a_tree() {
    let help = answer(&["tree", "--help"], "");
    let (_, syntax) = help.split_once("\nA tree file:\n").unwrap();
    assert!(answer(&["tree", "-"], syntax).contains("move: "), "{syntax}");
    let game = answer(&["games", "tree"], "");
    let (_, rest) = game.split_once("\n  files:\n").unwrap();
    let lines = rest.lines().map_while(|line| line.strip_prefix("    "));
    assert_eq!(lines.collect::<Vec<&str>>().join("\n"), syntax.trim_end());
}

#[test]
fn agents_separated_by_commas_or_blanks_get_a_hint() {
    for agents in ["minimax,alphabeta", "minimax alphabeta", "minimax, alphabeta"] {
        assert_eq!(
            complaint(&["compare", "connect4", "--agents", agents], ""),
            format!("--agents: '{agents}' is not one agent; did you mean minimax;alphabeta?")
        );
    }
    let wrong = complaint(&["compare", "connect4", "--agents", "minimax,worst"], "");
    assert!(!wrong.contains("did you mean"), "{wrong}");
}

#[test]
fn food_out_of_reach_is_told() {
    let output = run(&["show", "pacman", "--layout", "-"], "%%%%%%%\n%P .%.%\n%%%%%%%\n");
    assert!(output.status.success());
    assert_eq!(
        text(&output.stderr),
        "note: -: line 2, column 6: Pac-Man cannot reach 1 food pellet, beginning with this one, and cannot win\n"
    );
}

#[test]
fn levels_are_offered_and_named() {
    let seen = answer(&["play", "connect4", "--level", "easy"], "quit\n");
    assert!(seen.contains("Red: level:3\n"), "{seen}");
    let seen = answer(&["play", "pacman", "--level", "hard", "--as", "Ghost 1"], "quit\n");
    assert!(seen.contains("Pac-Man: alphabeta:depth=3,eval=tuned\n"), "{seen}");
    assert_eq!(
        complaint(&["play", "sim", "--level", "3"], ""),
        "there is no level '3' here; the levels are beginner, easy, medium, hard and perfect"
    );
    assert!(
        complaint(&["play", "sim", "--level", "easy", "--vs", "first"], "").contains("cannot be used with")
    );
    assert_eq!(
        complaint(&["play", "connect4", "--vs", "level=3"], ""),
        "'level=3': '=' cannot be part of a name; did you mean level:3?"
    );
}

/// On a terminal, `play` asks for a level; 'script' makes one.
#[cfg(target_os = "linux")]
#[test]
fn on_a_terminal_a_level_is_asked_for() {
    let command = format!("{} --color never play connect4", env!("CARGO_BIN_EXE_plylab"));
    let mut script = Command::new("script");
    script.args(["-qec", &command, "/dev/null"]).env("LC_ALL", "C");
    script.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = script.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"strong\nmedium\nquit\n").unwrap();
    let mut seen = String::new();
    child.stdout.take().unwrap().read_to_string(&mut seen).unwrap();
    drop(input);
    child.wait().unwrap();
    assert!(seen.contains("How strong should your opponent be?"), "{seen}");
    assert!(seen.contains("there is no level 'strong' here; the levels are beginner, easy, "), "{seen}");
    assert!(seen.contains("Red: level:5"), "{seen}");
}

#[test]
fn a_finished_game_ends_with_how_well_it_was_played() {
    let seen =
        answer(&["play", "connect4:columns=4,rows=4", "--vs", "person"], "1\n1\n2\n2\n3\n3\n4\nboard\n");
    let told = "Yellow: 4 of 4 moves were best (100 %), about as often as those of level perfect\n\
                Red: 2 of 3 moves were best (67 %)\n\
                turning point: move 6, 3 by Red, turned a draw into a loss\n";
    assert_eq!(seen.matches(told).count(), 2, "{seen}");
    let persian = answer(
        &["--lang", "fa", "play", "connect4:columns=4,rows=4", "--vs", "person"],
        "1\n1\n2\n2\n3\n3\n4\n",
    );
    assert!(persian.contains("نقطهٔ عطف"), "{persian}");
}

#[test]
fn every_game_can_be_played_from_every_seat() {
    for (game, seats) in
        [("connect4", 2), ("sim", 2), ("tictactoe", 2), ("pacman", 3), ("grid", 3), ("tree", 2)]
    {
        for seat in 0..seats {
            let seen = answer(&["play", game, "--as", &seat.to_string()], "hint\nboard\n");
            assert!(seen.contains(" plays ") && seen.ends_with("> \n"), "{game}, {seat}: {seen}");
        }
    }
    // Ghosts hunt if they can, and two people may share a keyboard.
    let seen = answer(&["play", "pacman", "--layout", "trap"], "");
    assert!(seen.contains("Ghost 2: directional\n"));
    let seen = answer(&["play", "sim", "--vs", "person"], "AB\nCD\nundo\n");
    assert!(
        seen.contains("Red> AB\n") && seen.contains("Blue> CD\n") && seen.contains("1 move taken back\n")
    );
    // A new game has another seed.
    let seen = answer(&["play", "sim", "--vs", "random", "--as", "Blue"], "new\n");
    assert_eq!(seen.matches("Red plays ").count(), 2, "{seen}");
}

#[test]
fn dice_are_rolled_for_people() {
    let roll = |seed: u64| {
        let seen = answer(&["play", "tree:file=dice", "--seed", &seed.to_string()], "roll\n");
        let line = seen.lines().find_map(|line| line.strip_prefix("the dice show ")).unwrap();
        line.to_owned()
    };
    let rolls: Vec<String> = (0..30).map(roll).collect();
    for face in ["six", "high", "low"] {
        assert!(rolls.iter().any(|roll| roll == face), "{rolls:?}");
    }
    assert_eq!(roll(7), rolls[7]);
}

#[test]
fn junk_is_refused_and_asked_again() {
    let mut child = plylab(&["play", "connect4"]).spawn().unwrap();
    let junk = [&b"\xff\xfe\n"[..], &[b'4'; 70_000], b"\n4\n"].concat();
    child.stdin.take().unwrap().write_all(&junk).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let seen = text(&output.stdout);
    assert!(seen.contains("standard input: line 1: it is not text; use plain text in UTF-8\n"), "{seen}");
    assert!(
        seen.contains("standard input: line 2: the line is too long; a line has at most 65536 bytes\n"),
        "{seen}"
    );
    assert!(seen.contains("Yellow> 4\nRed plays "), "{seen}");
}

#[test]
fn a_reader_that_goes_away_is_not_an_error() {
    for args in [
        &["watch", "connect4", "random", "random"][..],
        &["play", "connect4"],
        &["pacman", "-n", "3"],
        &["pacman", "-n", "3", "-q"],
    ] {
        let mut child = plylab(args).spawn().unwrap();
        drop(child.stdout.take());
        let _ = child.stdin.take().unwrap().write_all(b"4\n4\n4\n");
        let output = child.wait_with_output().unwrap();
        assert_eq!(text(&output.stderr), "", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_watching_with_what_was_seen() {
    // The pause between two pictures is an hour: only Ctrl-C ends it.
    for args in [
        &["watch", "connect4", "random", "random", "--delay", "3600s"][..],
        &["pacman", "--frameTime", "3600", "-n", "5"],
    ] {
        let mut child = plylab(args).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        lines.find(|line| line.as_ref().unwrap().starts_with("to move: ")).unwrap().unwrap();
        press_ctrl_c(&child);
        let rest: Vec<String> = lines.map(Result::unwrap).collect();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{args:?}");
        let end = match args[0] {
            "watch" => "not over: stopped",
            _ => "Not counted:   1 unfinished, 0 forfeits",
        };
        assert!(rest.iter().any(|line| line == end), "{rest:?}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_works_while_waiting_for_input() {
    for args in [&["play", "connect4"][..], &["match", "connect4", "person", "random"]] {
        let mut child = plylab(args).spawn().unwrap();
        let input = child.stdin.take();
        let mut seen = Vec::new();
        // In a match the prompt is on standard error.
        let mut question: Box<dyn std::io::Read> = match args[0] {
            "play" => Box::new(child.stdout.take().unwrap()),
            _ => Box::new(child.stderr.take().unwrap()),
        };
        let mut byte = [0];
        while !seen.ends_with(b"Yellow> ") && !seen.ends_with(b" 7: ") {
            question.read_exact(&mut byte).unwrap();
            seen.extend(byte);
        }
        press_ctrl_c(&child);
        assert_eq!(child.wait().unwrap().code(), Some(130), "{args:?}");
        drop(input);
    }
}
