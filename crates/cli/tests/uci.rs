//! `plylab uci` as a chess program sees it: a client that follows the protocol to the letter, and the real program.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const START: &str = "7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1";

fn start(args: &[&str]) -> Child {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_plylab"));
    engine.arg("uci").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).env("LC_ALL", "C");
    engine.spawn().unwrap()
}

/// What the engine says if this is all it hears.
fn answer(args: &[&str], input: &str) -> String {
    let mut engine = start(args);
    engine.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = engine.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).unwrap()
}

/// A chess program.
struct Client {
    engine: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Client {
    /// Starts the engine and waits until it has introduced itself; returns its options.
    fn start() -> (Client, Vec<String>) {
        let mut engine = start(&[]);
        let input = engine.stdin.take().unwrap();
        let output = BufReader::new(engine.stdout.take().unwrap());
        let mut client = Client { engine, input, output };
        client.send("uci");
        let mut said = client.until("uciok");
        assert!(said[0].starts_with("id name Plylab ") && said[1].starts_with("id author "), "{said:?}");
        said.pop();
        (client, said.split_off(2))
    }

    /// A client that has chosen the variant and begun a game.
    fn ready() -> Client {
        let (mut client, _) = Client::start();
        client.send("setoption name UCI_Variant value cfour");
        client.send("ucinewgame");
        client.wait();
        client
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).unwrap() > 0, "the engine has left");
        line.trim_end().to_owned()
    }

    /// Everything it says up to the first line that begins with `last`.
    fn until(&mut self, last: &str) -> Vec<String> {
        let mut said = Vec::new();
        loop {
            let line = self.line();
            let found = line.starts_with(last);
            said.push(line);
            if found {
                return said;
            }
        }
    }

    /// Waits until the engine has read everything.
    fn wait(&mut self) {
        self.send("isready");
        assert_eq!(self.line(), "readyok");
    }

    /// The last line about the search, and the move.
    fn go(&mut self, limits: &str) -> (String, String) {
        self.send(&format!("go {limits}"));
        let mut said = self.until("bestmove");
        let best = said.pop().unwrap().strip_prefix("bestmove ").unwrap().to_owned();
        (said.pop().unwrap_or_default(), best)
    }

    /// Takes its leave; the engine must end in peace.
    fn quit(mut self) {
        self.send("quit");
        assert_eq!(self.engine.wait().unwrap().code(), Some(0));
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.engine.kill();
        let _ = self.engine.wait();
    }
}

/// The value that follows `name` in a line of the engine.
fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let mut words = line.split(' ');
    words.by_ref().find(|word| *word == name)?;
    words.next()
}

#[test]
fn options_are_declared_as_the_protocol_wants() {
    let (client, options) = Client::start();
    assert_eq!(
        options,
        [
            "option name UCI_Variant type combo default cfour var cfour",
            "option name Agent type string default alphabeta:engine=on,eval=tuned",
            "option name Level type combo default none var none var beginner var easy var medium var hard var expert \
             var perfect",
            "option name Hash type spin default 64 min 1 max 65536",
            "option name Threads type spin default 1 min 1 max 64",
            "option name Move Overhead type spin default 20 min 0 max 5000",
        ]
    );
    client.quit();
}

#[test]
fn a_search_reports_depth_score_nodes_speed_time_and_line() {
    let mut client = Client::ready();
    client.send("position startpos moves P@d1 P@d2");
    client.send("go depth 6");
    let mut said = client.until("bestmove");
    let best = said.pop().unwrap();
    let depths: Vec<u32> = said.iter().map(|line| field(line, "depth").unwrap().parse().unwrap()).collect();
    assert!(depths.is_sorted() && depths.last() == Some(&6), "{depths:?}");
    for line in &said {
        assert!(line.starts_with("info depth "), "{line}");
        assert!(field(line, "cp").unwrap().parse::<i64>().is_ok(), "{line}");
        for number in ["nodes", "time"] {
            assert!(field(line, number).unwrap().parse::<u64>().is_ok(), "{line}");
        }
    }
    let last = said.last().unwrap();
    assert_eq!(format!("bestmove {}", field(last, "pv").unwrap()), best);
    client.quit();
}

#[test]
fn a_win_is_announced_in_moves_and_taken() {
    let mut client = Client::ready();
    // White has three in the bottom row, open on both sides.
    client.send("position startpos moves P@d1 P@d2 P@e1 P@e2 P@f1 P@f2");
    let (info, best) = client.go("depth 4");
    assert_eq!(field(&info, "mate"), Some("1"), "{info}");
    assert!(["P@c1", "P@g1"].contains(&best.as_str()), "{best}");
    // Now Black is to move and cannot stop both; White wins with its second move from here.
    client.send("position startpos moves P@d1 P@d2 P@e1 P@e2 P@f1");
    let (info, _) = client.go("depth 4");
    assert_eq!(field(&info, "mate"), Some("-1"), "{info}");
    client.quit();
}

#[test]
fn a_position_may_be_given_as_a_fen_and_moves() {
    let mut client = Client::ready();
    client.send(&format!("position fen {START}"));
    assert!(client.go("depth 2").1.starts_with("P@"));
    client.send(&format!("position fen {START} moves P@d1 P@d2 P@d3 P@d4 P@d5 P@d6"));
    let (_, best) = client.go("nodes 500");
    assert!(best.starts_with("P@") && !best.starts_with("P@d"), "{best}");
    client.quit();
}

#[test]
fn it_answers_while_it_searches_and_stops_when_told() {
    let mut client = Client::ready();
    client.send("position startpos");
    client.send("go infinite");
    client.until("info depth 5 ");
    client.send("isready");
    client.until("readyok");
    client.send("stop");
    assert!(client.until("bestmove").last().unwrap().starts_with("bestmove P@"));
    client.wait();
    client.quit();
}

#[test]
fn an_infinite_search_that_is_finished_waits_for_stop() {
    let mut client = Client::ready();
    client.send("setoption name Agent value alphabeta:depth=2");
    client.send("position startpos");
    for (go, end) in [("go infinite", "stop"), ("go ponder wtime 1000 btime 1000", "ponderhit")] {
        client.send(go);
        client.until("info depth 2");
        // Anything else it had to say would come before this.
        client.send("isready");
        assert!(client.until("readyok").iter().all(|line| !line.starts_with("bestmove")));
        client.send(end);
        client.until("bestmove P@");
    }
    client.quit();
}

#[test]
fn clocks_end_a_search() {
    let mut client = Client::ready();
    client.send("position startpos");
    for limits in
        ["movetime 30", "wtime 200 btime 200 winc 5 binc 5", "wtime 40 btime 1 movestogo 2", "wtime 0"]
    {
        assert!(client.go(limits).1.starts_with("P@"), "{limits}");
    }
    client.send("go ponder wtime 200 btime 200");
    client.send("ponderhit");
    client.until("bestmove P@");
    client.quit();
}

#[test]
fn options_choose_who_plays() {
    let mut client = Client::ready();
    for option in
        ["Agent value first", "Level value medium", "Hash value 4", "Threads value 2", "Level value none"]
    {
        client.send(&format!("setoption name {option}"));
    }
    client.send("position startpos");
    assert_eq!(client.go("depth 3").1, "P@a1");
    client.send("setoption name Agent value perfect:table=16");
    // From here the book knows the answer at once, and the score is exact.
    client.send("position startpos moves P@d1 P@d2 P@d3 P@d4");
    let (info, best) = client.go("movetime 60000");
    assert!(field(&info, "score").is_some(), "{info}");
    assert!(best.starts_with("P@"));
    client.quit();
}

#[test]
fn a_finished_game_has_no_move() {
    let mut client = Client::ready();
    client.send("position startpos moves P@a1 P@b1 P@a2 P@b2 P@a3 P@b3 P@a4");
    client.send("go depth 3");
    assert_eq!(client.line(), "bestmove 0000");
    client.quit();
}

#[test]
fn nonsense_is_ignored_or_refused_in_words_and_never_ends_the_engine() {
    let mut client = Client::ready();
    for nonsense in
        ["", "hello", "position", "setoption", "go_away", "stop", "ponderhit", "debug on", "register later"]
    {
        client.send(nonsense);
        client.wait();
    }
    client.input.write_all(&[0xff, 0xfe, 0, b'\n']).unwrap();
    assert!(client.line().starts_with("info string "));
    client.send(&"x ".repeat(100_000));
    assert!(client.until("info string ").last().unwrap().contains("too long"));
    client.send("isready");
    client.until("readyok");
    for (refused, words) in [
        ("setoption name Agent value nobody", "has no agent 'nobody'"),
        ("setoption name Hash value lots", "the option Hash cannot be 'lots'; use a number from 1 to 65536"),
        ("setoption name Beauty value 3", "there is no option 'Beauty'"),
        ("position fen 8/8/8 w - - 0 1", "the diagram has 3 rows"),
        ("position startpos moves P@d1 e2e4", "'e2e4' is not a legal move there"),
        ("position startpos moves P@d2", "'P@d2' is not a legal move there; legal moves: P@a1"),
    ] {
        client.send(refused);
        let said = client.line();
        assert!(said.starts_with("info string ") && said.contains(words), "{refused}: {said}");
    }
    // A line with unknown words is read from the first that is known.
    client.send("joho position startpos moves P@d1");
    assert!(client.go("depth 1 joho 5").1.starts_with("P@"));
    client.quit();
}

#[test]
fn a_limited_search_is_finished_when_the_input_ends() {
    let said = answer(&[], "position startpos\ngo depth 3\n");
    assert!(said.lines().last().unwrap().starts_with("bestmove P@"), "{said}");
    assert_eq!(answer(&[], "position startpos\ngo infinite\n").matches("bestmove").count(), 0);
}

#[test]
fn a_seed_makes_random_agents_repeat_themselves() {
    let input = "setoption name Agent value random\nposition startpos\ngo depth 1\n";
    let said = |seed: &str| answer(&["--seed", seed], input);
    let best = |seed: &str| said(seed).lines().last().unwrap().to_owned();
    assert_eq!(best("7"), best("7"));
}
