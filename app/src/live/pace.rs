//! Pacing of live updates: a page gets at most one batch of bounded size per frame, and after each batch it rests
//! as long as the batch took, which leaves half of the time for scrolling and clicks. Pure arithmetic; the caller
//! supplies the time.

/// Maximum time spent reading facts in one frame, in milliseconds.
#[cfg(feature = "hydrate")]
pub const SLICE: f64 = 6.0;
/// Maximum number of facts per batch.
#[cfg(feature = "hydrate")]
pub const BATCH: usize = 128;
/// Batch size above which facts arrive faster than anyone can read.
#[cfg(feature = "hydrate")]
pub const FLOOD: usize = 32;
/// Time with smaller batches after which a flood is over, in milliseconds.
#[cfg(feature = "hydrate")]
pub const CALM: u64 = 300;
/// Duration of an idle frame, in milliseconds.
const FRAME: f64 = 17.0;
/// Maximum rest after a batch, in milliseconds.
const LONGEST: f64 = 500.0;

/// Time at which the next batch may be delivered.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    told: Option<f64>,
    due: f64,
}

impl Pace {
    /// Begins a frame: measures how long the last batch took, and sets the rest accordingly.
    pub fn begin(&mut self, now: f64) {
        if let Some(told) = self.told.take() {
            let took = now - told - FRAME;
            self.due = now + took.clamp(0.0, LONGEST);
        }
    }

    /// Returns true if the page may get another batch.
    pub fn is_due(&self, now: f64) -> bool {
        now >= self.due
    }

    /// Records that a batch is delivered now.
    pub fn tell(&mut self, now: f64) {
        self.told = Some(now);
    }

    /// Returns true if the duration of the last batch is still to be measured in the next frame.
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
            // A frame without a batch before it changes nothing.
            pace.begin(next + rest);
            assert!(pace.is_due(next + rest));
        }
    }
}
