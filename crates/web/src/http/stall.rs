//! Connections whose other side reads nothing are given up.

use std::future::Future as _;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

/// A connection that fails if nothing of what is written is read for a while.
pub(crate) struct WriteTimeout<S> {
    inner: S,
    most: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeout<S> {
    pub fn new(inner: S, most: Duration) -> WriteTimeout<S> {
        WriteTimeout { inner, most, waiting: None }
    }

    fn limit<T>(&mut self, context: &mut Context<'_>, done: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if done.is_ready() {
            self.waiting = None;
            return done;
        }
        let most = self.most;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(tokio::time::sleep(most)));
        waiting.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(context, into)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.inner).poll_write(context, bytes);
        self.limit(context, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.inner).poll_write_vectored(context, parts);
        self.limit(context, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let done = Pin::new(&mut self.inner).poll_flush(context);
        self.limit(context, done)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let done = Pin::new(&mut self.inner).poll_shutdown(context);
        self.limit(context, done)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    #[test]
    fn clients_that_read_nothing_are_disconnected() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let (here, mut there) = tokio::io::duplex(4);
            let mut here = WriteTimeout::new(here, Duration::from_millis(20));
            // A slow reader is waited for: each part gets the whole time.
            let reader = tokio::spawn(async move {
                let mut read = [0; 40];
                there.read_exact(&mut read).await.unwrap();
                there
            });
            here.write_all(&[1; 40]).await.unwrap();
            let mut there = reader.await.unwrap();
            here.write_all(&[2; 4]).await.unwrap();
            let error = here.write_all(&[2; 4]).await.unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::TimedOut);
            // What it sends is still read.
            there.write_all(&[3; 4]).await.unwrap();
            here.read_exact(&mut [0; 4]).await.unwrap();
        });
    }
}
