//! The distributions behind the tests: normal, beta, Student's and binomial.
//!
//! Densities are computed from Stirling's error and from deviances, after Loader, instead of from differences of large
//! logarithms: so they stay exact to about ten digits for counts of any size.

use std::f64::consts::{FRAC_1_SQRT_2, LN_2, PI};

/// The normal distribution's value that 97.5 % lie below.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The normal distribution's value that 80 % lie below.
pub const Z80: f64 = 0.841_621_233_572_914_3;

/// ln(sqrt(2 pi)).
const LN_ROOT_TAU: f64 = 0.918_938_533_204_672_7;

/// The normal distribution: the share that lies below `z`.
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z * FRAC_1_SQRT_2)
}

/// The normal distribution's density at `z`.
fn normal_density(z: f64) -> f64 {
    libm::exp(-0.5 * z * z - LN_ROOT_TAU)
}

/// The value that the share `p` of the normal distribution lies below; infinite for none and all.
pub fn normal_quantile(p: f64) -> f64 {
    if p > 0.5 {
        return -normal_quantile(1.0 - p);
    }
    if p.is_nan() || p <= 0.0 {
        return f64::NEG_INFINITY;
    }
    // How far the tail reaches, roughly; then Halley's steps, each of which triples the digits.
    let mut z = -(-2.0 * (libm::log(p) + LN_2)).max(0.0).sqrt();
    for _ in 0..STEPS {
        let off = (normal_cdf(z) - p) / normal_density(z);
        let step = off / (1.0 + 0.5 * z * off);
        if !step.is_finite() {
            break;
        }
        z -= step;
        if step.abs() <= 1e-16 * z.abs() {
            break;
        }
    }
    z
}

/// More steps than any search for a root takes; it keeps what cannot converge from going on for ever.
const STEPS: u32 = 200;

/// ln(x!) less Stirling's formula for it.
fn stirling_error(x: f64) -> f64 {
    if x < 16.0 {
        return libm::lgamma(x + 1.0) - (x + 0.5) * libm::log(x) + x - LN_ROOT_TAU;
    }
    let square = x * x;
    let terms = [1.0 / 12.0, -1.0 / 360.0, 1.0 / 1260.0, -1.0 / 1680.0, 1.0 / 1188.0, -691.0 / 360_360.0];
    terms.iter().rev().fold(0.0, |sum, term| term + sum / square) / x
}

/// x ln(x / mean) + mean - x: how unlikely `x` is where the mean lies `apart` below it. It is exact for neighbours,
/// too.
fn deviance(x: f64, apart: f64) -> f64 {
    let mean = x - apart;
    if apart.abs() >= 0.1 * (x + mean) {
        return x * libm::log(x / mean) - apart;
    }
    let ratio = apart / (x + mean);
    let (mut sum, mut power) = (apart * ratio, 2.0 * x * ratio);
    for odd in (3..).step_by(2).take(100) {
        power *= ratio * ratio;
        let next = sum + power / f64::from(odd);
        if next == sum {
            break;
        }
        sum = next;
    }
    sum
}

/// How unlikely `a` and `b` are where they are expected in proportion to `x` and `y`, which add up to 1.
fn split_deviance(a: f64, b: f64, x: f64, y: f64) -> f64 {
    // What one has too much the other lacks.
    let apart = a * y - b * x;
    deviance(a, apart) + deviance(b, -apart)
}

/// ln of how likely `hits` of `trials` are, if each hits with chance `p` and misses with chance `q`.
pub(super) fn ln_binomial(hits: f64, trials: f64, p: f64, q: f64) -> f64 {
    let misses = trials - hits;
    if hits <= 0.0 {
        return if trials <= 0.0 { 0.0 } else { trials * ln_chance(q, p) };
    }
    if misses <= 0.0 {
        return trials * ln_chance(p, q);
    }
    ln_peak(hits, misses) - split_deviance(hits, misses, p, q)
}

/// ln(chance), exact also where the other chance is tiny.
fn ln_chance(chance: f64, other: f64) -> f64 {
    if chance > 0.5 { libm::log1p(-other) } else { libm::log(chance) }
}

/// ln of how likely exactly `hits` and `misses` are where they are expected.
fn ln_peak(hits: f64, misses: f64) -> f64 {
    let trials = hits + misses;
    stirling_error(trials) - stirling_error(hits) - stirling_error(misses)
        + 0.5 * libm::log(trials / (2.0 * PI * hits * misses))
}

/// The regularised incomplete beta function I(x; a, b), for positive `a` and `b`: the share of the beta distribution
/// that lies below `x`.
pub fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    beta_share(x, 1.0 - x, a, b)
}

/// The same, told `y` = 1 - `x`, which may be known better than the difference.
fn beta_share(x: f64, y: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if y <= 0.0 {
        return 1.0;
    }
    // The sum converges quickly on the near side of the mean.
    if x * (a + b + 2.0) > a + 1.0 { 1.0 - beta_tail(y, x, b, a) } else { beta_tail(x, y, a, b) }
}

/// From here on the sum would be long, and the expansion is right to nine digits.
const LARGE: f64 = 1e7;

/// I(x; a, b) for an `x` that is not beyond the mean.
fn beta_tail(x: f64, y: f64, a: f64, b: f64) -> f64 {
    let deviance = split_deviance(a, b, x, y);
    if a.min(b) > LARGE {
        return beta_expansion(x, y, a, b, deviance);
    }
    let front = beta_front(a, b, deviance);
    if front == 0.0 { 0.0 } else { front / continued_fraction(x, y, a, b) }
}

/// x^a y^b / B(a, b), by the deviance of `a` and `b`.
fn beta_front(a: f64, b: f64, deviance: f64) -> f64 {
    libm::exp(ln_peak(a, b) - deviance) * (a * (b / (a + b)))
}

/// The normal tail at the root of twice the deviance, with the first term of the error (Temme; Lugannani and Rice).
fn beta_expansion(x: f64, y: f64, a: f64, b: f64, deviance: f64) -> f64 {
    let together = a + b;
    let below = a * y - b * x;
    let root = (2.0 * deviance.max(0.0)).sqrt().copysign(below);
    let straight = below / (a * (b / together)).sqrt();
    let bend = if straight.abs() < 1e-4 {
        (b - a) / together / (3.0 * (a * (b / together)).sqrt())
    } else {
        1.0 / straight - 1.0 / root
    };
    (normal_cdf(-root) + normal_density(root) * bend).clamp(0.0, 1.0)
}

/// The continued fraction of the incomplete beta function, which divides the front: b0 + a1 / (b1 + a2 / (b2 + ...)),
/// from its beginning to its end. Two steps of the usual one are taken at once, because then there is nothing to cancel
/// out.
fn continued_fraction(x: f64, y: f64, a: f64, b: f64) -> f64 {
    // Zero in a denominator is replaced by next to nothing.
    let whole = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let below = a * y - b * x + 1.0;
    let mut fraction = whole(a / (a + 1.0) * below);
    let (mut above, mut under) = (fraction, 0.0);
    for step in 1..100_000 {
        let m = f64::from(step);
        let odd = a + 2.0 * m - 1.0;
        let term = m * (b - m) * x / odd;
        let numerator = (a + m - 1.0) * ((a + b + m - 1.0) / odd) * x * term;
        let denominator = m + term + (a + m) / (odd + 2.0) * (below + m * (1.0 + y));
        under = whole(denominator + numerator * under).recip();
        above = whole(denominator + numerator / above);
        let change = above * under;
        fraction *= change;
        if (change - 1.0).abs() < 1e-16 {
            break;
        }
    }
    fraction
}

/// How often Student's t is at least as far from 0 as `t` is, to either side.
pub fn student_beyond(t: f64, freedom: f64) -> f64 {
    let square = t * t;
    if square.is_infinite() {
        return 0.0;
    }
    let scale = freedom + square;
    beta_share(freedom / scale, square / scale, 0.5 * freedom, 0.5)
}

/// Student's t distribution: the share that lies below `t`.
pub fn student_cdf(t: f64, freedom: f64) -> f64 {
    let tail = 0.5 * student_beyond(t, freedom);
    if t > 0.0 { 1.0 - tail } else { tail }
}

/// The density of Student's t, away from 0.
fn student_density(t: f64, freedom: f64) -> f64 {
    let (square, half) = (t * t, 0.5 * freedom);
    let scale = freedom + square;
    beta_front(half, 0.5, split_deviance(half, 0.5, freedom / scale, square / scale)) / t.abs()
}

/// The value that the share `p` of Student's t lies below; infinite for none and all.
pub fn student_quantile(p: f64, freedom: f64) -> f64 {
    if p < 0.5 {
        return -student_quantile(1.0 - p, freedom);
    }
    let tail = 1.0 - p;
    if p.is_nan() || tail <= 0.0 {
        return f64::INFINITY;
    }
    if tail >= 0.5 {
        return 0.0;
    }
    let beyond = |t: f64| 0.5 * student_beyond(t, freedom);
    let (mut low, mut high) = (0.0, 1.0);
    while beyond(high) > tail && high < f64::MAX / 4.0 {
        low = high;
        high *= 2.0;
    }
    // Newton's steps on the logarithm of the tail, and halves where they would leave what is known to hold the root.
    let mut t = 0.5 * (low + high);
    for _ in 0..STEPS {
        let here = beyond(t);
        *(if here > tail { &mut low } else { &mut high }) = t;
        let newton = t + libm::log(here / tail) * here / student_density(t, freedom);
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        let step = (next - t).abs();
        t = next;
        if step <= 4e-16 * t {
            break;
        }
    }
    t
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::near;
    use super::*;

    // The known values are from mpmath, with 40 digits.

    #[test]
    fn normal_by_known_values() {
        for (z, share) in [
            (-8.0, 6.220_960_574_271_784e-16),
            (-0.5, 0.308_537_538_725_986_9),
            (0.3, 0.617_911_422_188_952_6),
            (2.5, 0.993_790_334_674_224),
            (6.0, 0.999_999_999_013_412_4),
        ] {
            assert!(near(normal_cdf(z), share, 1e-13), "{z}: {}", normal_cdf(z));
        }
        for (share, z) in [
            (1e-300, -37.047_096_299_361_2),
            (1e-20, -9.262_340_089_798_408),
            (1e-10, -6.361_340_902_404_056),
            (0.001, -3.090_232_306_167_813_5),
            (0.025, -Z95),
            (0.2, -Z80),
            (0.3, -0.524_400_512_708_040_8),
            (0.49999, -2.506_628_274_893_494e-5),
        ] {
            // A share near one half is known only to its last bit, and the quantile not better than that.
            let error = if share > 0.4 { 1e-10 } else { 1e-13 };
            assert!(near(normal_quantile(share), z, error), "{share}: {}", normal_quantile(share));
            assert!(near(normal_quantile(1.0 - share), -z, 1e-9) || share < 1e-9, "{share}");
        }
        assert_eq!(normal_quantile(0.5), 0.0);
        assert_eq!((normal_quantile(0.0), normal_quantile(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn incomplete_beta_by_known_values() {
        for (x, a, b, share) in [
            (0.5, 0.5, 0.5, 0.5),
            (0.3, 2.0, 5.0, 0.579_825),
            (0.9, 2.0, 5.0, 0.999_945),
            (0.5, 256.0, 245.0, 0.311_404_715_989_881_7),
            (0.01, 0.5, 80.0, 0.794_527_162_445_991_7),
            (0.999, 150.0, 0.5, 0.584_101_728_569_058),
            (0.2, 1000.0, 3000.0, 8.069_693_549_527_927e-15),
            (0.49, 5000.0, 5000.0, 0.022_742_032_324_574_64),
            (1e-5, 3.0, 1e5, 0.080_304_156_195_560_49),
        ] {
            assert!(
                near(incomplete_beta(x, a, b), share, 1e-11),
                "{x} {a} {b}: {}",
                incomplete_beta(x, a, b)
            );
        }
        assert_eq!((incomplete_beta(0.0, 2.0, 3.0), incomplete_beta(1.0, 2.0, 3.0)), (0.0, 1.0));
    }

    #[test]
    fn the_expansion_takes_over_where_the_sum_is_still_right() {
        let (a, b) = (1.1e7, 1.3e7);
        let mean: f64 = a / (a + b);
        let deviation = (mean * (1.0 - mean) / (a + b)).sqrt();
        for z in [-6.0, -3.0, -1.0, -0.1, -1e-3, -1e-5, 0.0] {
            let x = mean + z * deviation;
            let y = 1.0 - x;
            let deviance = split_deviance(a, b, x, y);
            let sum = beta_front(a, b, deviance) / continued_fraction(x, y, a, b);
            let expansion = beta_expansion(x, y, a, b, deviance);
            assert!(near(expansion, sum, 1e-9), "{z}: {expansion} {sum}");
        }
    }

    #[test]
    fn student_by_known_values() {
        for (t, freedom, tail) in [
            (1.0, 1.0, 0.25),
            (12.7062, 1.0, 0.025_000_009_280_355_2),
            (2.5, 3.7, 0.035_911_011_455_913_39),
            (2.228, 10.0, 0.025_005_885_908_555_69),
            (5.0, 30.0, 1.164_834_273_350_389_8e-5),
            (1.98, 120.0, 0.024_996_037_788_770_52),
            (3.0, 1000.0, 0.001_383_354_522_119_096_2),
            (1.96, 1e6, 0.024_998_033_792_634_893),
            (40.0, 2.5, 7.097_817_145_246_692e-5),
        ] {
            assert!(
                near(student_cdf(-t, freedom), tail, 1e-11),
                "{t} {freedom}: {}",
                student_cdf(-t, freedom)
            );
            assert!(near(student_cdf(t, freedom), 1.0 - tail, 1e-13));
            assert!(near(student_beyond(t, freedom), 2.0 * tail, 1e-11));
        }
        for (share, freedom, t) in [
            (0.975, 1.0, 12.706_204_736_174_705),
            (0.975, 2.0, 4.302_652_729_749_464),
            (0.975, 3.5, 2.940_088_637_982_73),
            (0.975, 9.0, 2.262_157_162_798_205_5),
            (0.975, 30.0, 2.042_272_456_301_238),
            (0.975, 31.0, 2.039_513_446_396_408_5),
            (0.975, 120.0, 1.979_930_405_082_441),
            (0.975, 1e4, 1.960_201_239_890_626_3),
            (0.995, 5.0, 4.032_142_983_555_228),
            (0.999999, 4.0, 41.577_854_150_450_975),
            (0.6, 7.0, 0.263_166_861_352_022_8),
        ] {
            let found = student_quantile(share, freedom);
            // The share is known to its last bit, and that is what limits the tail.
            assert!(near(found, t, 1e-10), "{share} {freedom}: {found}");
            assert!(near(student_quantile(1.0 - share, freedom), -t, 1e-10));
        }
        assert_eq!((student_quantile(0.5, 3.0), student_quantile(1.0, 3.0)), (0.0, f64::INFINITY));
        // However many numbers there are, it is the normal distribution in the end.
        for freedom in [1e9, 1e12, 1e15, 1e19] {
            assert!(near(student_quantile(0.975, freedom), Z95, 1e-8), "{freedom}");
        }
    }

    proptest! {
        #[test]
        fn quantiles_undo_distributions(share in 1e-6..0.999_999, freedom in 1.0..1000.0) {
            prop_assert!(near(normal_cdf(normal_quantile(share)), share, 1e-12));
            prop_assert!(near(student_cdf(student_quantile(share, freedom), freedom), share, 1e-10));
        }

        #[test]
        fn beta_is_the_same_from_the_other_side(x in 0.0..=1.0, a in 0.1..1e5, b in 0.1..1e5) {
            let sum = incomplete_beta(x, a, b) + incomplete_beta(1.0 - x, b, a);
            prop_assert!(near(sum, 1.0, 1e-9), "{}", sum);
        }

        #[test]
        fn chances_add_up_to_one(trials in 1u32..60, p in 0.001..0.999) {
            let chance = |hits: u32| libm::exp(ln_binomial(f64::from(hits), f64::from(trials), p, 1.0 - p));
            prop_assert!(near((0..=trials).map(chance).sum(), 1.0, 1e-12));
        }
    }
}
