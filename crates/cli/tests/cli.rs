//! The binary from outside: what it prints, what it refuses, and its exit status.

#![expect(clippy::unwrap_used, reason = "helpers of tests may fail as tests do")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Output, Stdio};

fn plylab(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plylab"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env_remove("NO_COLOR").env("LC_ALL", "C");
    command
}

/// Runs it with these bytes on standard input.
fn run(args: &[&str], input: &[u8]) -> Output {
    let mut child = plylab(args).spawn().unwrap();
    // It may stop reading before the end.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn commands() {
    trycmd::TestCases::new().env("LC_ALL", "C").case("tests/cmd/*.trycmd").case("tests/cmd/*.toml");
}

#[test]
fn errors_are_in_the_language_asked_for() {
    let persian = "خطا: حرکت ۷: ستون ۴ پر است؛ حرکت‌های مجاز: \u{2066}1 2 3 5 6 7\u{2069}\n";
    let english = "error: move 7: column 4 is full; legal here: 1 2 3 5 6 7\n";
    for (options, environment, error) in [
        (&["--lang", "fa"][..], "C", persian),
        (&[], "fa_IR.UTF-8", persian),
        (&["--lang", "en"], "fa_IR.UTF-8", english),
        (&[], "xx_XX.UTF-8", english),
    ] {
        let args = [&["show", "connect4", "4444444"], options].concat();
        let output = plylab(&args).env("LC_ALL", environment).output().unwrap();
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), error));
    }
}

#[test]
fn verdicts_are_in_the_language_asked_for() {
    let output = plylab(&["stats", "255", "245", "--lang", "fa"]).output().unwrap();
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0));
    assert!(said.contains("تفاوت معناداری نیست: ۵۱ ٪ از ۵۰۰ بازی (۴۷ تا ۵۵ ٪)"), "{said}");
    let latin = |line: &str| line.contains(|sign: char| sign.is_ascii_alphabetic() && !"ABp".contains(sign));
    assert!(!said.lines().any(latin), "{said}");
}

#[test]
fn notes_and_reasons_are_in_the_language_asked_for() {
    let maze = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("spoken.lay");
    std::fs::write(&maze, "%%%%%\n%P.z%%\n%%%%%\n").unwrap();
    let game = format!("pacman:layout={},reading=course", maze.display());
    let output = plylab(&["match", &game, "random", "-n", "1", "--lang", "fa"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("سطر ۲: به اندازهٔ سطر اول، ۵ نویسه، کوتاه شد"));
    assert!(text(&output.stderr).contains("خانهٔ خالی شمرده شد"));
    let said = "۹۹٫۸ درصد حداکثر امتیاز ممکن، یعنی +۵۰۹: خوردن همه‌چیز ۱ حرکت";
    assert!(text(&output.stdout).contains(said), "{}", text(&output.stdout));
}

#[test]
fn junk_on_standard_input_is_refused_in_one_sentence() {
    for (args, input, error) in [
        (
            &["show", "connect4", "-"][..],
            &b"\xff\xfe\x00"[..],
            "error: standard input: it is not text; use plain text in UTF-8\n",
        ),
        (
            &["replay", "connect4"],
            b"4\n\xc3\x28\n",
            "error: standard input: line 2: it is not text; use plain text in UTF-8\n",
        ),
        (
            &["perft", "connect4", "1", "-"],
            b"\x1b[31m\n",
            "error: standard input: move 1: '\\u{1b}' is not a column; legal here: 1 2 3 4 5 6 7\n",
        ),
    ] {
        let output = run(args, input);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(text(&output.stderr), error);
    }
    let output = run(&["show", "connect4", "-"], &vec![b'4'; 2 << 20]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stderr), "error: standard input: it is too large; at most 1 MiB is read\n");
}

#[test]
fn what_came_before_an_illegal_move_is_printed() {
    let output = run(&["replay", "connect4"], b"# a comment\n4\n\n 4 \nnine\n5\n");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout).lines().count(), 2);
    assert_eq!(
        text(&output.stderr),
        "error: standard input: line 5: 'nine' is not a column; legal here: 1 2 3 4 5 6 7\n"
    );
}

#[test]
fn a_move_is_answered_before_the_next_is_sent() {
    let mut child = plylab(&["replay", "connect4"]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for column in ["4", "4", "5"] {
        writeln!(input, "{column}").unwrap();
        let answer = answers.next().unwrap().unwrap();
        assert!(answer.contains(&format!(r#""action":"{column}""#)), "{answer}");
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_that_goes_away_is_not_an_error() {
    for args in [
        &["games"][..],
        &["games", "--json"],
        &["show", "connect4"],
        &["perft", "connect4", "7"],
        &["replay", "connect4"],
        &["match", "connect4", "random", "random", "-n", "50", "--json", "--games"],
        &["agents"],
        &["compare", "tree"],
        &["explain", "tree", "--agent", "minimax"],
        &["stats", "255", "245"],
        &["completions", "bash"],
        &["solve", "sim"],
        &["match", "--help"],
    ] {
        let mut child = plylab(args).spawn().unwrap();
        drop(child.stdout.take());
        let _ = child.stdin.take().unwrap().write_all(b"4\n4\n4\n");
        let output = child.wait_with_output().unwrap();
        assert_eq!(text(&output.stderr), "", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}

#[test]
fn colour_is_for_terminals_unless_it_is_asked_for() {
    let plain = run(&["show", "connect4", "4453"], b"");
    assert!(plain.stdout.is_ascii() && !plain.stdout.contains(&0x1b));
    let never = run(&["show", "connect4", "4453", "--color", "never"], b"");
    assert_eq!(plain.stdout, never.stdout);
    let always = run(&["--color", "always", "show", "connect4", "4453"], b"");
    assert!(text(&always.stdout).contains("\u{1b}[38;5;136m●\u{1b}[0m"));
    // An explicit request for colour overrides NO_COLOR.
    let asked = plylab(&["show", "connect4", "4453", "--color", "always"]).env("NO_COLOR", "1").output();
    assert_eq!(asked.unwrap().stdout, always.stdout);
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let play = |seed| {
        let args = ["match", "connect4", "random", "random", "-n", "20", "--json", "--games", "--seed", seed];
        run(&args, b"").stdout
    };
    assert_eq!(play("7"), play("7"));
    assert_ne!(play("7"), play("8"));
}

fn json(args: &[&str]) -> serde_json::Value {
    let output = run(args, b"");
    assert_eq!(text(&output.stderr), "", "{args:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn answers_in_json_can_be_parsed() {
    for game in ["connect4", "sim", "tictactoe", "pacman", "grid", "tree", "tree:file=dice"] {
        let compared = json(&["compare", game, "--json"]);
        assert_eq!(compared["agents"].as_array().map(Vec::len), Some(3), "{game}");
        for agent in ["random", "reflex", "roulette", "minimax", "alphabeta", "expectimax:depth=1"] {
            let explained = json(&["explain", game, "--agent", agent, "--json"]);
            assert_eq!(explained["agent"], agent);
            assert!(explained["decision"][0].is_string(), "{game} {agent}");
        }
        let played = json(&["match", game, "random", "first", "-n", "4", "--moves", "50", "--json"]);
        assert_eq!(played["played"], 4);
        assert!(json(&["agents", "--game", game, "--json"]).as_array().is_some_and(|all| all.len() > 5));
    }
    let random = &json(&["agents", "random", "--json"])[0];
    assert!(random["games"].as_array().is_some_and(|games| games.len() >= 5), "{random}");
}

/// A value that is an exact score of the first player.
fn exact_score(value: &serde_json::Value) -> Option<f64> {
    assert_eq!(
        (&value["of"], &value["kind"], &value["certainty"]),
        (&0.into(), &"score".into(), &"exact".into())
    );
    value["score"].as_f64()
}

#[test]
fn the_trap_is_as_the_reports_say() {
    let agents = "minimax:depth=2;minimax:depth=3;alphabeta:depth=3;expectimax:depth=3";
    let compared = json(&["compare", "pacman", "--layout", "trap", "--agents", agents, "--json"]);
    for (index, action, value, nodes) in
        [(0, "West", -2.0, 46), (1, "East", -501.0, 77), (2, "East", -501.0, 50), (3, "West", -252.5, 77)]
    {
        let thought = &compared["agents"][index];
        let found = (&thought["action"], &thought["stats"]["nodes"]);
        assert_eq!(found, (&action.into(), &nodes.into()), "{}", thought["agent"]);
        assert_eq!(exact_score(&thought["value"]), Some(value), "{}", thought["agent"]);
    }
    let args = ["match", "pacman:layout=trap", "alphabeta:depth=3", "random", "random", "-n", "10", "--json"];
    let utility = &json(&args)["players"][0]["utility"];
    assert_eq!((&utility["min"], &utility["max"]), (&(-501.0).into(), &(-501.0).into()));
}

#[test]
fn the_terms_add_up_to_the_value() {
    for (game, agent) in [
        ("connect4", "alphabeta:depth=4,eval=tuned"),
        ("sim", "minimax:depth=3"),
        ("pacman", "alphabeta:depth=2,eval=tuned"),
        ("grid", "alphabeta:depth=3"),
        ("tree:file=deep", "alphabeta:depth=4"),
    ] {
        let explained = json(&["explain", game, "--agent", agent, "--json"]);
        let end = &explained["end"];
        let terms = end["terms"].as_array().unwrap();
        let sum: f64 = terms.iter().filter_map(|term| term["value"].as_f64()).sum();
        assert!((sum - end["total"].as_f64().unwrap()).abs() < 1e-9, "{game}: {end}");
        assert!((sum - exact_score(&explained["value"]).unwrap()).abs() < 1e-9, "{game}: {end}");
    }
}

#[test]
fn game_number_i_does_not_depend_on_the_others() {
    let games = |count| {
        let args = ["match", "connect4", "random", "reflex", "-n", count, "--json", "--games"];
        text(&run(&args, b"").stdout).lines().map(str::to_owned).collect::<Vec<String>>()
    };
    let (few, many) = (games("3"), games("6"));
    assert_eq!(few[..3], many[..3]);
    // Sides are swapped by the game's number.
    for (number, game) in many[..6].iter().enumerate() {
        let seats = if number % 2 == 0 { r#"["random","reflex"]"# } else { r#"["reflex","random"]"# };
        assert!(game.contains(&format!(r#""seats":{seats}"#)), "{game}");
    }
}

#[test]
fn a_match_is_the_same_at_any_number_of_threads() {
    for (game, agents) in [
        ("connect4:columns=5,rows=4", ["mcts:sims=30", "random"]),
        ("sim:start=drawn", ["roulette", "alphabeta:depth=2,ties=random"]),
        ("tree:file=dice", ["random", "first"]),
    ] {
        let play = |threads: Option<&str>, form: &[&str]| {
            let mut args = vec!["match", game, agents[0], agents[1], "-n", "25", "--seed", "3"];
            args.extend(form);
            args.extend(threads.iter().flat_map(|threads| ["--threads", threads]));
            let output = run(&args, b"");
            assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""), "{args:?}");
            // How long it took is all that may differ.
            let lines = text(&output.stdout).lines().filter(|line| !line.starts_with("Time taken: "));
            lines.collect::<Vec<_>>().join("\n")
        };
        for form in [&["--json", "--games"][..], &[]] {
            let one = play(Some("1"), form);
            for threads in [Some("2"), Some("4"), None] {
                assert!(
                    play(threads, form) == one,
                    "{game}, {threads:?} threads: another answer than with one"
                );
            }
        }
    }
    // The grades too, although every thread has an oracle of its own.
    let graded = |threads| {
        json(&["match", "sim", "random", "perfect", "-n", "6", "--grade", "--json", "--threads", threads])
    };
    assert_eq!(graded("1"), graded("3"));
    let refused = run(&["match", "sim", "person", "random", "--threads", "2"], b"");
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(
        text(&refused.stderr),
        "error: a human cannot play several games at the same time; leave out --threads\n"
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_totals_of_all_games_up_to_the_first_that_it_stopped() {
    for threads in ["1", "2", "4"] {
        let args = [
            "match",
            "connect4",
            "random",
            "random",
            "-n",
            "1000000000",
            "--json",
            "--games",
            "--threads",
            threads,
        ];
        let mut child = plylab(&args).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        // Some games are over: it is listening for Ctrl-C now.
        let mut seen: Vec<String> = lines.by_ref().take(20).map(Result::unwrap).collect();
        let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(told.success());
        seen.extend(lines.map(Result::unwrap));
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let totals: serde_json::Value = serde_json::from_str(&seen.pop().unwrap()).unwrap();
        assert_eq!(totals["played"], seen.len());
        assert!(seen.len() < 1_000_000_000);
        let stopped = totals["stopped"].as_u64().unwrap();
        assert!(stopped <= 1, "{totals}");
        for (number, line) in seen.iter().enumerate() {
            let game: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(game["key"], format!("game #{number}"), "no game is missing, and they are in order");
            let last = stopped == 1 && number + 1 == seen.len();
            assert_eq!(game["ending"]["code"], if last { "stopped" } else { "over" });
        }
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_long_solve_at_once() {
    let mut child = plylab(&["solve", "connect4", "--no-book"]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    writeln!(input, "123456776543").unwrap();
    assert_eq!(answers.next().unwrap().unwrap(), "123456776543 12");
    // An empty line is the empty board, which takes a while.
    writeln!(input).unwrap();
    let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(told.success());
    assert!(answers.next().is_none());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn old_names_of_settings_are_refused_with_the_new_ones() {
    for (old, new) in [
        ("deepen=on", "the setting 'deepen' is now called 'iterative-deepening'"),
        ("hasten=on", "the setting 'hasten' is now called 'prefer-short-wins'"),
        ("order=best", "the setting 'order=best' is now called 'order=dynamic'"),
    ] {
        let agent = format!("alphabeta:depth=3,{old}");
        let output = run(&["match", "tictactoe", &agent, "first", "--json"], b"");
        assert_eq!(output.status.code(), Some(2), "{agent}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(new) && error.lines().count() == 1, "{error}");
    }
}
