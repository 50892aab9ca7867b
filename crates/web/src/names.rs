//! Unguessable names for people, games and everything else that is stored.

/// Letters that cannot be confused with each other.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A random name of that many letters, five bits each.
pub(crate) fn fresh(letters: usize) -> String {
    let mut bytes = vec![0; letters];
    if getrandom::fill(&mut bytes).is_err() {
        // Without a random source, the randomly keyed hasher of the standard library is the next best.
        use std::hash::{BuildHasher as _, RandomState};
        for (index, byte) in bytes.iter_mut().enumerate() {
            *byte = RandomState::new().hash_one(index) as u8;
        }
    }
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// Does it have the form of our names?
pub(crate) fn is_name(text: &str, letters: usize) -> bool {
    text.len() == letters && text.bytes().all(|byte| LETTERS.contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_of_their_length_and_differ() {
        let (one, other) = (fresh(16), fresh(16));
        assert!(is_name(&one, 16) && is_name(&other, 16) && one != other);
        for wrong in ["", "short", "0000000000000000", "../../etc/passwd"] {
            assert!(!is_name(wrong, 16), "{wrong}");
        }
    }
}
