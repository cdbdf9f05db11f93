//! Numbered items of a state: a persistent map by number, serialized as a JSON array.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;

use imbl::OrdMap;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::numbers::Number;
use kernel::error::{Code, Error, Result};

/// Maximum number of items of a kind.
pub const MAX_ROWS: u32 = 500_000;

/// An item with a number.
pub trait Numbered: Clone {
    /// Kind of the number.
    type No: Number;
    /// Returns its number.
    fn no(&self) -> Self::No;
}

/// Items by number. Cloning is cheap; a change copies one path of the map.
#[derive(Clone, Debug)]
pub struct Table<T: Numbered> {
    rows: OrdMap<u32, Arc<T>>,
}

impl<T: Numbered> Default for Table<T> {
    fn default() -> Self {
        Self {
            rows: OrdMap::new(),
        }
    }
}

impl<T: Numbered> Table<T> {
    /// Returns the item with this number.
    #[must_use]
    pub fn get(&self, no: T::No) -> Option<&T> {
        self.rows.get(&no.get()).map(Arc::as_ref)
    }

    /// Returns the item with this number.
    ///
    /// # Errors
    /// Returns `not_found` if there is none.
    pub fn find(&self, no: T::No) -> Result<&T> {
        self.get(no).ok_or_else(|| {
            let near = self.near(no);
            Error::not_found(format!("There is no {no} in this workflow: {near}."))
        })
    }

    /// Describes the range of existing numbers and how to list them, for errors about an unknown number.
    #[must_use]
    pub fn those_there_are(&self) -> String {
        self.near(self.next())
    }

    /// Describes the items next to `no`.
    fn near(&self, no: T::No) -> String {
        let all = T::No::PLURAL;
        let (Some((first, _)), Some((last, _))) = (self.rows.get_min(), self.rows.get_max()) else {
            return format!("it has no {all} yet ({} lists them)", T::No::LIST);
        };
        let named = |count: &u32| T::No::new(*count).to_string();
        // Numbers are assigned in order, so most tables have no gaps.
        let are = if first == last {
            format!("is {}", named(first))
        } else if self.rows.len() == (last - first) as usize + 1 {
            format!("are {} to {}", named(first), named(last))
        } else {
            let below = self.rows.range(..no.get()).next_back();
            let above = self.rows.range(no.get()..).next();
            let near = below
                .into_iter()
                .chain(above)
                .map(|(count, _)| named(count));
            let near: Vec<String> = near.collect();
            format!("are {} next to it", near.join(" and "))
        };
        format!("of its {all} there {are} ({} lists them)", T::No::LIST)
    }

    /// Writes an item under its number.
    pub fn put(&mut self, thing: T) {
        self.rows.insert(thing.no().get(), Arc::new(thing));
    }

    /// Changes the item with this number, if there is one.
    pub fn change(&mut self, no: T::No, change: impl FnOnce(&mut T)) {
        if let Some(row) = self.rows.get_mut(&no.get()) {
            change(Arc::make_mut(row));
        }
    }

    /// Returns the number for the next item.
    #[must_use]
    pub fn next(&self) -> T::No {
        T::No::new(self.rows.get_max().map_or(0, |(no, _)| *no) + 1)
    }

    /// Returns the number for another item, if there is room for it.
    ///
    /// # Errors
    /// Returns `too_large` if there are [`MAX_ROWS`] items.
    pub fn another(&self) -> Result<T::No> {
        let next = self.next();
        if next.get() <= MAX_ROWS {
            return Ok(next);
        }
        let detail = format!(
            "This workflow has had {MAX_ROWS} things of this kind, the most there can be: there is no room for {} \
             more. Go on in another workflow.",
            T::No::NOUN
        );
        Err(Error::new(Code::TooLarge, detail))
    }

    /// Returns all items in order of their numbers.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.rows.values().map(Arc::as_ref)
    }

    /// Returns the items with numbers greater than `no`, in order.
    pub fn after(&self, no: u64) -> impl Iterator<Item = &T> {
        let begin = u32::try_from(no.saturating_add(1)).ok();
        let rows = begin
            .into_iter()
            .flat_map(move |begin| self.rows.range(begin..));
        rows.map(|(_, row)| row.as_ref())
    }

    /// Returns the number of items.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns true if there are no items.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

impl<T: Numbered + PartialEq> PartialEq for Table<T> {
    fn eq(&self, other: &Self) -> bool {
        self.rows == other.rows
    }
}

impl<T: Numbered> FromIterator<T> for Table<T> {
    fn from_iter<I: IntoIterator<Item = T>>(things: I) -> Self {
        Self {
            rows: things
                .into_iter()
                .map(|thing| (thing.no().get(), Arc::new(thing)))
                .collect(),
        }
    }
}

impl<T: Numbered + Serialize> Serialize for Table<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, T: Numbered + Deserialize<'de>> Deserialize<'de> for Table<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visit<T>(PhantomData<T>);
        impl<'de, T: Numbered + Deserialize<'de>> serde::de::Visitor<'de> for Visit<T> {
            type Value = Table<T>;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an array")
            }
            fn visit_seq<A: serde::de::SeqAccess<'de>>(
                self,
                mut seq: A,
            ) -> Result<Self::Value, A::Error> {
                let mut table = Table::default();
                while let Some(thing) = seq.next_element()? {
                    table.put(thing);
                }
                Ok(table)
            }
        }
        deserializer.deserialize_seq(Visit(PhantomData))
    }
}

impl<T: Numbered + JsonSchema> JsonSchema for Table<T> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        format!("{}Table", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<T>::json_schema(generator)
    }
}
