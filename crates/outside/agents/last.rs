// A Plylab agent that takes the last one of the legal moves.
//
// Try it: rustc -O last.rs && plylab match connect4 'exec:"./last"' first
use std::io::{self, BufRead, Write};

/// What stands between two texts.
fn between<'a>(line: &'a str, start: &str, end: char) -> Option<&'a str> {
    let (_, rest) = line.split_once(start)?;
    rest.split(end).next()
}

fn answer(line: &str) -> Option<String> {
    match between(line, "\"type\":\"", '"')? {
        "start" => Some(r#"{"type":"ready","wants":[],"reset":true}"#.to_owned()),
        "move" => {
            let id = between(line, "\"id\":", ',')?;
            let legal = between(line, "\"legal\":[", ']')?;
            let action = legal.trim_end_matches('"').rsplit('"').next()?;
            Some(format!(r#"{{"id":{id},"action":"{action}"}}"#))
        }
        _ => None,
    }
}

fn main() -> io::Result<()> {
    let mut output = io::stdout();
    for line in io::stdin().lock().lines() {
        if let Some(answer) = answer(&line?) {
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
    }
    Ok(())
}
