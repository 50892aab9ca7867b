//! What a sample says of what it was drawn from.
