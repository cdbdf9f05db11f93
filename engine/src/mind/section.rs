//! Sections of a mind's document: names, shares of the document, weights in a mood.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::workspace::settings::Profile;

/// A section of a mind's document.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Section {
    /// The agent's identity.
    Phenotype,
    /// People and agents that it works with, and how to deal with them.
    Bond,
    /// Its value to others: work, quality, earnings.
    Niche,
    /// Open work, decisions, frictions, breakthroughs.
    ActiveContext,
    /// Searches for everything else, one for each topic.
    CrystalPointers,
    /// Gaps in its knowledge.
    CuriosityGaps,
    /// Repeated patterns in its work.
    EmergingSkills,
}

/// Levels of a mood, each 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Levels {
    /// Success.
    pub dopamine: f64,
    /// Trouble.
    pub cortisol: f64,
    /// Social contact.
    pub oxytocin: f64,
}

impl Profile {
    /// Returns the sections of the profile, in order.
    #[must_use]
    pub const fn sections(self) -> &'static [Section] {
        match self {
            Self::Seven => &Section::ALL,
            Self::Five => &Section::FIVE,
        }
    }

    /// Returns the section of this profile that takes the lines of a section, so that no line is lost with its section.
    /// Prefers a section that is not locked.
    #[must_use]
    pub fn place(self, section: Section, locked: &BTreeSet<Section>) -> Section {
        use Section::{ActiveContext, Bond, CuriosityGaps, EmergingSkills};
        let places = match (self, section) {
            (Self::Five, Section::Phenotype) => {
                [Bond, ActiveContext, EmergingSkills, CuriosityGaps]
            }
            (Self::Five, Section::Niche) => [ActiveContext, Bond, EmergingSkills, CuriosityGaps],
            _ => return section,
        };
        let mut free = places.into_iter().filter(|place| !locked.contains(place));
        free.next().unwrap_or(places[0])
    }
}

impl Section {
    /// All sections, in the order of a document.
    pub const ALL: [Self; 7] = [
        Self::Phenotype,
        Self::Bond,
        Self::Niche,
        Self::ActiveContext,
        Self::CrystalPointers,
        Self::CuriosityGaps,
        Self::EmergingSkills,
    ];

    /// Sections of the short profile.
    pub const FIVE: [Self; 5] = [
        Self::Bond,
        Self::ActiveContext,
        Self::CrystalPointers,
        Self::CuriosityGaps,
        Self::EmergingSkills,
    ];

    /// Returns the name as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Phenotype => "phenotype",
            Self::Bond => "bond",
            Self::Niche => "niche",
            Self::ActiveContext => "active_context",
            Self::CrystalPointers => "crystal_pointers",
            Self::CuriosityGaps => "curiosity_gaps",
            Self::EmergingSkills => "emerging_skills",
        }
    }

    /// Returns the heading.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Phenotype => "The Phenotype",
            Self::Bond => "The Bond",
            Self::Niche => "The Niche",
            Self::ActiveContext => "Active Context",
            Self::CrystalPointers => "Crystal Pointers",
            Self::CuriosityGaps => "Curiosity Gaps",
            Self::EmergingSkills => "Emerging Skills",
        }
    }

    /// Returns the section that a heading names, ignoring text in parentheses after the name.
    #[must_use]
    pub fn of_heading(text: &str) -> Option<Self> {
        let text = text.trim().trim_matches('#').trim().trim_matches('*');
        let bare = text.split('(').next().unwrap_or(text);
        let bare = bare.trim().trim_end_matches(':').trim_matches('*').trim();
        Self::ALL.into_iter().find(|section| {
            let title = section.title();
            let short = title.strip_prefix("The ").unwrap_or(title);
            [title, short, section.name()]
                .iter()
                .any(|name| bare.eq_ignore_ascii_case(name))
        })
    }

    /// Returns the maximum share of a document that the section may fill.
    #[must_use]
    pub const fn share(self) -> f64 {
        match self {
            Self::Phenotype => 0.06,
            Self::Bond => 0.15,
            Self::ActiveContext => 0.40,
            Self::CrystalPointers => 0.18,
            Self::Niche | Self::CuriosityGaps | Self::EmergingSkills => 0.07,
        }
    }

    /// Returns the weight in a mood, 0 to 1: oxytocin raises The Bond, dopamine and cortisol raise Active Context.
    #[must_use]
    pub fn weight(self, levels: &Levels) -> f64 {
        let weight = match self {
            Self::Phenotype => 0.30,
            Self::Bond => 0.40 + 0.5 * levels.oxytocin,
            Self::Niche => 0.25,
            Self::ActiveContext => 0.55 + 0.4 * levels.dopamine + 0.4 * levels.cortisol,
            Self::CrystalPointers => 0.50,
            Self::CuriosityGaps => 0.35,
            Self::EmergingSkills => 0.33,
        };
        weight.clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Levels, Profile, Section};

    #[test]
    fn headings_name_sections_as_people_write_them() {
        for (heading, section) in [
            ("The Bond", Some(Section::Bond)),
            ("the bond", Some(Section::Bond)),
            ("Bond:", Some(Section::Bond)),
            ("## The Bond (Oxytocin-Weighted)", Some(Section::Bond)),
            ("**Active Context**", Some(Section::ActiveContext)),
            (
                "Active Context (Dopamine/Cortisol-Weighted)",
                Some(Section::ActiveContext),
            ),
            (
                "Crystal Pointers (Deep Memory Awareness)",
                Some(Section::CrystalPointers),
            ),
            ("emerging_skills", Some(Section::EmergingSkills)),
            ("The Bondage", None),
            ("Dream-Generated", None),
            ("", None),
        ] {
            assert_eq!(Section::of_heading(heading), section, "{heading:?}");
        }
    }

    #[test]
    fn shares_fill_a_document_and_no_more() {
        let sum: f64 = Section::ALL.iter().map(|section| section.share()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    }

    #[test]
    fn a_mood_makes_its_sections_heavier() {
        let calm = Levels {
            dopamine: 0.15,
            cortisol: 0.02,
            oxytocin: 0.2,
        };
        let bond = |oxytocin| Section::Bond.weight(&Levels { oxytocin, ..calm });
        assert!(bond(0.9) > bond(0.2));
        let active = |dopamine, cortisol| {
            Section::ActiveContext.weight(&Levels {
                dopamine,
                cortisol,
                ..calm
            })
        };
        assert!(active(0.9, 0.02) > active(0.15, 0.02));
        assert!(active(0.15, 0.9) > active(0.15, 0.02));
        let all = Levels {
            dopamine: 1.0,
            cortisol: 1.0,
            oxytocin: 1.0,
        };
        for section in Section::ALL {
            for levels in [calm, all, Levels::default()] {
                assert!((0.0..=1.0).contains(&section.weight(&levels)));
            }
        }
    }

    #[test]
    fn the_short_profile_leaves_two_out() {
        let left_out = [Section::Phenotype, Section::Niche];
        let five = Profile::Five.sections();
        assert!(left_out.iter().all(|section| !five.contains(section)));
        assert_eq!(five.len() + left_out.len(), Profile::Seven.sections().len());
    }
}
