//! Unguessable names for people, games and everything else that is stored.

/// Letters that cannot be confused with each other.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The name that these bytes make: a letter for five bits of each.
pub fn name_of_bytes(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// Does it have the form of our names?
pub fn is_name(text: &str, letters: usize) -> bool {
    text.len() == letters && text.bytes().all(|byte| LETTERS.contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_by_their_form() {
        let (one, other) = (name_of_bytes(&[255; 16]), name_of_bytes(&[0; 16]));
        assert!(is_name(&one, 16) && is_name(&other, 16) && one != other);
        for wrong in ["", "short", "0000000000000000", "../../etc/passwd"] {
            assert!(!is_name(wrong, 16), "{wrong}");
        }
    }
}
