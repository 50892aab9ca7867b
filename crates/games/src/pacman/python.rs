//! Python's random numbers, bit for bit, so that a course can compare our games with its own.
//!
//! The course's engine draws its ghosts' moves from Python's generator, MT19937, seeded with a text.

use sha2::{Digest as _, Sha512};

use super::state::Step;

const WORDS: usize = 624;

/// Python's `random.Random`.
#[derive(Clone, Debug)]
pub struct PythonRandom {
    words: [u32; WORDS],
    next: usize,
}

impl PythonRandom {
    /// Seeded as `random.seed("text")` does.
    pub fn from_text(text: &str) -> Self {
        // Python reads the text's bytes followed by their SHA-512 as one large big-endian number.
        let mut bytes = text.as_bytes().to_vec();
        bytes.extend_from_slice(&Sha512::digest(text.as_bytes()));
        let limbs =
            bytes.rchunks(4).map(|limb| limb.iter().fold(0, |word, &byte| word << 8 | u32::from(byte)));
        PythonRandom::from_limbs(&limbs.collect::<Vec<u32>>())
    }

    /// Seeded as `random.seed(number)` does.
    pub fn from_number(number: u64) -> Self {
        PythonRandom::from_limbs(&[number as u32, (number >> 32) as u32])
    }

    /// MT19937's initialisation by an array of words, the least significant first.
    fn from_limbs(limbs: &[u32]) -> Self {
        let used = limbs.iter().rposition(|&limb| limb != 0).map_or(1, |last| last + 1);
        let limbs = &limbs[..used];
        let mut words = [0u32; WORDS];
        words[0] = 19_650_218;
        for index in 1..WORDS {
            words[index] = scramble(words[index - 1], 1_812_433_253).wrapping_add(index as u32);
        }
        let mut index = 1;
        for round in 0..WORDS.max(limbs.len()) {
            let number = round % limbs.len();
            words[index] = (words[index] ^ scramble(words[index - 1], 1_664_525))
                .wrapping_add(limbs[number])
                .wrapping_add(number as u32);
            index = advance(&mut words, index);
        }
        for _ in 1..WORDS {
            words[index] =
                (words[index] ^ scramble(words[index - 1], 1_566_083_941)).wrapping_sub(index as u32);
            index = advance(&mut words, index);
        }
        words[0] = 1 << 31;
        PythonRandom { words, next: WORDS }
    }

    /// 32 random bits: `getrandbits(32)`.
    pub fn word(&mut self) -> u32 {
        if self.next == WORDS {
            self.twist();
        }
        let mut word = self.words[self.next];
        self.next += 1;
        word ^= word >> 11;
        word ^= (word << 7) & 0x9d2c_5680;
        word ^= (word << 15) & 0xefc6_0000;
        word ^ (word >> 18)
    }

    fn twist(&mut self) {
        for index in 0..WORDS {
            let high_and_low =
                (self.words[index] & 0x8000_0000) | (self.words[(index + 1) % WORDS] & 0x7fff_ffff);
            let odd = if high_and_low & 1 == 0 { 0 } else { 0x9908_b0df };
            self.words[index] = self.words[(index + 397) % WORDS] ^ (high_and_low >> 1) ^ odd;
        }
        self.next = 0;
    }

    /// A number from 0 up to but not including 1: `random()`.
    pub fn unit(&mut self) -> f64 {
        let (high, low) = (self.word() >> 5, self.word() >> 6);
        (f64::from(high) * 67_108_864.0 + f64::from(low)) / 9_007_199_254_740_992.0
    }

    /// A number below `bound`, as `choice` draws an item's index; zero if `bound` is zero.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        let bits = u32::BITS - bound.leading_zeros();
        loop {
            let draw = self.word() >> (u32::BITS - bits);
            if draw < bound {
                return draw;
            }
        }
    }

    /// A ghost's step as the course's engine draws it: one number per move, even where there is no choice; the
    /// steps in alphabetical order; the first step at which the sum of the weights reaches the number.
    pub fn draw_step(&mut self, steps: &[Step], weights: &[f64]) -> Option<Step> {
        let drawn = self.unit();
        let mut sum = 0.0;
        let mut last = None;
        for step in [Step::East, Step::North, Step::South, Step::Stop, Step::West] {
            if let Some(index) = steps.iter().position(|&other| other == step) {
                last = Some(step);
                sum += weights.get(index).copied().unwrap_or(0.0);
                if drawn <= sum {
                    break;
                }
            }
        }
        last
    }
}

fn scramble(word: u32, factor: u32) -> u32 {
    (word ^ (word >> 30)).wrapping_mul(factor)
}

/// The next index; the table is a ring without its first word, which takes over the last word's value.
fn advance(words: &mut [u32; WORDS], index: usize) -> usize {
    if index + 1 < WORDS {
        return index + 1;
    }
    words[0] = words[WORDS - 1];
    1
}
