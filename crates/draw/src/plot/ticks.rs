//! Where ticks go: at 1, 2 or 5 times a power of ten.

use super::format::power_of_ten;

/// Evenly spaced ticks and what the axis covers, which is from the first tick to the last.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Even {
    pub values: Vec<f64>,
    pub step: f64,
}

/// Ticks for an axis that covers the values from `low` to `high`, in about `most` steps at most. Whole numbers only,
/// if the axis counts things.
pub(super) fn even(low: f64, high: f64, most: usize, whole: bool) -> Even {
    let (low, high) = spread(low, high);
    let least = if whole { 1.0 } else { 0.0 };
    let (digit, exponent) = nice(((high - low) / most.max(1) as f64).max(least), low.abs().max(high.abs()));
    let power = power_of_ten(exponent.abs());
    // Steps below one are divided by a power, which is exact, and not multiplied by a part, which is not.
    let at = |number: f64| if exponent < 0 { number * digit / power } else { number * digit * power };
    let step = at(1.0);
    // A value on a tick must not need another one because of its last bit.
    let first = (low / step + 1e-9).floor();
    let last = (high / step - 1e-9).ceil().max(first + 1.0);
    let count = (last - first).min(1000.0) as usize;
    let values = (0..=count).map(|number| at(first + number as f64) + 0.0).collect();
    Even { values, step }
}

/// The smallest 1, 2 or 5 times a power of ten that is not below `size`, which is never so small compared with values of
/// that `magnitude` that they could not be distinguished.
fn nice(size: f64, magnitude: f64) -> (f64, i32) {
    let size = size.max(magnitude * 1e-12).max(1e-300);
    let exponent = libm::floor(libm::log10(size)) as i32;
    let candidates = [(1.0, exponent), (2.0, exponent), (5.0, exponent), (1.0, exponent + 1)];
    let fits = |&(digit, exponent): &(f64, i32)| digit * power_of_ten(exponent) >= size * (1.0 - 1e-9);
    candidates.into_iter().find(fits).unwrap_or((2.0, exponent + 1))
}

/// A range of some length around one of none.
fn spread(low: f64, high: f64) -> (f64, f64) {
    let size = low.abs().max(high.abs());
    if high - low > size * 1e-9 {
        (low, high)
    } else if size < 1e-290 {
        (0.0, 1.0)
    } else {
        (low - size * 0.25, high + size * 0.25)
    }
}

/// Ticks for a logarithmic axis over positive values, from the first tick to the last: powers of ten where there are
/// enough of them, and 2 and 5 times those where not.
pub(super) fn powers(low: f64, high: f64, most: usize) -> Vec<f64> {
    let exponent = |value: f64| libm::floor(libm::log10(value)) as i32;
    let (first, last) = (exponent(low) - 1, exponent(high) + 2);
    let digits: &[f64] = if high < low * 40.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
    // The axis must reach beyond the values on both sides, even if only every tenth power has a tick.
    let every = |stride: i32| {
        let all: Vec<f64> = (first - stride..=last + stride)
            .filter(|exponent| exponent.rem_euclid(stride) == 0)
            .flat_map(|exponent| digits.iter().map(move |digit| digit * power_of_ten(exponent)))
            .filter(|tick| tick.is_finite() && *tick > 0.0)
            .collect();
        let begin = all.iter().rposition(|&tick| tick <= low * (1.0 + 1e-9)).unwrap_or(0);
        let end = all.iter().position(|&tick| tick >= high * (1.0 - 1e-9)).unwrap_or(all.len() - 1);
        all[begin..=end.max(begin + 1).min(all.len() - 1)].to_vec()
    };
    // No two numbers are further apart than 700 powers of ten.
    let covers =
        |ticks: &[f64]| ticks[0] <= low * (1.0 + 1e-9) && ticks[ticks.len() - 1] >= high * (1.0 - 1e-9);
    let fits = |ticks: &Vec<f64>| ticks.len() <= most.max(3) + 1 && covers(ticks);
    (1..700).map(every).find(fits).unwrap_or_else(|| vec![low, high])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn steps_are_nice() {
        let of = |low, high, most, whole| even(low, high, most, whole).values;
        assert_eq!(of(0.0, 1.0, 5, false), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(of(-512.0, 1730.0, 6, false), [-1000.0, -500.0, 0.0, 500.0, 1000.0, 1500.0, 2000.0]);
        assert_eq!(of(1.0, 6.0, 10, true), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!(of(1.0, 2.0, 10, true), [1.0, 2.0]);
        assert_eq!(of(0.1, 0.3, 2, false), [0.1, 0.2, 0.3]);
    }

    #[test]
    fn values_that_are_all_equal_are_in_the_middle_of_something() {
        assert_eq!(even(0.0, 0.0, 4, false).values, [0.0, 0.5, 1.0]);
        assert_eq!(even(8.0, 8.0, 4, false).values, [6.0, 7.0, 8.0, 9.0, 10.0]);
        assert_eq!(even(-1e18, -1e18, 4, false).values, [-1.4e18, -1.2e18, -1e18, -8e17, -6e17]);
        assert_eq!(powers(10.0, 10.0, 6), [10.0, 20.0]);
        assert_eq!(powers(7.0, 7.0, 6), [5.0, 10.0]);
    }

    #[test]
    fn powers_of_ten_and_their_parts() {
        assert_eq!(powers(3.0, 45_000.0, 8), [1.0, 10.0, 100.0, 1e3, 1e4, 1e5]);
        assert_eq!(powers(2.3, 5.1, 8), [2.0, 5.0, 10.0]);
        assert_eq!(powers(1e-6, 1e-3, 8), [1e-6, 1e-5, 1e-4, 1e-3]);
        let far = powers(1e-280, 1e280, 6);
        assert!(far.len() <= 7 && far[0] <= 1e-280 && far[far.len() - 1] >= 1e280, "{far:?}");
    }

    proptest! {
        #[test]
        fn ticks_cover_the_values_and_are_few(low in -1e9..1e9f64, length in 0.0..1e9f64, most in 2..12usize) {
            let Even { values, step } = even(low, low + length, most, false);
            let (first, last) = (values[0], values[values.len() - 1]);
            prop_assert!(first <= low + step * 1e-6 && last >= low + length - step * 1e-6);
            prop_assert!((2..=most + 3).contains(&values.len()), "{values:?}");
            prop_assert!(values.windows(2).all(|pair| pair[0] < pair[1]));
        }

        #[test]
        fn powers_cover_the_values_and_are_few(low in -250..250i32, length in 0.0..40f64, most in 3..9usize) {
            let low = power_of_ten(low) * 1.7;
            let high = low * libm::pow(10.0, length);
            let ticks = powers(low, high, most);
            prop_assert!(ticks[0] <= low * 1.000_001 && ticks[ticks.len() - 1] >= high * 0.999_999, "{ticks:?}");
            prop_assert!((2..=most.max(3) + 4).contains(&ticks.len()), "{ticks:?}");
        }
    }
}
