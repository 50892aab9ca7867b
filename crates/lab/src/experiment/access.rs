//! The parts of a table or a list, as serde asks for them one after the other.

use std::cmp::Reverse;
use std::slice;

use serde::de::{DeserializeSeed, Deserializer, Error as _, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use serde_spanned::de::{SpannedDeserializer, is_spanned};
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::fault::Fault;
use super::reader::Reader;

/// The entries of a table that are still to be read, the next one last.
pub struct TableAccess<'de> {
    table: Reader<'de>,
    entries: Vec<(&'de Spanned<DeString<'de>>, &'de Spanned<DeValue<'de>>)>,
}

impl<'de> TableAccess<'de> {
    /// All of them, in the order of the file: it is the order of axes, and of mistakes.
    pub fn new(reader: Reader<'de>, table: &'de DeTable<'de>) -> Self {
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| Reverse(key.span().start));
        TableAccess { table: reader, entries }
    }
}

impl<'de> MapAccess<'de> for TableAccess<'de> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        let Some((key, _)) = self.entries.last() else { return Ok(None) };
        seed.deserialize(Key(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let (key, value) = self.entries.pop().ok_or_else(|| Fault::custom("a value without a key"))?;
        seed.deserialize(self.table.entry(key.get_ref(), value))
    }
}

/// The items of a list that are still to be read.
pub struct ListAccess<'de> {
    list: Reader<'de>,
    items: slice::Iter<'de, Spanned<DeValue<'de>>>,
}

impl<'de> ListAccess<'de> {
    /// All of them.
    pub fn new(reader: Reader<'de>, items: &'de [Spanned<DeValue<'de>>]) -> Self {
        ListAccess { list: reader, items: items.iter() }
    }
}

impl<'de> SeqAccess<'de> for ListAccess<'de> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        self.items.next().map(|value| seed.deserialize(self.list.item(value))).transpose()
    }
}

/// A key of a table.
struct Key<'de>(&'de Spanned<DeString<'de>>);

impl<'de> IntoDeserializer<'de, Fault> for Key<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_borrowed_str(self.0.get_ref())
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        if is_spanned(name) {
            let span = self.0.span();
            return visitor.visit_map(SpannedDeserializer::new(self, span));
        }
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
