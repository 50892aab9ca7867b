//! Whether groups that have an order rise or fall.

use super::sample::Sample;
use super::special::normal_cdf;

/// How a number changes from group to group.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Association {
    /// The correlation of the numbers with the places of their groups, from -1 to 1.
    pub correlation: f64,
    /// The two-sided p.
    pub p: f64,
}

/// Mantel's test for a linear trend over groups in this order, one step apart; for numbers that are 0 or 1 it is the test of
/// Cochran and Armitage. It uses every number, not only those of the first and the last group. None with fewer than two
/// groups that have numbers.
pub fn trend(groups: &[Sample]) -> Option<Association> {
    let known: Vec<(f64, f64, f64, &Sample)> = groups
        .iter()
        .enumerate()
        .filter_map(|(place, group)| Some((place as f64, group.mean()?, group.count() as f64, group)))
        .collect();
    if known.len() < 2 {
        return None;
    }
    let all: f64 = known.iter().map(|(_, _, count, _)| count).sum();
    let middle = known.iter().map(|(place, _, count, _)| place * count).sum::<f64>() / all;
    let mean = known.iter().map(|(_, mean, count, _)| mean * count).sum::<f64>() / all;
    let (mut places, mut numbers, mut both) = (0.0, 0.0, 0.0);
    for (place, own, count, group) in known {
        let (across, up) = (place - middle, own - mean);
        places += count * across * across;
        numbers += count * up * up + (count - 1.0) * group.variance().unwrap_or(0.0);
        both += count * across * up;
    }
    if numbers <= 0.0 {
        return Some(Association { correlation: 0.0, p: 1.0 });
    }
    let correlation = (both / (places * numbers).sqrt()).clamp(-1.0, 1.0);
    let p = 2.0 * normal_cdf(-correlation.abs() * (all - 1.0).sqrt());
    Some(Association { correlation, p })
}

#[cfg(test)]
mod tests {
    use super::super::near;
    use super::*;

    /// A group of ones and zeros.
    fn group(ones: u64, zeros: u64) -> Sample {
        (0..ones + zeros).map(|index| if index < ones { 1.0 } else { 0.0 }).collect()
    }

    #[test]
    fn two_groups_have_the_p_of_their_table() {
        // Chi-square of the table 10 10 / 15 5 is 8/3; times 39/40 it is 2.6, whose p is erfc(sqrt(1.3)).
        let found = trend(&[group(10, 10), group(15, 5)]).unwrap();
        assert!(found.correlation > 0.0 && near(found.p, 0.106_863, 1e-5), "{found:?}");
        let back = trend(&[group(15, 5), group(10, 10)]).unwrap();
        assert_eq!((back.correlation, back.p), (-found.correlation, found.p));
    }

    #[test]
    fn groups_in_the_middle_count() {
        // Few games at the ends show nothing; those between them do.
        let ends = trend(&[group(4, 1), group(2, 3)]).unwrap();
        let all = trend(&[group(4, 1), group(80, 20), group(60, 40), group(2, 3)]).unwrap();
        assert!(ends.p > 0.05 && all.p < 0.01 && all.correlation < 0.0, "{ends:?} {all:?}");
    }

    #[test]
    fn what_does_not_vary_has_no_trend() {
        assert_eq!(trend(&[group(5, 0), group(9, 0)]), Some(Association { correlation: 0.0, p: 1.0 }));
        assert_eq!(trend(&[group(5, 0)]), None);
        assert_eq!(trend(&[group(5, 5), Sample::default()]), None);
    }
}
