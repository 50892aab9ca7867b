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

/// x ln(x / mean) + mean - x: how unlikely `x` is where `mean` is expected. It is exact for neighbours, too.
fn deviance(x: f64, mean: f64) -> f64 {
    let apart = x - mean;
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

/// ln of how likely `hits` of `trials` are, if each hits with chance `p` and misses with chance `q`.
pub(super) fn ln_binomial(hits: f64, trials: f64, p: f64, q: f64) -> f64 {
    let misses = trials - hits;
    if hits <= 0.0 {
        return if trials <= 0.0 { 0.0 } else { trials * ln_chance(q, p) };
    }
    if misses <= 0.0 {
        return trials * ln_chance(p, q);
    }
    ln_peak(hits, misses) - deviance(hits, trials * p) - deviance(misses, trials * q)
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

/// The regularised incomplete beta function I(x; a, b), for positive `a` and `b`: the share of the beta distribution that
/// lies below `x`.
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

/// From here on the sum would be long, and the expansion is exact to ten digits.
const LARGE: f64 = 1e7;

/// I(x; a, b) for an `x` that is not beyond the mean.
fn beta_tail(x: f64, y: f64, a: f64, b: f64) -> f64 {
    let deviance = beta_deviance(x, y, a, b);
    if a.min(b) > LARGE {
        return beta_expansion(x, a, b, deviance);
    }
    let front = beta_front(a, b, deviance);
    if front == 0.0 { 0.0 } else { front / a * continued_fraction(x, a, b) }
}

/// How unlikely `a` and `b` are where they are expected in proportion to `x` and `y`.
fn beta_deviance(x: f64, y: f64, a: f64, b: f64) -> f64 {
    deviance(a, (a + b) * x) + deviance(b, (a + b) * y)
}

/// x^a y^b / B(a, b), by the deviance of `a` and `b`.
fn beta_front(a: f64, b: f64, deviance: f64) -> f64 {
    libm::exp(ln_peak(a, b) - deviance) * (a * (b / (a + b)))
}

/// The normal tail at the root of twice the deviance, with the first term of the error (Temme; Lugannani and Rice).
fn beta_expansion(x: f64, a: f64, b: f64, deviance: f64) -> f64 {
    let together = a + b;
    let below = a - together * x;
    let root = (2.0 * deviance.max(0.0)).sqrt().copysign(below);
    let straight = below / (a * (b / together)).sqrt();
    let bend = if straight.abs() < 1e-4 {
        (b - a) / together / (3.0 * (a * (b / together)).sqrt())
    } else {
        1.0 / straight - 1.0 / root
    };
    (normal_cdf(-root) + normal_density(root) * bend).clamp(0.0, 1.0)
}

/// 1 / (1 + d1 / (1 + d2 / (1 + ...))), the continued fraction of the incomplete beta function, from its front to its end.
fn continued_fraction(x: f64, a: f64, b: f64) -> f64 {
    // Zero in a denominator is replaced by next to nothing.
    let whole = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let (mut above, mut below) = (1.0, whole(1.0 - (a + b) * x / (a + 1.0)).recip());
    let mut fraction = below;
    for step in 1..100_000 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for term in [even, odd] {
            below = whole(1.0 + term * below).recip();
            above = whole(1.0 + term / above);
            change = below * above;
            fraction *= change;
        }
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
    beta_front(half, 0.5, beta_deviance(freedom / scale, square / scale, half, 0.5)) / t.abs()
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
        if here > tail {
            low = t;
        } else {
            high = t;
        }
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
