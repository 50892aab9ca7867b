//! Spreading bits: the one hash function for seeds and keys.

/// Every bit of the input changes about half the bits of the output, and no two inputs share an output
/// (the finaliser of SplitMix64).
#[inline]
pub fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}
