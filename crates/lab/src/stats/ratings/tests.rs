//! Tests of the module above.

use proptest::prelude::*;

use super::*;
use crate::stats::{elo, near};

fn tally(wins: u64, draws: u64, losses: u64) -> Tally {
    Tally { wins, draws, losses }
}

fn rated(found: &Ratings, player: usize) -> Estimate {
    match found.all[player].standing {
        Standing::Rated(rating) => rating,
        other => panic!("{player} is {other:?}"),
    }
}

fn check(found: &Ratings, known: &[(f64, f64)]) {
    for (player, &(mean, reach)) in known.iter().enumerate() {
        let rating = rated(found, player);
        assert!(near(rating.mean, mean, 1e-10), "{player}: {rating:?}");
        assert!(near(rating.high - rating.mean, reach, 1e-10), "{player}: {rating:?}");
        assert!(near(rating.mean - rating.low, reach, 1e-10), "{player}: {rating:?}");
    }
}

#[test]
fn ratings_by_known_values() {
    // From mpmath, by another method (minorise and maximise) and the pseudo-inverse of the whole matrix.
    let three = [(0, 1, tally(10, 5, 5)), (1, 2, tally(8, 4, 8)), (0, 2, tally(12, 2, 6))];
    let found = ratings(3, &three);
    check(
        &found,
        &[
            (65.383_903_422_5, 74.660_901_289_16),
            (-29.721_556_114_06, 73.117_729_912_26),
            (-35.662_347_308_43, 73.287_535_491_06),
        ],
    );
    let difference = found.difference(0, 1).unwrap();
    assert!(near(difference.mean, 65.383_903_422_5 + 29.721_556_114_06, 1e-10));
    assert!(near(difference.high - difference.mean, 128.334_883_641_6, 1e-10), "{difference:?}");
    let four =
        [(0, 1, tally(7, 0, 3)), (1, 2, tally(7, 0, 3)), (2, 3, tally(7, 0, 3)), (0, 3, tally(19, 1, 0))];
    let (outer, inner) = ((268.468_823_826_8, 164.571_292_799_7), (89.489_607_942_27, 140.077_001_901_7));
    check(&ratings(4, &four), &[outer, inner, (-inner.0, inner.1), (-outer.0, outer.1)]);
}

#[test]
fn a_circle_is_rated_even_if_each_match_is_one_sided() {
    let circle = [(0, 1, tally(5, 0, 0)), (1, 2, tally(5, 0, 0)), (2, 0, tally(5, 0, 0))];
    let found = ratings(3, &circle);
    for player in 0..3 {
        assert!(rated(&found, player).mean.abs() < 1e-9);
    }
}

#[test]
fn a_player_that_won_or_lost_everything_has_a_bound() {
    let results = [
        (0, 1, tally(6, 0, 0)),
        (0, 2, tally(4, 0, 0)),
        (1, 2, tally(3, 0, 3)),
        (3, 1, tally(0, 0, 10)),
        (4, 0, tally(2, 0, 0)),
    ];
    let found = ratings(5, &results);
    assert_eq!(rated(&found, 1).mean, 0.0);
    // Ten wins against two equals at 0, as if against one: the end of Wilson's interval.
    let bound = elo(&tally(10, 0, 0)).unwrap().low;
    let Standing::AtLeast(first) = found.all[0].standing else { panic!("{found:?}") };
    assert!(near(first, bound, 1e-9), "{first} {bound}");
    let Standing::AtMost(last) = found.all[3].standing else { panic!("{found:?}") };
    assert!(near(last, -bound, 1e-9), "{last} {bound}");
    // And two wins against the one that is at least there.
    let Standing::AtLeast(top) = found.all[4].standing else { panic!("{found:?}") };
    assert!(near(top, first + elo(&tally(2, 0, 0)).unwrap().low, 1e-9), "{top} {first}");
    assert_eq!(found.difference(0, 1), None);
}

#[test]
fn those_who_never_met_are_not_compared() {
    // Two groups, and one player without games.
    let results = [(0, 1, tally(3, 1, 1)), (2, 3, tally(2, 0, 2))];
    let found = ratings(5, &results);
    let groups: Vec<usize> = found.all.iter().map(|rating| rating.group).collect();
    assert_eq!(groups, [0, 0, 1, 1, 2]);
    assert_eq!((rated(&found, 2).mean, found.all[4].standing), (0.0, Standing::NotComparable));
    assert_eq!(found.difference(0, 2), None);
    // Both lost to the same player and to nobody else: nothing tells which of them is stronger.
    let beaten = ratings(4, &[(0, 1, tally(2, 1, 2)), (2, 0, tally(4, 0, 0)), (2, 3, tally(4, 0, 0))]);
    assert!(matches!(beaten.all[2].standing, Standing::AtLeast(_)));
    assert_eq!(beaten.all[3].standing, Standing::NotComparable);
    assert_eq!((beaten.all[3].group, beaten.all[0].group), (0, 0));
}

#[test]
fn a_ladder_is_measured_from_one_player() {
    let found = ratings(3, &[(0, 1, tally(5, 0, 0)), (1, 2, tally(5, 0, 0))]);
    let bound = elo(&tally(5, 0, 0)).unwrap().low;
    assert_eq!(rated(&found, 1), Estimate { mean: 0.0, low: 0.0, high: 0.0 });
    let [Standing::AtLeast(above), _, Standing::AtMost(below)] =
        [0, 1, 2].map(|player| found.all[player].standing)
    else {
        panic!("{found:?}")
    };
    assert!(near(above, bound, 1e-9) && near(below, -bound, 1e-9));
    // Two who are below the core keep their distance.
    let pair = ratings(
        5,
        &[(0, 1, tally(1, 1, 1)), (1, 2, tally(1, 1, 1)), (3, 4, tally(3, 0, 1)), (0, 3, tally(9, 0, 0))],
    );
    let [Standing::AtMost(third), Standing::AtMost(fourth)] = [3, 4].map(|player| pair.all[player].standing)
    else {
        panic!("{pair:?}")
    };
    assert!(near(third - fourth, elo(&tally(3, 0, 1)).unwrap().mean, 1e-9), "{pair:?}");
}

#[test]
fn extreme_tables_end_and_stay_finite() {
    let most = u64::MAX;
    let two = ratings(2, &[(0, 1, tally(most, 0, 1))]);
    assert!(near(two.difference(0, 1).unwrap().mean, POINTS * libm::log(most as f64), 1e-9), "{two:?}");
    // A chain of forty, each all but unbeatable for the next.
    let chain: Vec<(usize, usize, Tally)> =
        (0..40).map(|player| (player, player + 1, tally(1_000_000, 0, 1))).collect();
    let found = ratings(41, &chain);
    for player in 0..40 {
        let step = found.difference(player, player + 1).unwrap();
        assert!(near(step.mean, 2400.0, 1e-9), "{player}: {step:?}");
    }
    assert_eq!(ratings(0, &[]).all, []);
    // Nonsense is left out.
    assert_eq!(
        ratings(1, &[(0, 0, tally(1, 1, 1)), (0, 7, tally(1, 1, 1))]).all[0].standing,
        Standing::NotComparable
    );
}

proptest! {
    #[test]
    fn two_players_differ_by_their_elo(wins in 0u64..1000, draws in 0u64..1000, losses in 0u64..1000) {
        let tally = tally(wins, draws, losses);
        prop_assume!(draws > 0 || (wins > 0 && losses > 0));
        let found = ratings(2, &[(0, 1, tally)]).difference(0, 1).unwrap();
        prop_assert!((found.mean - elo(&tally).unwrap().mean).abs() < 1e-8);
        prop_assert!(found.contains(found.mean));
    }

    #[test]
    fn counts_of_any_size_are_answered(
        results in prop::collection::vec((0usize..6, 0usize..6, any::<u64>(), 0u64..2, 0u64..3), 0..14)
    ) {
        let results: Vec<(usize, usize, Tally)> =
            results.into_iter().map(|(one, other, w, d, l)| (one, other, tally(w, d, l))).collect();
        for rating in ratings(6, &results).all {
            if let Standing::Rated(Estimate { mean, low, high }) = rating.standing {
                prop_assert!(low.is_finite() && low <= mean && mean <= high && high.is_finite());
            }
        }
    }

    #[test]
    fn every_table_is_answered(
        results in prop::collection::vec((0usize..7, 0usize..7, 0u64..4, 0u64..2, 0u64..4), 0..14)
    ) {
        let results: Vec<(usize, usize, Tally)> =
            results.into_iter().map(|(one, other, w, d, l)| (one, other, tally(w, d, l))).collect();
        let found = ratings(7, &results);
        let mut means = vec![Vec::new(); 7];
        for rating in &found.all {
            match rating.standing {
                Standing::Rated(estimate) => {
                    prop_assert!(estimate.low.is_finite() && estimate.contains(estimate.mean));
                    means[rating.group].push(estimate.mean);
                }
                Standing::AtLeast(bound) | Standing::AtMost(bound) => prop_assert!(bound.is_finite()),
                Standing::NotComparable => {}
            }
        }
        for group in means {
            prop_assert!(group.iter().sum::<f64>().abs() < 1e-6);
        }
        // Seen from the other side it is the same, upside down. (Which player a ladder is measured from is not.)
        let mirrored: Vec<_> = results.iter().map(|&(one, other, tally)| (one, other, tally.swapped())).collect();
        for (there, back) in found.all.iter().zip(ratings(7, &mirrored).all) {
            match (there.standing, back.standing) {
                (Standing::Rated(one), Standing::Rated(other)) => {
                    prop_assert!((one.mean + other.mean).abs() < 1e-6);
                }
                (Standing::AtLeast(one), Standing::AtMost(other))
                | (Standing::AtMost(one), Standing::AtLeast(other)) => {
                    prop_assert!((one + other).abs() < 1e-6);
                }
                (one, other) => prop_assert_eq!(one, other),
            }
        }
    }
}
