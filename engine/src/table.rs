//! Numbered things of a state: a map by number with shared structure, a JSON array outside.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;

use imbl::OrdMap;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::numbers::Number;
use kernel::error::{Code, Error, Result};

/// The most things of a kind.
pub const MOST: u32 = 500_000;

/// A thing that has a number.
pub trait Numbered: Clone {
    /// The kind of number.
    type No: Number;
    /// Its number.
    fn no(&self) -> Self::No;
}

/// Things by number. Cloning costs nothing; a change copies one path of the map.
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
    /// The thing of that number.
    #[must_use]
    pub fn get(&self, no: T::No) -> Option<&T> {
        self.rows.get(&no.get()).map(Arc::as_ref)
    }

    /// The thing of that number.
    ///
    /// # Errors
    /// `not_found` when there is none.
    pub fn find(&self, no: T::No) -> Result<&T> {
        self.get(no).ok_or_else(|| {
            let near = self.near(no);
            Error::not_found(format!("There is no {no} in this workflow: {near}."))
        })
    }

    /// Which ones there are, and how to list them: for whoever named another one.
    #[must_use]
    pub fn those_there_are(&self) -> String {
        self.near(self.next())
    }

    /// Those next to `no`.
    fn near(&self, no: T::No) -> String {
        let all = T::No::PLURAL;
        let (Some((first, _)), Some((last, _))) = (self.rows.get_min(), self.rows.get_max()) else {
            return format!("it has no {all} yet ({} lists them)", T::No::LIST);
        };
        let named = |count: &u32| T::No::new(*count).to_string();
        // Numbers are given in order, so that most tables have no gaps.
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

    /// Writes a thing under its number.
    pub fn put(&mut self, thing: T) {
        self.rows.insert(thing.no().get(), Arc::new(thing));
    }

    /// Changes the thing of that number, if there is one.
    pub fn change(&mut self, no: T::No, change: impl FnOnce(&mut T)) {
        if let Some(row) = self.rows.get_mut(&no.get()) {
            change(Arc::make_mut(row));
        }
    }

    /// The number that the next thing gets.
    #[must_use]
    pub fn next(&self) -> T::No {
        T::No::new(self.rows.get_max().map_or(0, |(no, _)| *no) + 1)
    }

    /// The number of one thing more, as long as there is room for it.
    ///
    /// # Errors
    /// `too_large` when there are [`MOST`] of them.
    pub fn another(&self) -> Result<T::No> {
        let next = self.next();
        if next.get() <= MOST {
            return Ok(next);
        }
        let detail = format!(
            "This workflow has had {MOST} things of this kind, the most there can be: there is no room for {} \
             more. Go on in another workflow.",
            T::No::NOUN
        );
        Err(Error::new(Code::TooLarge, detail))
    }

    /// All things in order of their numbers.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.rows.values().map(Arc::as_ref)
    }

    /// The things whose numbers are greater than `no`, in order.
    pub fn after(&self, no: u64) -> impl Iterator<Item = &T> {
        let begin = u32::try_from(no.saturating_add(1)).ok();
        let rows = begin
            .into_iter()
            .flat_map(move |begin| self.rows.range(begin..));
        rows.map(|(_, row)| row.as_ref())
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
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
