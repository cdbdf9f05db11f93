//! Validation of the lists in a JSON text without building values.

use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use super::Shape;

/// A deserializer seed that only checks that lists are allowed at their places.
pub struct Look<'a> {
    pub shape: &'a Shape,
    pub set: &'a [usize],
}

impl<'de> DeserializeSeed<'de> for Look<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        if self.shape.kinds(self.set).anything {
            return reader.deserialize_ignored_any(IgnoredAny).map(drop);
        }
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Look<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let kinds = self.shape.kinds(self.set);
        let set = self.shape.items(self.set, kinds);
        let set = set.map_err(|misfit| A::Error::custom(misfit.detail))?;
        let look = || Look {
            shape: self.shape,
            set: &set,
        };
        while items.next_element_seed(look())?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        while let Some(set) = fields.next_key_seed(Name(&self))? {
            fields.next_value_seed(Look {
                shape: self.shape,
                set: &set,
            })?;
        }
        Ok(())
    }
}

/// Name of a field; maps to the nodes of its value.
struct Name<'a, 'b>(&'a Look<'b>);

impl<'de> DeserializeSeed<'de> for Name<'_, '_> {
    type Value = Vec<usize>;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Vec<usize>, D::Error> {
        reader.deserialize_str(self)
    }
}

impl Visitor<'_> for Name<'_, '_> {
    type Value = Vec<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E>(self, name: &str) -> Result<Vec<usize>, E> {
        Ok(self.0.shape.field(self.0.set, name))
    }
}
