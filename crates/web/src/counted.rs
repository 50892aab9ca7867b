//! Large answers over HTTP: their memory counts until the client has read them.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};

use crate::fault::Fault;
use crate::memory::{Memory, Share};

/// Bytes that are sent at a time; answers that are not larger are not counted.
const PART: usize = 64 << 10;

/// An answer, and the memory that it takes.
struct Counted {
    rest: Bytes,
    _share: Share,
}

impl HttpBody for Counted {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let length = self.rest.len().min(PART);
        let part = self.rest.split_to(length);
        Poll::Ready((!part.is_empty()).then(|| Ok(Frame::data(part))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.rest.len() as u64)
    }
}

/// The body of an answer to a person.
pub(crate) fn body(memory: &Arc<Memory>, person: &Arc<str>, text: String) -> Result<Body, Fault> {
    if text.len() <= PART {
        return Ok(Body::from(text));
    }
    let share = memory.take(person, text.len() as u64)?;
    Ok(Body::new(Counted { rest: Bytes::from(text), _share: share }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Code;

    #[test]
    fn an_answer_counts_until_it_is_read() {
        let memory = Memory::new(10);
        let ann: Arc<str> = "ann".into();
        let text = "x".repeat(3 << 20);
        let held = body(&memory, &ann, text.clone()).unwrap();
        assert_eq!(memory.used(), 3 << 20);
        let refused = body(&memory, &ann, text.clone()).err().map(|fault| fault.code);
        assert_eq!(refused, Some(Code::TooLarge));
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let read = runtime.block_on(axum::body::to_bytes(held, usize::MAX)).unwrap();
        assert!(read == text && memory.used() == 0);
        assert!(body(&memory, &ann, "short".to_owned()).is_ok());
    }
}
