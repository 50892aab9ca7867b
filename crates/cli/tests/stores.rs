//! Stores of results and lines of games: what is stored, joined and read again, and what is refused.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

#[path = "support/experiments.rs"]
mod experiments;
mod support;

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use experiments::{SHORT, command, deterministic, kept, plylab, refused, short, succeed, write};
use support::Folder;

#[test]
fn folders_that_cannot_be_written_are_refused() {
    let folder = Folder::new("unwritable");
    let file = write(&folder, "experiment.toml", SHORT);
    let right = "choose another folder with --out";
    assert_eq!(
        refused(&["run", &file, "--out", &file], 1),
        format!("error: '{file}': it is not a folder; {right}")
    );
    // Not even root makes a folder there.
    assert_eq!(
        refused(&["run", &file, "--out", "/sys/plylab"], 1),
        format!("error: '/sys/plylab': it is read-only; {right}")
    );
    assert_eq!(
        refused(&["report", &folder.path("none")], 2),
        format!(
            "error: '{}': there is no such folder; name the folder that 'plylab run' wrote to",
            folder.path("none")
        )
    );
    assert!(refused(&["report", "/sys"], 2).starts_with("error: '/sys': there are no results in it;"));
}

#[test]
fn stores_of_other_versions_other_programs_and_damaged_ones_are_refused_and_left_alone() {
    let folder = Folder::new("damaged");
    let (file, out) = short(&folder, "short", SHORT);
    let store = Path::new(&out).join("results.sqlite");
    let good = fs::read(&store).unwrap();
    let with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        fs::write(&store, &bytes).unwrap();
        let path = store.to_str().unwrap();
        let messages = [refused(&["run", &file, "--out", &out], 2), refused(&["report", &out], 2)];
        assert_eq!(messages[0], messages[1]);
        assert_eq!(fs::read(&store).unwrap(), bytes, "a store that is refused is not touched");
        messages[0].strip_prefix(&format!("error: '{path}': ")).unwrap().to_owned()
    };
    // Where SQLite keeps the number of the schema, and the application's.
    assert_eq!(
        with(&|bytes| bytes[63] = 9),
        "it was written by another version of plylab (store 9; this one reads 4); use that version to read it, or run the experiment again in another \
         folder with --out"
    );
    assert_eq!(
        with(&|bytes| bytes[68..72].copy_from_slice(b"ABCD")),
        "it is another program's file; choose another folder with --out"
    );
    let away = "restore it from a copy, or move it away and start over";
    assert_eq!(
        with(&|bytes| bytes[..16].copy_from_slice(b"not a store at a")),
        format!("it is not a store of results, or its beginning is damaged; {away}")
    );
    assert!(with(&|bytes| bytes.truncate(bytes.len() / 2)).starts_with("it is damaged"));
    assert!(with(&|bytes| bytes[4096..].fill(0xa5)).starts_with("it is damaged"));
    fs::write(&store, &good).unwrap();
    assert_eq!(kept(&out), 12);
}

#[test]
fn damaged_games_are_named_refused_and_played_again() {
    let folder = Folder::new("check");
    let (file, out) = short(&folder, "short", SHORT);
    let sound = succeed(&["results", "check", &out]);
    assert_eq!(sound, "12 games, all as they were written\n");
    let before = deterministic(&out);
    // The last position of a game is somewhere in its row.
    let end = before.lines().nth(8).and_then(|line| line.split("\"end\":\"").nth(1)).unwrap();
    let end = end.split('"').next().unwrap().as_bytes();
    let store = Path::new(&out).join("results.sqlite");
    let mut bytes = fs::read(&store).unwrap();
    // There may be a copy in free space, which is not read.
    let at: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at..].starts_with(end)).collect();
    assert!(!at.is_empty());
    at.into_iter().for_each(|at| bytes[at] ^= 1);
    fs::write(&store, &bytes).unwrap();
    let wrong = "does not match its checksum";
    let merged = folder.path("merged");
    for args in [
        vec!["report", &out],
        vec!["results", "export", &out],
        vec!["results", "merge", &out, "--out", &merged],
    ] {
        let output = plylab(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
        assert!(String::from_utf8(output.stderr).unwrap().contains(wrong), "{args:?}");
    }
    let output = plylab(&["results", "check", &out]);
    assert_eq!(output.status.code(), Some(2));
    let named = String::from_utf8(output.stdout).unwrap();
    assert!(
        named.starts_with("both: other=") && named.contains(" #2: ") && named.lines().count() == 1,
        "{named}"
    );
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        format!(
            "error: '{out}': 1 of 12 games is damaged; run the experiment again in this folder to play them again\n"
        )
    );
    let json = String::from_utf8(plylab(&["results", "check", &out, "--json"]).stdout).unwrap();
    assert!(json.starts_with("{\"games\":12,\"damaged\":[{\"game\":\"both: other="), "{json}");
    let again = plylab(&["run", &file, "--out", &out]);
    assert!(String::from_utf8(again.stderr).unwrap().contains("1 damaged game is played again"));
    assert!(String::from_utf8(again.stdout).unwrap().contains("1 games played, 12 of 12 stored"));
    assert_eq!(deterministic(&out), before);
    assert_eq!(succeed(&["results", "check", &out]), sound);
}

#[test]
fn a_plan_may_grow_but_not_change() {
    let folder = Folder::new("grow");
    let (_, out) = short(&folder, "short", SHORT);
    let before = deterministic(&out);
    let more = write(&folder, "more.toml", &SHORT.replace("games = 6", "games = 8"));
    assert!(succeed(&["run", &more, "--out", &out]).contains("4 games played, 16 of 16 stored"));
    let after = deterministic(&out);
    assert!(before.lines().all(|line| after.contains(line)), "what was there stays as it was");
    for (old, new, difference) in [
        (
            "\"random\", \"{",
            "\"first\", \"{",
            "'both: players' is [\"random\", \"{other}\"] there, and [\"first\", \"{other}\"] here; 1 more setting differs",
        ),
        ("games = 6", "games = 7", "'both: games' is 8 there, and 7 here"),
        ("title", "seed = 3\ntitle", "'seed' is not set there, and 3 here; 1 more setting differs"),
    ] {
        let other = write(&folder, "other.toml", &SHORT.replace(old, new));
        let message = refused(&["run", &other, "--out", &out], 2);
        let whole =
            format!("it has the results of another plan: {difference}; choose another folder with --out");
        assert!(message.ends_with(&whole), "{message}");
    }
    // Changed titles and comments change nothing.
    let words = write(
        &folder,
        "words.toml",
        &SHORT.replace("games = 6", "games = 8 # a cell").replace("Short", "Long"),
    );
    assert!(succeed(&["run", &words, "--out", &out]).contains("all 16 games were already stored"));
}

#[test]
fn layouts_are_found_beside_the_experiment_and_kept_with_the_results() {
    let folder = Folder::new("beside");
    for name in ["exp", "elsewhere"] {
        fs::create_dir(folder.path(name)).unwrap();
    }
    let maze = "%%%%%%%\n%P . G%\n%%%%%%%\n";
    let text = "title = \"Maze\"\n[[sweep]]\nname = \"maze\"\ngame = \"pacman:layout=own.lay\"\n\
                players = [\"first\", \"random\"]\ngames = 3\nlimits = { moves = 40 }\n";
    write(&folder, "exp/mine.toml", text);
    let out = folder.path("out");
    let run = |from: &str, file: &str| {
        command(&["run", file, "--out", &out]).current_dir(folder.path(from)).output().unwrap()
    };
    let told = |output: &std::process::Output| String::from_utf8(output.stderr.clone()).unwrap();
    let missing = run("elsewhere", "../exp/mine.toml");
    assert_eq!(missing.status.code(), Some(2));
    assert!(
        told(&missing).ends_with(
            "'own.lay': there is no such file; it is looked for in '../exp', beside the experiment file, and in the \
             current folder\n"
        ),
        "{}",
        told(&missing)
    );
    assert!(!Path::new(&out).exists(), "nothing is written");

    // In the current folder, then beside the file, from another folder: the same plan.
    write(&folder, "elsewhere/own.lay", maze);
    let first = run("elsewhere", "../exp/mine.toml");
    assert!(first.status.success(), "{first:?}");
    fs::rename(folder.path("elsewhere/own.lay"), folder.path("exp/own.lay")).unwrap();
    for (from, file) in [("exp", "mine.toml"), ("elsewhere", "../exp/mine.toml"), ("", "exp/mine.toml")] {
        let again = run(from, file);
        let seen = String::from_utf8(again.stdout.clone()).unwrap();
        assert!(seen.contains("all 3 games were already stored"), "{again:?}");
    }

    // What is beside the file goes before what is in the current folder.
    write(&folder, "elsewhere/own.lay", "not a layout");
    assert!(run("elsewhere", "../exp/mine.toml").status.success());

    // The results can be read without the file, which is printed with them.
    fs::remove_file(folder.path("exp/own.lay")).unwrap();
    assert!(succeed(&["report", &out]).ends_with(&format!("\n\nThe file 'own.lay'\n{maze}")));
    assert!(
        succeed(&["report", &out, "--md"]).contains("## The file 'own.lay'\n\n    %%%%%%%\n    %P . G%\n")
    );
    let page = folder.path("page.html");
    succeed(&["report", &out, "--html", &page]);
    let page = fs::read_to_string(&page).unwrap();
    assert!(
        page.contains(
            "<summary>The file 'own.lay'</summary><pre dir=\"ltr\">%%%%%%%\n%P . G%\n%%%%%%%</pre>"
        )
    );
    let report: serde_json::Value = serde_json::from_str(&succeed(&["report", &out, "--json"])).unwrap();
    assert_eq!(report["files"][0]["text"], maze);

    // Another layout of that name makes another plan.
    write(&folder, "exp/own.lay", &maze.replace(" G", "G "));
    let other = run("exp", "mine.toml");
    assert!(
        told(&other).contains("another plan: the file 'own.lay' was another there; "),
        "{}",
        told(&other)
    );
}

#[test]
fn slices_of_other_plans_and_of_other_games_are_not_joined() {
    let folder = Folder::new("merge");
    let file = write(&folder, "short.toml", SHORT);
    let other = write(&folder, "other.toml", &SHORT.replace("games = 6", "games = 8"));
    let [one, two, alien, joined] = ["one", "two", "alien", "joined"].map(|name| folder.path(name));
    succeed(&["run", &file, "--out", &one, "--shard", "1/2"]);
    succeed(&["run", &file, "--out", &two, "--shard", "2/2"]);
    succeed(&["run", &other, "--out", &alien, "--shard", "2/2"]);
    let message = refused(&["results", "merge", &one, &alien, "--out", &joined], 2);
    let told = format!(
        "it has results of another plan than '{one}': 'both: games' is 6 there, and 8 here; merge shards"
    );
    assert!(message.contains(&told), "{message}");
    assert!(!Path::new(&joined).exists(), "nothing is written");
    // One slice alone, twice: missing games are reported and can be played.
    assert_eq!(
        succeed(&["results", "merge", &one, &one, "--out", &joined]).trim_end(),
        format!(
            "6 of 12 games in {joined}, 6 of them in more than one shard; 6 missing: run the experiment with --out \
                 to play them"
        )
    );
    succeed(&["run", &file, "--out", &joined]);
    let message = refused(&["results", "merge", &one, &two, "--out", &joined], 2);
    assert!(message.ends_with("it already has results; choose another folder with --out"), "{message}");
    let whole = folder.path("whole");
    succeed(&["results", "merge", &two, &one, "--out", &whole]);
    assert_eq!(deterministic(&whole), deterministic(&joined));
}

#[test]
fn exported_games_are_played_again_and_changed_ones_are_refused() {
    let folder = Folder::new("export");
    let (_, out) = short(&folder, "short", SHORT);
    let games = deterministic(&out);
    let file = write(&folder, "games.jsonl", &games);
    assert_eq!(succeed(&["replay", "--games", &file]).lines().count(), 12);
    let third: serde_json::Value = serde_json::from_str(games.lines().nth(2).unwrap()).unwrap();
    let states = succeed(&["replay", "--games", &file, "--line", "3"]).lines().count();
    assert_eq!(states, third["moves"].as_array().unwrap().len());
    assert_eq!(succeed(&["results", "export", &out, "--only", "other=first #"]).lines().count(), 6);
    assert!(
        refused(&["results", "export", &out, "--only", "depth"], 2)
            .starts_with("error: no game has 'depth' in its key;")
    );
    let timed = succeed(&["results", "export", &out, "--times"]);
    assert!(timed.contains("\"seconds\":") && !games.contains("\"seconds\":"), "{timed}");
    for (what, instead, message) in [
        ("\"win\"", "\"draw\"", "the outcome is"),
        (
            "{\"code\":\"over\"}",
            "{\"code\":\"move-limit\"}",
            "the game is over, but the line says that it is not",
        ),
        (
            "plylab-game/4",
            "plylab-game/3",
            "its format is 'plylab-game/3', but this plylab reads 'plylab-game/4'; ",
        ),
        ("\"moves\":[\"", "\"moves\":[\"9\",\"", "move 1: "),
        ("\"game\":\"connect4\"", "\"game\":\"chess\"", "there is no game 'chess'"),
    ] {
        let changed = write(&folder, "changed.jsonl", &games.replacen(what, instead, 1));
        let told = refused(&["replay", "--games", &changed], 2);
        assert!(told.contains("line 1: ") && told.contains(message), "{told}");
    }
}

#[test]
fn a_bad_line_among_many_gets_its_error_and_the_others_their_answers() {
    let folder = Folder::new("batch");
    let game = |key: &str, moves: &str| {
        format!(
            r#"{{"schema":"plylab-game/4","key":"{key}","game":"connect4:columns=4,rows=4","seats":["a","b"],"seed":"7","moves":[{moves}],"ending":{{"code":"over"}},"outcomes":["win","loss"],"utilities":[],"end":"..../..../ooo./xxxx"}}"#
        )
    };
    let good = r#""1","1","2","2","3","3","4""#;
    let too_long = "x".repeat(65 * 1024 * 1024);
    let lines =
        [game("one", good), "nonsense".to_owned(), game("two", r#""9""#), too_long, game("three", good)];
    let file = write(&folder, "games.jsonl", &(lines.join("\n") + "\n"));
    let answers = |args: &[&str]| {
        let output = plylab(args);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(told.lines().filter(|line| line.starts_with("error: ")).count(), 3, "{told}");
        let answers = String::from_utf8(output.stdout).unwrap();
        answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<serde_json::Value>>()
    };
    let replayed = answers(&["replay", "--games", &file]);
    let is_error = |answer: &serde_json::Value| answer["error"].is_string();
    assert_eq!(replayed.iter().map(is_error).collect::<Vec<bool>>(), [false, true, true, true, false]);
    assert_eq!((&replayed[1]["line"], &replayed[3]["line"]), (&2.into(), &4.into()));
    let graded = answers(&["grade", &file, "--json"]);
    assert_eq!(graded.iter().filter(|answer| is_error(answer)).count(), 3);
    assert_eq!(graded.last().unwrap()[0]["games"], 2, "both good games are in the totals");
}

#[test]
fn every_line_of_positions_is_answered() {
    let folder = Folder::new("positions");
    for (game, lines) in [("connect4", "44\n9x\n4453\n"), ("sim", "AB CD\nXY\nAB\n")] {
        let file = write(&folder, "lines.txt", lines);
        for json in [true, false] {
            let mut solve = command(&["solve", game, "-"]);
            solve.args(json.then_some("--json")).stdin(fs::File::open(&file).unwrap());
            let output = solve.output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{output:?}");
            let told = String::from_utf8(output.stderr).unwrap();
            assert!(told.starts_with("error: standard input: line 2: move 1: "), "{told}");
            assert_eq!(told.lines().count(), 1, "{told}");
            let answers = String::from_utf8(output.stdout).unwrap();
            if json {
                let read = |line| serde_json::from_str::<serde_json::Value>(line).unwrap();
                let answers: Vec<serde_json::Value> = answers.lines().map(read).collect();
                assert!(
                    answers[0]["outcome"].is_string() && answers[2]["outcome"].is_string(),
                    "{answers:?}"
                );
                assert_eq!((answers.len(), &answers[1]["line"]), (3, &2.into()));
                assert!(answers[1]["error"].is_string());
            } else if game == "sim" {
                assert_eq!(answers.matches(" plies\n").count(), 2, "{answers}");
            } else {
                assert_eq!(answers, "44 1\n4453 -2\n");
            }
        }
    }
}

/// A game with remarks and variations is replayed, and what is wrong in any of its lines is refused with its place.
#[test]
fn all_lines_of_a_game_are_replayed() {
    let folder = Folder::new("variations");
    let line = |moves: &str| {
        format!(
            r#"{{"schema":"plylab-game/4","game":"connect4:columns=4,rows=4","seed":"7","moves":[{moves}],"ending":{{"code":"stopped"}},"outcomes":[],"utilities":[],"end":"..../..../..../xo.."}}"#
        )
    };
    let good = line(
        r#""1",{"action":"2","comment":"or further away","variations":[["3",{"action":"1","note":"up"}],["4"]]}"#,
    );
    let file = write(&folder, "game.jsonl", &(good.clone() + "\n"));
    let states = succeed(&["replay", "--games", &file, "--line", "1"]);
    let last: serde_json::Value = serde_json::from_str(states.lines().nth(1).unwrap()).unwrap();
    assert_eq!((&last["action"], &last["remarks"]["comment"]), (&"2".into(), &"or further away".into()));
    assert_eq!(last["remarks"]["variations"][0][1]["note"], "up");
    let nested =
        (0..20).fold(r#""1""#.to_owned(), |inner, _| format!(r#"{{"action":"1","variations":[[{inner}]]}}"#));
    for (wrong, told) in [
        (good.replace(r#"["4"]"#, r#"["9"]"#), "line 1: move 2: variation 2: move 2: "),
        (
            good.replace(r#""note":"up""#, r#""variations":[["4","5"]]"#),
            "variation 1: move 3: variation 1: move 4: ",
        ),
        (good.replace(r#"["4"]"#, "[]"), "move 2: variation 2: it has no moves; "),
        (good.replace("comment", "remark"), "it is not a game: unknown field `remark`"),
        (
            good.replace(r#""seed":"7""#, r#""seed":"x""#),
            r#"expected a seed: a whole number below 2^64 in quotation marks"#,
        ),
        (
            good.replace(r#""schema":"plylab-game/4""#, r#""key":"one""#),
            "it is not a game: missing field `schema`",
        ),
        (line(&nested), "its variations are nested more than 16 deep; "),
    ] {
        let file = write(&folder, "wrong.jsonl", &wrong);
        let error = refused(&["replay", "--games", &file], 2);
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn the_documented_line_is_a_game() {
    let docs = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/games.md")).unwrap();
    let example = docs.lines().find(|line| line.starts_with('{')).unwrap();
    let mut child =
        command(&["replay", "--games", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(example.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(
        String::from_utf8(output.stdout).unwrap().starts_with("{\"line\":1,\"key\":\"game #0\",\"moves\":8,")
    );
}

#[test]
fn a_maximum_that_is_only_a_bound_is_called_one_in_every_report() {
    let folder = Folder::new("bound");
    let hall = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/pacman.in/hall.lay");
    fs::copy(hall, folder.path("hall.lay")).unwrap();
    let text = format!(
        "title = 'Hall'\n[[sweep]]\nname = 's'\ngame = 'pacman:layout={}'\nplayers = ['reflex', 'random']\ngames = 1\n",
        folder.path("hall.lay")
    );
    let (_, out) = short(&folder, "hall", &text);
    let words = |report: String| report.split_whitespace().collect::<Vec<&str>>().join(" ");
    assert!(
        words(succeed(&["report", &out])).contains("it is at most 2336, because eating everything takes")
    );
    assert!(words(succeed(&["report", &out, "--lang", "fa"])).contains("بیش از ۲۳۳۶ نیست"));
    assert!(succeed(&["report", &out, "--json"]).contains("\"code\":\"maximum-at-most\""));
}
