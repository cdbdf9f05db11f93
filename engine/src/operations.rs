//! The tables of operations, one per memory. The APIs and the tests iterate over them.

use kernel::operation::{Operation, Visitor};
use kernel::registry::Entry;

macro_rules! table {
    ($( $(#[$doc:meta])* $table:ident { $( $path:path ),* $(,)? } )+) => {
        $(
            $(#[$doc])*
            pub fn $table(visitor: &mut impl Visitor) {
                $( visitor.visit::<$path>(); )*
            }
        )+

        /// All operations, type-erased.
        pub static ALL: &[&Entry] = &[ $( $( Entry::of::<$path>(), )* )+ ];

        /// Visits every operation.
        pub fn each(visitor: &mut impl Visitor) {
            $( $table(visitor); )+
        }
    };
}

table! {
    /// Operations on workflows.
    workflows {
        crate::workflow::ops::workflow_create::WorkflowCreate,
        crate::workflow::ops::workflow_import::WorkflowImport,
        crate::workflow::ops::workflow_export::WorkflowExport,
        crate::workflow::ops::workflow_plan::WorkflowPlan,
        crate::workflow::ops::task_add::TaskAdd,
        crate::workflow::ops::task_edit::TaskEdit,
        crate::workflow::ops::task_link::TaskLink,
        crate::workflow::ops::task_unlink::TaskUnlink,
        crate::workflow::ops::task_get::TaskGet,
        crate::workflow::ops::task_list::TaskList,
        crate::workflow::ops::task_ready::TaskReady,
        crate::workflow::ops::task_explain::TaskExplain,
        crate::workflow::ops::task_claim::TaskClaim,
        crate::workflow::ops::task_context::TaskContextRead,
        crate::workflow::ops::task_assign::TaskAssign,
        crate::workflow::ops::task_release::TaskRelease,
        crate::workflow::ops::task_heartbeat::TaskHeartbeat,
        crate::workflow::ops::task_update::TaskUpdate,
        crate::workflow::ops::task_complete::TaskComplete,
        crate::workflow::ops::task_fail::TaskFail,
        crate::workflow::ops::task_retry::TaskRetry,
        crate::workflow::ops::task_skip::TaskSkip,
        crate::workflow::ops::task_cancel::TaskCancel,
        crate::workflow::ops::task_accept_failed::TaskAcceptFailed,
        crate::workflow::ops::task_review::TaskReview,
        crate::workflow::ops::decision_record::DecisionRecord,
        crate::workflow::ops::decision_supersede::DecisionSupersede,
        crate::workflow::ops::decision_approve::DecisionApprove,
        crate::workflow::ops::decision_reject::DecisionReject,
        crate::workflow::ops::discovery_record::DiscoveryRecord,
        crate::workflow::ops::artifact_record::ArtifactRecord,
        crate::workflow::ops::nudge_send::NudgeSend,
        crate::workflow::ops::nudge_acknowledge::NudgeAcknowledge,
        crate::workflow::ops::question_ask::QuestionAsk,
        crate::workflow::ops::question_answer::QuestionAnswer,
        crate::workflow::ops::approval_request::ApprovalRequest,
        crate::workflow::ops::approval_give::ApprovalGive,
        crate::workflow::ops::item_snooze::ItemSnooze,
        crate::workflow::ops::usage_report::UsageReport,
        crate::workflow::ops::workflow_get::WorkflowGet,
        crate::workflow::ops::workflow_list::WorkflowList,
        crate::workflow::ops::workflow_at::WorkflowAt,
        crate::workflow::ops::workflow_digest::WorkflowDigest,
        crate::workflow::ops::workflow_edit::WorkflowEdit,
        crate::workflow::ops::workflow_pause::WorkflowPause,
        crate::workflow::ops::workflow_resume::WorkflowResume,
        crate::workflow::ops::workflow_lead::WorkflowLead,
        crate::workflow::ops::workflow_complete::WorkflowComplete,
        crate::workflow::ops::workflow_cancel::WorkflowCancel,
        crate::workflow::ops::workflow_archive::WorkflowArchive,
        crate::workflow::ops::workflow_delete::WorkflowDelete,
        crate::workflow::ops::restore::Restore,
        crate::workflow::ops::artifact_get::ArtifactGet,
        crate::workflow::ops::artifact_list::ArtifactList,
        crate::workflow::ops::artifact_diff::ArtifactDiff,
        crate::workflow::ops::warning_settle::WarningSettle,
        crate::workflow::ops::inbox_list::InboxList,
        crate::workflow::ops::inbox_get::InboxGet,
        crate::learning::ops::learning_list::LearningList,
        crate::learning::ops::learning_get::LearningGet,
        crate::learning::ops::learning_edit::LearningEdit,
        crate::learning::ops::learning_promote::LearningPromote,
        crate::learning::ops::learning_dismiss::LearningDismiss,
        crate::learning::ops::learning_reopen::LearningReopen,
        crate::activity::ops::activity_list::ActivityList,
        crate::activity::ops::changes_wait::ChangesWait,
    }
    /// Operations on sessions.
    sessions {
        crate::conversation::ops::session_put::SessionPut,
        crate::conversation::ops::session_append::SessionAppend,
        crate::conversation::ops::session_import::SessionImport,
        crate::conversation::ops::session_get::SessionGet,
        crate::conversation::ops::session_list::SessionList,
        crate::conversation::ops::session_data::SessionData,
        crate::conversation::ops::session_keep::SessionKeep,
        crate::conversation::ops::session_delete::SessionDelete,
        crate::conversation::ops::session_recover::SessionRecover,
        crate::conversation::ops::session_at::SessionAt,
        crate::activity::ops::session_history::SessionHistory,
        crate::conversation::ops::session_diff::SessionDiff,
        crate::conversation::ops::session_folded::SessionFolded,
        crate::conversation::ops::session_restore::SessionRestore,
        crate::conversation::ops::session_fork::SessionFork,
        crate::conversation::ops::session_share::SessionShare,
        crate::conversation::ops::session_block::SessionBlock,
        crate::conversation::ops::session_summarize::SessionSummarize,
        crate::conversation::ops::session_promote::SessionPromote,
        crate::conversation::ops::session_discard::SessionDiscard,
        crate::conversation::ops::session_spawn::SessionSpawn,
        crate::conversation::ops::session_merge::SessionMerge,
    }
    /// Operations on long-term memory.
    crystals {
        crate::crystal::ops::memory_create::MemoryCreate,
        crate::crystal::ops::memory_import::MemoryImport,
        crate::crystal::ops::memory_get::MemoryGet,
        crate::crystal::ops::memory_edit::MemoryEdit,
        crate::crystal::ops::memory_search::MemorySearch,
        crate::timeline::ops::memory_timeline::MemoryTimeline,
        crate::crystal::ops::memory_forget::MemoryForget,
        crate::crystal::ops::memory_compact::MemoryCompact,
        crate::crystal::ops::memory_restore::MemoryRestore,
        crate::crystal::ops::memory_merge::MemoryMerge,
        crate::crystal::ops::memory_unmerge::MemoryUnmerge,
        crate::crystal::ops::memory_waiting::MemoryWaiting,
        crate::crystal::ops::memory_approve::MemoryApprove,
        crate::crystal::ops::memory_reject::MemoryReject,
        crate::crystal::ops::memory_forgotten::MemoryForgotten,
        crate::derived::ops::memory_purge::MemoryPurge,
        crate::crystal::ops::core_create::CoreCreate,
        crate::crystal::ops::core_edit::CoreEdit,
        crate::crystal::ops::core_list::CoreList,
    }
    /// Operations on contexts.
    contexts {
        crate::context::ops::context_read::ContextRead,
    }
    /// Operations on minds.
    minds {
        crate::mind::ops::note_write::NoteWrite,
        crate::mind::ops::mind_get::MindGet,
        crate::mind::ops::mind_dream::MindDream,
        crate::mind::ops::dream_list::DreamList,
        crate::mind::ops::dream_get::DreamGet,
        crate::mind::ops::mind_list::MindList,
        crate::mind::ops::mind_context::MindContext,
        crate::mind::ops::mind_version_get::MindVersionGet,
        crate::mind::ops::mind_diff::MindDiff,
        crate::mind::ops::mind_edit::MindEdit,
        crate::mind::ops::mind_lock::MindLock,
        crate::mind::ops::mind_unlock::MindUnlock,
        crate::mind::ops::mind_version_restore::MindVersionRestore,
        crate::mind::ops::mind_seed::MindSeed,
        crate::mind::ops::mood_signal::MoodSignal,
        crate::mind::ops::niche_report::NicheReport,
        crate::mind::ops::mind_delete::MindDelete,
        crate::mind::ops::mind_restore::MindRestore,
    }
    /// Operations on scratchpads.
    scratchpads {
        crate::scratchpad::ops::scratchpad_define::ScratchpadDefine,
        crate::scratchpad::ops::scratchpad_read::ScratchpadRead,
        crate::scratchpad::ops::scratchpad_update::ScratchpadUpdate,
        crate::scratchpad::ops::scratchpad_put::ScratchpadPut,
        crate::scratchpad::ops::scratchpad_clear::ScratchpadClear,
        crate::scratchpad::ops::scratchpad_list::ScratchpadList,
        crate::scratchpad::ops::scratchpad_history::ScratchpadHistory,
        crate::scratchpad::ops::scratchpad_at::ScratchpadAt,
        crate::scratchpad::ops::scratchpad_restore::ScratchpadRestore,
        crate::scratchpad::ops::scratchpad_delete::ScratchpadDelete,
    }
    /// Operations on summary views.
    summary_views {
        crate::summary_view::ops::summary_view_create::SummaryViewCreate,
        crate::summary_view::ops::summary_view_get::SummaryViewGet,
        crate::summary_view::ops::summary_view_list::SummaryViewList,
        crate::summary_view::ops::summary_view_delete::SummaryViewDelete,
        crate::summary_view::ops::summary_view_restore::SummaryViewRestore,
        crate::summary_view::ops::summary_view_run::SummaryViewRun,
        crate::summary_view::ops::summary_run_get::SummaryRunGet,
        crate::summary_view::ops::summary_partition_list::SummaryPartitionList,
    }
    /// Operations on the entities of a session.
    entities {
        crate::conversation::ops::entity_observe::EntityObserve,
        crate::conversation::ops::entity_add::EntityAdd,
        crate::conversation::ops::entity_list::EntityList,
        crate::conversation::ops::entity_resolve::EntityResolve,
        crate::conversation::ops::entity_forget::EntityForget,
        crate::conversation::ops::entity_export::EntityExport,
        crate::conversation::ops::entity_restore::EntityRestore,
    }
    /// Operations on background jobs.
    jobs {
        crate::work::ops::job_list::JobList,
        crate::work::ops::job_run::JobRun,
        crate::work::ops::job_stop::JobStop,
    }
    /// Operations on webhooks.
    webhooks {
        crate::delivery::ops::webhook_create::WebhookCreate,
        crate::delivery::ops::webhook_list::WebhookList,
        crate::delivery::ops::webhook_edit::WebhookEdit,
        crate::delivery::ops::webhook_test::WebhookTest,
        crate::delivery::ops::webhook_resend::WebhookResend,
        crate::delivery::ops::webhook_rotate::WebhookRotate,
        crate::delivery::ops::webhook_delete::WebhookDelete,
    }
    /// Operations on the workspace, its agents and their tokens.
    workspace {
        crate::workspace::ops::agent_register::AgentRegister,
        crate::team::ops::agent_list::AgentList,
        crate::team::ops::agent_get::AgentGet,
        crate::workspace::ops::agent_pause::AgentPause,
        crate::workspace::ops::agent_resume::AgentResume,
        crate::team::ops::token_create::TokenCreate,
        crate::workspace::ops::token_list::TokenList,
        crate::workspace::ops::token_revoke::TokenRevoke,
        crate::activity::ops::audit_list::AuditList,
        crate::workspace::ops::settings_get::SettingsGet,
        crate::workspace::ops::settings_set::SettingsSet,
        crate::derived::ops::purge::Purge,
        crate::derived::ops::redact::Redact,
    }
}

/// Returns the names of all operations, in the tables' order.
#[must_use]
pub fn names() -> Vec<&'static str> {
    struct Names(Vec<&'static str>);
    impl Visitor for Names {
        fn visit<O: Operation>(&mut self) {
            self.0.push(O::SPEC.name);
        }
    }
    let mut names = Names(Vec::new());
    each(&mut names);
    names.0
}
