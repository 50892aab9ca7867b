//! What a program writes to standard error: the beginning and the end of it, however much it is.

use std::collections::VecDeque;

/// A bounded log. It keeps the first and the last lines, which say most.
#[derive(Clone, Debug, Default)]
pub struct Log {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    /// Bytes that were left out between them.
    dropped: u64,
}

impl Log {
    /// The most bytes of the beginning.
    const HEAD: usize = 8 * 1024;
    /// The most bytes of the end.
    const TAIL: usize = 24 * 1024;

    /// Adds what was written.
    pub fn push(&mut self, bytes: &[u8]) {
        let room = (Log::HEAD - self.head.len()).min(bytes.len());
        let (first, rest) = bytes.split_at(room);
        self.head.extend_from_slice(first);
        let kept = &rest[rest.len().saturating_sub(Log::TAIL)..];
        let excess = (self.tail.len() + kept.len()).saturating_sub(Log::TAIL);
        self.tail.drain(..excess);
        self.tail.extend(kept);
        self.dropped += (rest.len() - kept.len() + excess) as u64;
    }

    /// Is it empty?
    pub fn is_empty(&self) -> bool {
        self.head.is_empty()
    }

    /// The log as text; a line `[...]` stands for what was left out.
    pub fn text(&self) -> String {
        let mut bytes = self.head.clone();
        if self.dropped > 0 {
            bytes.extend_from_slice(b"\n[...]\n");
        }
        bytes.extend(&self.tail);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Takes the log, and begins an empty one.
    pub fn take(&mut self) -> Log {
        std::mem::take(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_log_is_kept_whole() {
        let mut log = Log::default();
        assert!(log.is_empty());
        log.push(b"one\n");
        log.push(b"two\n");
        assert_eq!(log.take().text(), "one\ntwo\n");
        assert!(log.is_empty());
    }

    #[test]
    fn of_a_long_log_the_beginning_and_the_end_are_kept() {
        let mut log = Log::default();
        log.push(b"first ");
        for _ in 0..100 {
            log.push(&[b'x'; 1000]);
        }
        log.push(b" last");
        let text = log.text();
        assert!(text.starts_with("first xxx") && text.ends_with("xxx last"), "{text}");
        assert_eq!(text.len(), Log::HEAD + "\n[...]\n".len() + Log::TAIL);
        log.push(&[b'y'; 2 * Log::TAIL]);
        assert!(log.text().ends_with(&"y".repeat(Log::TAIL)));
    }
}
