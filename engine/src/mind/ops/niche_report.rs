//! `niche_report`.

use kernel::prelude::*;

use crate::mind::facts::NicheReported;
use crate::mind::mood::exact;
use crate::mind::ops::WRITERS;
use crate::mind::rules::{begin, whose};

/// Maximum number of named skills.
const SKILLS: usize = 20;
/// Maximum length of a skill's name, in bytes.
const SKILL_BYTES: usize = 200;
/// Maximum amount. Larger numbers lose precision.
const MAX_AMOUNT: f64 = 1e12;

/// Reports an agent's figures where it trades; the next dream puts them into The Niche. Omitted figures keep their last
/// value. Do not report work in workflows: Loci counts it.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NicheReport {
    /// Name of the agent. Default: yourself.
    pub agent: Option<String>,
    /// Total earnings, in the currency that it trades in.
    #[schemars(range(min = 0.0))]
    pub earnings: Option<f64>,
    /// Total spending.
    #[schemars(range(min = 0.0))]
    pub spending: Option<f64>,
    /// Number of skills that it offers.
    pub listed_skills: Option<u32>,
    /// Number of different buyers.
    pub buyers: Option<u32>,
    /// Skills that earn most, the best first. At most 20.
    #[schemars(length(max = SKILLS), inner(length(min = 1, max = SKILL_BYTES), regex(pattern = crate::patterns::NAME)))]
    pub top_skills: Option<Vec<String>>,
    /// Relative change of earnings in the last seven days against the seven before, such as 0.25 for a quarter more.
    pub trend_7d: Option<f64>,
}

/// A recorded report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "NicheKept")]
pub struct Reported {
    /// Name of the agent.
    pub agent: String,
    /// Time of the report.
    pub at: Time,
}

impl Operation for NicheReport {
    type Output = Reported;
    const SPEC: Spec = spec!(Write "niche_report" WRITERS).refuses(&["deleted", "full"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &NicheReport, tx: &mut Tx) -> Result<Reported> {
    let agent = whose(&tx.cx.actor, op.agent.as_deref())?;
    let reported = NicheReported {
        earnings: amount("/earnings", op.earnings, 0.0)?,
        spending: amount("/spending", op.spending, 0.0)?,
        listed_skills: op.listed_skills,
        buyers: op.buyers,
        top_skills: skills(op.top_skills.as_deref())?,
        trend_7d: amount("/trend_7d", op.trend_7d, -1.0)?,
    };
    if reported == NicheReported::default() {
        let detail = "expected at least one of `earnings`, `spending`, `listed_skills`, `buyers`, `top_skills` and \
                      `trend_7d`";
        return Err(Error::field("", detail));
    }
    let draft = begin(tx, &agent)?;
    draft.record(reported);
    Ok(Reported {
        at: draft.cx.now,
        agent,
    })
}

fn amount(pointer: &str, given: Option<f64>, least: f64) -> Result<Option<f64>> {
    match given {
        Some(given) if !(least..=MAX_AMOUNT).contains(&given) => {
            let detail = format!("expected a number from {least} to {MAX_AMOUNT}");
            Err(Error::field(pointer, detail))
        }
        given => Ok(given.map(exact)),
    }
}

fn skills(given: Option<&[String]>) -> Result<Option<Vec<String>>> {
    let Some(given) = given else {
        return Ok(None);
    };
    if given.len() > SKILLS {
        let detail = format!("expected at most {SKILLS} skills, the best ones");
        return Err(Error::field("/top_skills", detail));
    }
    for (at, skill) in given.iter().enumerate() {
        let is_name = !skill.trim().is_empty()
            && skill.len() <= SKILL_BYTES
            && !skill.chars().any(char::is_control);
        if !is_name {
            let detail = format!("expected a name of at most {SKILL_BYTES} bytes in one line");
            return Err(Error::field(format!("/top_skills/{at}"), detail));
        }
    }
    Ok(Some(given.to_vec()))
}
