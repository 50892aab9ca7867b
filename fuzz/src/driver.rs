//! Changes the files of a corpus at random, for the tests that replay it.

use std::fs;
use std::io;
use std::path::Path;

use plylab_core::Rng;

/// The longest input, in bytes.
const LONGEST: usize = 64 * 1024;

/// What breaks parsers more often than chance would find.
const TOKENS: [&str; 24] = [
    "0",
    "-1",
    "1e999",
    "18446744073709551616",
    "9223372036854775807",
    "nan",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "'",
    ",",
    ":",
    "=",
    "\n",
    "\r\n",
    "\t",
    " ",
    "\u{0}",
    "\u{feff}",
    "\u{202e}",
    "é",
    "𝔸",
];

/// The files of a folder, in the order of their names.
pub fn corpus(folder: &Path) -> io::Result<Vec<Vec<u8>>> {
    let mut files = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    files.sort();
    files.iter().map(fs::read).collect()
}

/// One of the inputs, changed in a few places.
pub fn changed(corpus: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut input = corpus[rng.below(corpus.len())].clone();
    for _ in 0..=rng.below(6) {
        let at = rng.below(input.len() + 1);
        let end = at + rng.below((input.len() - at).min(32) + 1);
        match rng.below(7) {
            0 if at < input.len() => input[at] ^= 1 << rng.below(8),
            1 if at < input.len() => input[at] = rng.below(256) as u8,
            2 => drop(input.drain(at..end)),
            3 => {
                let part = input[at..end].to_vec();
                let times = 1 + rng.below(4) * rng.below(64);
                input.splice(at..at, part.repeat(times));
            }
            4 => {
                let other = &corpus[rng.below(corpus.len())];
                let from = rng.below(other.len() + 1);
                input.truncate(at);
                input.extend_from_slice(&other[from..]);
            }
            5 => {
                let digits = input.iter().enumerate().filter(|(_, byte)| byte.is_ascii_digit());
                let digits: Vec<usize> = digits.map(|(place, _)| place).collect();
                if !digits.is_empty() {
                    let place = digits[rng.below(digits.len())];
                    input.splice(place..=place, TOKENS[rng.below(6)].bytes());
                }
            }
            _ => drop(input.splice(at..at, TOKENS[rng.below(TOKENS.len())].bytes())),
        }
        input.truncate(LONGEST);
    }
    input
}
