//! Search request of the compatibility API, and its conversion to an operation.

use engine::crystal::filter::{Filters, Range, Tag};
use engine::crystal::ops::memory_search::{MemorySearch, Mode};
use engine::crystal::rank::Weights;
use engine::crystal::scope::MemoryScope;
use kernel::time::Period;
use schemars::JsonSchema;
use serde::Deserialize;

use super::stamp::Stamp;
use crate::compat::refusal::{Fault, Refusal};

/// Search request. Unknown fields are ignored, but an unknown operator of a filter is an error, because ignoring it
/// would return more than was asked for.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SearchRequest {
    pub text: Option<String>,
    pub search_mode: Option<SearchMode>,
    pub hybrid_alpha: Option<f64>,
    pub session_id: Option<Tag>,
    pub namespace: Option<Tag>,
    pub user_id: Option<Tag>,
    pub topics: Option<Tag>,
    pub entities: Option<Tag>,
    pub extraction_strategy: Option<Tag>,
    pub discrete_memory_extracted: Option<Tag>,
    pub id: Option<Tag>,
    pub memory_hash: Option<Tag>,
    pub memory_type: Option<Tag>,
    pub created_at: Option<Times>,
    pub last_accessed: Option<Times>,
    pub event_date: Option<Times>,
    pub distance_threshold: Option<f64>,
    pub limit: Option<i64>,
    pub offset: Option<i64>,
    pub recency_boost: Option<bool>,
    pub recency_semantic_weight: Option<f64>,
    pub recency_recency_weight: Option<f64>,
    pub recency_freshness_weight: Option<f64>,
    pub recency_novelty_weight: Option<f64>,
    pub recency_half_life_last_access_days: Option<f64>,
    pub recency_half_life_created_days: Option<f64>,
    /// Scope of the memories that may be found; only for prompts.
    #[serde(skip)]
    pub scope: Option<MemoryScope>,
}

/// Search mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SearchMode {
    /// By meaning.
    Semantic,
    /// By keywords.
    Keyword,
    /// By meaning and keywords.
    Hybrid,
}

/// Time range filter.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "TimeFilter")]
pub struct Times {
    #[schemars(with = "Option<Stamp>")]
    gt: Option<Period>,
    #[schemars(with = "Option<Stamp>")]
    lt: Option<Period>,
    #[schemars(with = "Option<Stamp>")]
    gte: Option<Period>,
    #[schemars(with = "Option<Stamp>")]
    lte: Option<Period>,
    #[schemars(with = "Option<Stamp>")]
    eq: Option<Period>,
    #[schemars(with = "Option<Stamp>")]
    ne: Option<Period>,
    #[schemars(with = "Option<(Stamp, Stamp)>")]
    between: Option<(Period, Period)>,
}

impl From<Times> for Range {
    fn from(times: Times) -> Self {
        Self {
            gt: times.gt,
            lt: times.lt,
            gte: times.gte,
            lte: times.lte,
            eq: times.eq,
            ne: times.ne,
            between: times.between.map(<[Period; 2]>::from),
        }
    }
}

impl SearchRequest {
    /// Converts the request to an operation.
    pub fn operation(self) -> Result<MemorySearch, Refusal> {
        if self.distance_threshold.is_some()
            && !matches!(self.search_mode, None | Some(SearchMode::Semantic))
        {
            let text = "distance_threshold is only supported for semantic search mode";
            return Err(Refusal::bad(text));
        }
        let limit = within("limit", self.limit.unwrap_or(10), 1..=100)?;
        let offset = within("offset", self.offset.unwrap_or(0), 0..=i64::from(u32::MAX))?;
        for (name, times) in [
            ("created_at", &self.created_at),
            ("last_accessed", &self.last_accessed),
            ("event_date", &self.event_date),
        ] {
            if times
                .clone()
                .is_some_and(|times| Range::from(times).is_empty())
            {
                let msg = "asks for nothing: name an operator with a value, or leave the field out";
                return Err(Fault::body("value_error", vec![name.into()], msg).into());
            }
        }
        let text = self.text.filter(|text| !text.trim().is_empty());
        let weights = Weights {
            semantic_weight: self.recency_semantic_weight,
            recency_weight: self.recency_recency_weight,
            freshness_weight: self.recency_freshness_weight,
            novelty_weight: self.recency_novelty_weight,
            half_life_last_access_days: self.recency_half_life_last_access_days,
            half_life_created_days: self.recency_half_life_created_days,
        };
        Ok(MemorySearch {
            query: text,
            mode: self.search_mode.map(|mode| match mode {
                SearchMode::Semantic => Mode::Vector,
                SearchMode::Keyword => Mode::Lexical,
                SearchMode::Hybrid => Mode::Hybrid,
            }),
            limit: Some(limit),
            offset: Some(offset.into()),
            filters: Filters {
                id: self.id,
                session_id: self.session_id,
                namespace: self.namespace,
                user_id: self.user_id,
                topics: self.topics,
                entities: self.entities,
                extraction_strategy: self.extraction_strategy,
                discrete_memory_extracted: self.discrete_memory_extracted,
                memory_hash: self.memory_hash,
                memory_type: self.memory_type,
                created_at: self.created_at.map(Range::from),
                last_accessed: self.last_accessed.map(Range::from),
                event_date: self.event_date.map(Range::from),
                scope: self.scope,
                ..Filters::default()
            },
            distance_threshold: self.distance_threshold,
            recency_boost: self.recency_boost,
            recency: Some(weights).filter(|weights| *weights != Weights::default()),
            ..MemorySearch::default()
        })
    }
}

fn within(
    name: &'static str,
    number: i64,
    bounds: std::ops::RangeInclusive<i64>,
) -> Result<u32, Fault> {
    let (kind, bound) = if number < *bounds.start() {
        ("greater_than_equal", bounds.start())
    } else {
        ("less_than_equal", bounds.end())
    };
    if !bounds.contains(&number) {
        let side = kind.replace('_', " ").replace("equal", "or equal to");
        let msg = format!("Input should be {side} {bound}");
        return Err(Fault::body(kind, vec![name.into()], msg));
    }
    u32::try_from(number)
        .map_err(|_| Fault::body(kind, vec![name.into()], "Input should be a number"))
}
