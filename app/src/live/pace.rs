//! How fast a page takes in what arrives: it is told at most once in a frame, of a bounded number of facts, and
//! as long as telling it took, what is next waits: half of the time is the reader's, for scrolling and clicks.
//! Knows numbers only; who asks says what time it is.

/// The longest that facts are read in one frame, in milliseconds.
#[cfg(feature = "hydrate")]
pub const SLICE: f64 = 6.0;
/// The most facts that a page is told of at once.
#[cfg(feature = "hydrate")]
pub const BATCH: usize = 128;
/// With more than so many told at once they come faster than anybody reads.
#[cfg(feature = "hydrate")]
pub const FLOOD: usize = 32;
/// How long there must be fewer again, in milliseconds.
#[cfg(feature = "hydrate")]
pub const CALM: u64 = 300;
/// What a frame lasts that has nothing to do, in milliseconds.
const FRAME: f64 = 17.0;
/// The longest rest, in milliseconds.
const LONGEST: f64 = 500.0;

/// When the page may be told again.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    told: Option<f64>,
    due: f64,
}

impl Pace {
    /// A frame begins: what the page did since it was told is now known, and how long it rests.
    pub fn begin(&mut self, now: f64) {
        if let Some(told) = self.told.take() {
            let took = now - told - FRAME;
            self.due = now + took.clamp(0.0, LONGEST);
        }
    }

    /// Whether the page may be told of more.
    pub fn is_due(&self, now: f64) -> bool {
        now >= self.due
    }

    /// The page is told now.
    pub fn tell(&mut self, now: f64) {
        self.told = Some(now);
    }

    /// Whether how long telling took is still to be seen in the next frame.
    pub fn is_open(&self) -> bool {
        self.told.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::Pace;

    #[test]
    fn a_page_rests_as_long_as_it_worked() {
        for (took, rest) in [
            (0.0, 0.0),
            (16.0, 0.0),
            (57.0, 40.0),
            (417.0, 400.0),
            (9_000.0, 500.0),
        ] {
            let mut pace = Pace::default();
            assert!(pace.is_due(0.0));
            pace.tell(100.0);
            assert!(pace.is_open());
            let next = 100.0 + took;
            pace.begin(next);
            assert!(!pace.is_open());
            assert_eq!(pace.is_due(next), rest == 0.0, "{took}");
            assert!(pace.is_due(next + rest), "{took}");
            assert!(rest == 0.0 || !pace.is_due(next + rest - 1.0), "{took}");
            // A frame in which nobody was told of anything changes nothing.
            pace.begin(next + rest);
            assert!(pace.is_due(next + rest));
        }
    }
}
