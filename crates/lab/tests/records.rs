//! Records of games with all their lines are read as they were written, and replayed by the rules.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

use std::time::Duration;

use plylab_core::{
    AnyGame, AnyPosition, Certainty, Ending, GameRecord, MoveRecord, NoFiles, Rng, Seed, Turn, Worth,
    outcomes,
};
use proptest::prelude::*;

const GAMES: [&str; 6] = ["connect4", "sim", "pacman:layout=small", "grid", "tictactoe", "tree:file=dice"];

fn open(spec: &str) -> Box<dyn AnyGame> {
    plylab_standard::registry().open(&spec.parse().unwrap(), &NoFiles).unwrap()
}

/// A line of random moves with random remarks and variations, and its last position.
fn line(
    mut position: Box<dyn AnyPosition>,
    rng: &mut Rng,
    most: usize,
    depth: u32,
) -> (Vec<MoveRecord>, Box<dyn AnyPosition>) {
    let mut moves = Vec::new();
    while moves.len() < most {
        let Some(action) = rng.pick(&position.actions()).cloned() else { break };
        let mut played = MoveRecord::from(action.as_str());
        if rng.below(4) == 0 {
            played.worth =
                Some((Worth::Score { score: f64::from(rng.below(100) as u32) / 7.0 }, Certainty::Estimate));
            played.nodes = rng.below(1000) as u64;
            played.time = Duration::from_nanos(rng.below(1 << 40) as u64);
            played.note = Some("\"why\"\n".to_owned());
        }
        if rng.below(6) == 0 {
            played.comment = Some("a comment".to_owned());
        }
        while depth > 0 && rng.below(6) == 0 {
            let length = 1 + rng.below(4);
            played.variations.push(line(position.boxed_clone(), rng, length, depth - 1).0);
        }
        position.play(&action).unwrap();
        moves.push(played);
    }
    (moves, position)
}

fn random_record(spec: &str, seed: u64) -> (Box<dyn AnyGame>, GameRecord) {
    let game = open(spec);
    let mut record = GameRecord { seats: vec!["random".to_owned(); 2], ..GameRecord::new(spec, Seed(seed)) };
    let start = record.first_position(game.as_ref()).unwrap();
    let (moves, last) = line(start, &mut Seed(seed).child("lines").rng(), 40, 3);
    record.moves = moves;
    let is_over = outcomes(game.as_ref(), last.as_ref()).is_some();
    record.end_at(game.as_ref(), last.as_ref(), if is_over { Ending::Over } else { Ending::Stopped });
    (game, record)
}

/// Makes the chosen of all moves illegal, and notes the way to it from the main line.
fn spoil_one(moves: &mut [MoveRecord], chosen: &mut usize, place: &mut Vec<String>, first: usize) -> bool {
    for (number, played) in (first..).zip(moves) {
        place.push(format!("move {number}: "));
        for (index, variation) in (1..).zip(&mut played.variations) {
            place.push(format!("variation {index}: "));
            if spoil_one(variation, chosen, place, number) {
                return true;
            }
            place.pop();
        }
        if *chosen == 0 {
            played.action = "no such move".to_owned();
            return true;
        }
        *chosen -= 1;
        place.pop();
    }
    false
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_tree_of_legal_lines_is_read_as_it_was_written(seed in any::<u64>(), spec in prop::sample::select(GAMES.to_vec())) {
        let (game, record) = random_record(spec, seed);
        let read = GameRecord::read(&record.line()).unwrap();
        prop_assert_eq!(&read, &record);
        let mut main = Vec::new();
        read.replay(game.as_ref(), |played, _| {
            main.extend(played.cloned());
            Ok(())
        }).unwrap();
        prop_assert!(main.iter().all(|played| matches!(played.by, Some(Turn::Agent(_) | Turn::Chance))));
        main.iter_mut().for_each(|played| played.by = None);
        prop_assert_eq!(main, record.moves);
    }

    #[test]
    fn an_illegal_move_in_any_line_is_refused_with_its_place(
        seed in any::<u64>(), spec in prop::sample::select(GAMES.to_vec()), which in any::<usize>(),
    ) {
        let (game, mut record) = random_record(spec, seed);
        let mut chosen = which % record.size().unwrap();
        let mut place = Vec::new();
        prop_assert!(spoil_one(&mut record.moves, &mut chosen, &mut place, 1));
        let error = record.replay(game.as_ref(), |_, _| Ok(())).unwrap_err().to_string();
        prop_assert!(error.starts_with(&place.concat()), "{} is not at {}", error, place.concat());
    }
}

#[test]
fn a_move_about_which_nothing_is_said_is_a_text() {
    let (_, mut record) = random_record("connect4", 1);
    record.moves = vec![MoveRecord::from("4"), MoveRecord { nodes: 7, ..MoveRecord::from("3") }];
    assert!(record.line().contains(r#""moves":["4",{"action":"3","nodes":7}]"#), "{}", record.line());
}

#[test]
fn a_time_out_is_written_in_seconds() {
    let (_, record) = random_record("connect4", 1);
    let text = r#"{"code":"forfeit","agent":1,"reason":"time-out","seconds":0.151}"#;
    let ending: Ending = serde_json::from_str(text).unwrap();
    let record = GameRecord { ending, ..record };
    assert!(record.line().contains(text), "{}", record.line());
    assert_eq!(GameRecord::read(&record.line()), Ok(record));
}
