//! Read access to the streams whose items are on shelves, as the index's entries say.

use std::collections::HashMap;

/// Read access to one stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Door {
    /// False if the stream is hidden from everyone.
    pub is_shown: bool,
    /// Agents that may read it, each between line breaks; `None` for everyone.
    pub readers: Option<Box<str>>,
    /// Stream whose readers apply instead, as soon as it has some.
    pub readers_of: Option<Box<str>>,
}

/// The doors of all streams with items on a shelf, and of the streams whose readers apply to them.
#[derive(Debug, Default)]
pub(crate) struct Doors {
    numbers: HashMap<Box<str>, u32>,
    all: Vec<Door>,
    names: Vec<Box<str>>,
    /// Number of changes so far.
    pub changes: u64,
}

impl Doors {
    /// Returns the number of a stream's door. Creates a closed one if there is none.
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

    /// Returns the number of a stream's door, or one that no item has if there is none.
    pub(crate) fn find(&self, stream: &str) -> u32 {
        self.numbers.get(stream).copied().unwrap_or(u32::MAX)
    }

    /// Sets the read access to a stream.
    pub(crate) fn set(&mut self, stream: &str, door: Door) {
        let number = self.number(stream) as usize;
        if let Some(slot) = self.all.get_mut(number)
            && *slot != door
        {
            *slot = door;
            self.changes += 1;
        }
    }

    /// Returns true if the readers of a stream are fully known.
    pub(crate) fn knows(&self, stream: &str) -> bool {
        let number = self.numbers.get(stream);
        let door = number.and_then(|number| self.all.get(*number as usize));
        let of = |door: &Door| door.readers_of.clone();
        door.is_some_and(|door| of(door).is_none_or(|of| self.numbers.contains_key(&of)))
    }

    /// Returns for each door whether `reader`, between line breaks, may read the stream. `None` stands for a caller
    /// without restrictions. If `kind` is given, only doors of streams of that kind are open.
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
                                // The stream with its readers is unknown: denied, to be safe.
                                None => return false,
                            },
                        };
                        names.is_none_or(|names| names.contains(reader))
                    })
            })
            .collect()
    }

    /// Closes all doors until they are set again. Their numbers remain valid, because a search may be using them.
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
