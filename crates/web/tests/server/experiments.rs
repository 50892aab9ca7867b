//! Experiments: running, stopping, failing, resuming.

use crate::lab::{Folder, Lab};
use plylab_core::{NoFiles, StopFlag};
use plylab_lab::experiment::Size;
use plylab_lab::store::SqliteStore;
use plylab_lab::{Plan, RunOptions, WallClock, run, run_info};
use serde_json::{Value, json};

#[test]
fn an_experiment_runs_stops_and_resumes() {
    let folder = Folder::new();
    let lab = Lab::open(&folder.0);
    let mut client = lab.connect();
    let form = json!({
        "title": "Small", "sweeps": [{
            "name": "depths", "game": "sim", "players": ["alphabeta:depth={depth}", "random"],
            "vary": [{ "axis": "depth", "values": ["1", "2"] }], "games": 10,
        }],
    });
    let checked = client.ask("experiment.check", json!({ "form": form }));
    assert_eq!((&checked["games"], &checked["sections"][0]["cells"]), (&json!(20), &json!(2)));
    let started = client.ask("experiment.start", json!({ "form": form }));
    let run = started["run"]["run"].as_str().unwrap().to_owned();
    let done = client.event(|event| event["event"] == "run" && event["run"]["state"] == "done");
    assert_eq!((&done["run"]["done"], &done["run"]["total"]), (&json!(20), &json!(20)));
    assert_eq!(done["tables"][0]["texts"].as_array().unwrap().len(), 2);
    let report = client.ask("experiment.report", json!({ "run": run }));
    assert!(report["plots"][0]["svg"].as_str().unwrap().contains("<svg"));
    for (file, begins) in [
        ("report.csv", ""),
        ("report.json", "{"),
        ("report.html", "<!doctype"),
        ("games.jsonl", "{\"schema\""),
        ("experiment.toml", "title"),
    ] {
        let (head, body) = lab.get(&format!("/api/3/runs/{run}/{file}"));
        assert!(head.starts_with("http/1.1 200"), "{file}: {head}");
        assert!(head.contains("content-disposition: attachment"), "{file}");
        assert!(body.to_ascii_lowercase().starts_with(begins), "{file}: {body}");
    }
    // Words are in the language asked for, in pictures and in files.
    let persian = client.ask("experiment.report", json!({ "run": run, "language": "fa" }));
    assert!(persian["plots"][0]["title"].as_str().unwrap().contains("بر حسب"), "{}", persian["plots"][0]);
    assert_eq!(persian["report"], report["report"]);
    let (_, page) = lab.get(&format!("/api/3/runs/{run}/report.html?language=fa"));
    assert!(page.contains("<html lang=\"fa\" dir=\"rtl\">"));
    let (head, body) = lab.get(&format!("/api/3/runs/{run}/report.html?language=xx"));
    assert!(head.starts_with("http/1.1 400") && body.contains("no-language"), "{head}{body}");
    let (_, lines) = lab.get(&format!("/api/3/runs/{run}/games.jsonl"));
    let line: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    let replay = client.ask("replay.open", json!({ "run": run, "key": line["key"] }));
    assert_eq!(replay["replay"]["moves"].as_array().unwrap().len(), line["moves"].as_array().unwrap().len());
    // A long run is interrupted when the lab closes, and resumed after a restart.
    let text = "title = \"Long\"\n[[sweep]]\nname = \"long\"\ngame = \"sim\"\nplayers = [\"random\", \"random\"]\ngames = 1000000\n";
    let long = client.ask("experiment.start", json!({ "text": text }))["run"]["run"].clone();
    client.event(|event| {
        event["event"] == "run" && event["run"]["run"] == long && event["run"]["done"].as_u64() > Some(0)
    });
    let token = client.token.clone();
    lab.close();
    let lab = Lab::open(&folder.0);
    let mut client = lab.connect_as(&token);
    let listed = client.ask("experiment.list", json!({}));
    assert_eq!((&listed["runs"][0]["run"], &listed["runs"][0]["state"]), (&long, &json!("stopped")));
    assert_eq!(listed["runs"][1]["state"], "done");
    assert_eq!(listed["shipped"].as_array().unwrap().len(), plylab_lab::shipped::EXPERIMENTS.len());
    client.ask("experiment.resume", json!({ "run": long }));
    let on = client.event(|event| event["event"] == "run" && event["fresh"].as_u64() > Some(0));
    assert!(on["run"]["done"].as_u64() > on["fresh"].as_u64());
    client.ask("experiment.stop", json!({ "run": long, "now": true }));
    client.event(|event| event["event"] == "run" && event["run"]["state"] == "stopped");
    client.ask("experiment.delete", json!({ "run": long }));
    assert_eq!(client.refused("experiment.watch", json!({ "run": long }))["code"], "not-found");
}

#[test]
fn a_failed_run_reports_its_error() {
    let folder = Folder::new();
    let lab = Lab::open(&folder.0);
    let mut client = lab.connect();
    // A file is in the way of the results.
    std::fs::remove_dir(folder.0.join("runs")).unwrap();
    std::fs::write(folder.0.join("runs"), "").unwrap();
    let text = "title = \"Lost\"\n[[sweep]]\nname = \"lost\"\ngame = \"sim\"\nplayers = [\"random\", \"random\"]\ngames = 1\n";
    let run = client.ask("experiment.start", json!({ "text": text }))["run"].clone();
    assert_eq!(run["fault"], Value::Null);
    let update = client.event(|event| event["event"] == "run" && event["run"]["state"] == "failed");
    let fault = &update["run"]["fault"];
    assert_eq!(
        (&fault["code"], &fault["wrong"]["code"]),
        (&json!("not-kept"), &json!("not-kept")),
        "{fault}"
    );
    assert!(fault["message"].as_str().unwrap().contains(run["run"].as_str().unwrap()), "{fault}");
    // It is still listed after a restart, and can be resumed once the file is gone.
    let token = client.token.clone();
    lab.close();
    std::fs::remove_file(folder.0.join("runs")).unwrap();
    let lab = Lab::open(&folder.0);
    let mut client = lab.connect_as(&token);
    let kept = client.ask("experiment.list", json!({}))["runs"][0].clone();
    assert_eq!((&kept["state"], &kept["fault"]), (&json!("failed"), fault));
    let again = client.ask("experiment.resume", json!({ "run": run["run"] }))["run"].clone();
    assert_eq!(again["fault"], Value::Null);
    let done = client.event(|event| event["event"] == "run" && event["run"]["state"] == "done");
    assert_eq!(done["run"]["fault"], Value::Null);
}

#[test]
fn results_from_elsewhere_are_shown_with_their_replays_and_never_changed() {
    let (folder, elsewhere) = (Folder::new(), Folder::new());
    let registry = std::sync::Arc::new(plylab_standard::registry());
    let text = "title = \"Elsewhere\"\nrecord = [\"moves\"]\n[[tournament]]\nname = \"all\"\ngame = \"sim\"\nagents = [\"random\", \"first\"]\ngames = 2\n";
    let plan = Plan::read(text, &registry, &NoFiles, Size::Full).unwrap();
    let store = SqliteStore::open(&elsewhere.0, &plan, &run_info(&plan, 1, None)).unwrap();
    let options =
        RunOptions { threads: 1, shard: None, finish: StopFlag::default(), abandon: StopFlag::default() };
    run(&WallClock::shared(), &plan, &store, &options, |_| ()).unwrap();
    store.close().unwrap();
    let results = vec![elsewhere.0.clone(), elsewhere.0.clone()];
    let lab = Lab::showing(&folder.0, None, plylab_standard::registry(), results);
    let mut client = lab.connect();
    let runs = client.ask("experiment.list", json!({}))["runs"].clone();
    assert_eq!((&runs[0]["title"], &runs[0]["state"]), (&json!("Elsewhere"), &json!("done")));
    assert_ne!(runs[0]["run"], runs[1]["run"], "two runs have two names");
    let name = runs[0]["run"].as_str().unwrap();
    let games = client.ask("experiment.games", json!({ "run": name }))["games"].clone();
    let replay = client.ask("replay.open", json!({ "run": name, "key": games[1]["key"] }));
    assert_eq!(replay["replay"]["seats"], json!(["first", "random"]));
    let report = client.ask("experiment.report", json!({ "run": name }));
    assert_eq!(report["report"]["manifest"]["games"], 2);
    for request in ["experiment.resume", "experiment.delete"] {
        let fault = client.refused(request, json!({ "run": name }));
        assert_eq!((&fault["code"], &fault["wrong"]["code"]), (&json!("conflict"), &json!("run-elsewhere")));
    }
    assert!(elsewhere.0.join("results.sqlite").exists());
}

#[test]
fn a_small_file_that_expands_without_end_is_refused_and_says_the_number() {
    let folder = Folder::new();
    let lab = Lab::open(&folder.0);
    let mut client = lab.connect();
    let text = |axes: &[String]| {
        format!(
            "title = 'x'\n[[sweep]]\nname = 's'\ngame = 'sim'\nplayers = ['{{a0}}', 'random']\ngames = 1\n[sweep.vary]\n{}",
            axes.join("\n")
        )
    };
    for (levels, count) in [(16, "65536"), (24, "16777216"), (40, "1099511627776")] {
        let doubled = (0..levels).map(|level| format!("a{level} = ['{{a{0}}}{{a{0}}}']", level + 1));
        let axes: Vec<String> = doubled.chain([format!("a{levels} = ['x']")]).collect();
        let error = client.refused("experiment.check", json!({ "text": text(&axes) }));
        assert_eq!(
            (&error["code"], &error["wrong"]["fields"]["count"]),
            (&json!("bad-input"), &json!(count))
        );
    }
    let chain: Vec<String> = (0..9_000).map(|axis| format!("a{axis} = ['{{a{}}}']", axis + 1)).collect();
    let error = client.refused("experiment.check", json!({ "text": text(&chain) }));
    assert_eq!(error["wrong"]["fields"]["count"], 9_000, "{error}");
}
