//! Who may find what stands in which stream, as the index's entries say. Knows no things.

use std::collections::HashMap;

/// What an entry says of who may find what is in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Door {
    /// Whether anybody may.
    pub is_shown: bool,
    /// The agents that may, each between line ends; everyone without.
    pub readers: Option<Box<str>>,
    /// The stream whose readers may instead, once that has some.
    pub readers_of: Option<Box<str>>,
}

/// The doors of all streams that have something on a shelf, and of those whose readers are theirs.
#[derive(Debug, Default)]
pub(crate) struct Doors {
    numbers: HashMap<Box<str>, u32>,
    all: Vec<Door>,
    names: Vec<Box<str>>,
    /// Another number after each change.
    pub changes: u64,
}

impl Doors {
    /// The number of a stream's door; it is there from then on, and closed until something is said of it.
    pub(crate) fn number(&mut self, stream: &str) -> u32 {
        if let Some(number) = self.numbers.get(stream) {
            return *number;
        }
        let number = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        self.numbers.insert(stream.into(), number);
        self.names.push(stream.into());
        self.all.push(Door::default());
        number
    }

    /// The number of a stream's door; one behind which nothing is where the stream has none.
    pub(crate) fn find(&self, stream: &str) -> u32 {
        self.numbers.get(stream).copied().unwrap_or(u32::MAX)
    }

    /// What is so now of a stream's door.
    pub(crate) fn set(&mut self, stream: &str, door: Door) {
        let number = self.number(stream) as usize;
        if let Some(slot) = self.all.get_mut(number)
            && *slot != door
        {
            *slot = door;
            self.changes += 1;
        }
    }

    /// Whether all is known of who may find what is in a stream.
    pub(crate) fn knows(&self, stream: &str) -> bool {
        let number = self.numbers.get(stream);
        let door = number.and_then(|number| self.all.get(*number as usize));
        let of = |door: &Door| door.readers_of.clone();
        door.is_some_and(|door| of(door).is_none_or(|of| self.numbers.contains_key(&of)))
    }

    /// Whether `reader`, between line ends, may find what is behind each door; anybody who is not
    /// restricted for `None`. Only doors of streams of that kind.
    pub(crate) fn open_to(&self, reader: Option<&str>, kind: Option<&str>) -> Vec<bool> {
        self.all
            .iter()
            .zip(&self.names)
            .map(|(door, name)| {
                let of_kind = |kind| {
                    name.strip_prefix(kind)
                        .is_some_and(|id| id.starts_with(':'))
                };
                door.is_shown
                    && kind.is_none_or(of_kind)
                    && reader.is_none_or(|reader| {
                        let own = door.readers.as_ref();
                        let names = match door.readers_of.as_deref() {
                            None => own,
                            Some(of) => match self.numbers.get(of) {
                                Some(of) => self.all[*of as usize].readers.as_ref().or(own),
                                // Whose they are is not known: nobody's, to be safe.
                                None => return false,
                            },
                        };
                        names.is_none_or(|names| names.contains(reader))
                    })
            })
            .collect()
    }

    /// Closes all of them, until something is said of them again. Their numbers stay: somebody may be looking
    /// through them just now.
    pub(crate) fn close(&mut self) {
        self.changes += 1;
        self.all.fill(Door::default());
    }
}

#[cfg(test)]
mod tests {
    use super::{Door, Doors};

    #[test]
    fn a_door_is_open_to_its_readers_or_to_those_of_another() {
        let mut doors = Doors::default();
        let door = |readers: Option<&str>, of: Option<&str>| Door {
            is_shown: true,
            readers: readers.map(Into::into),
            readers_of: of.map(Into::into),
        };
        doors.set("a", door(None, None));
        doors.set("b", door(Some("\nann\nbob\n"), None));
        doors.set("c", door(Some("\nbob\n"), Some("session")));
        assert!(!doors.knows("c") && doors.knows("b") && !doors.knows("d"));
        let c = doors.numbers["c"] as usize;
        assert!(
            !doors.open_to(Some("\nbob\n"), None)[c],
            "whose readers they are is not known yet"
        );
        doors.set("session", Door::default());
        let closed = doors.number("closed") as usize;
        for (reader, expected) in [
            (None, [true, true, true]),
            (Some("\nann\n"), [true, true, false]),
            (Some("\nan\n"), [true, false, false]),
            (Some("\nbob\n"), [true, true, true]),
        ] {
            let open = doors.open_to(reader, None);
            let at = ["a", "b", "c"].map(|name| doors.numbers[name] as usize);
            assert_eq!(at.map(|at| open[at]), expected, "{reader:?}");
            assert!(!open[closed]);
        }
        let before = doors.changes;
        doors.set("session", door(Some("\nann\n"), None));
        assert_ne!(doors.changes, before);
        let c = doors.numbers["c"] as usize;
        assert!(
            doors.open_to(Some("\nann\n"), None)[c] && !doors.open_to(Some("\nbob\n"), None)[c]
        );
    }
}
