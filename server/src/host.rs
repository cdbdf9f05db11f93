//! Services that the `/v1` API needs of this server: clock, writers, jobs.

use std::sync::Arc;

use doors::compat::Server;
use engine::session::SessionKey;
use engine::summary_view::Group;
use engine::summary_view::ops::PartitionShown;
use kernel::actor::Caller;
use kernel::future::Fut;
use kernel::{Result, Time};

use crate::site::Site;
use crate::{jobs, summaries};

/// This server, as seen by the `/v1` API.
pub struct Host(pub Arc<Site>);

impl Server for Host {
    fn now(&self) -> Time {
        self.0.clock.now()
    }

    fn has_model(&self) -> bool {
        self.0.writers.endpoint().is_ok()
    }

    fn summarise_now<'a>(&'a self, session: &'a SessionKey) -> Fut<'a, bool> {
        Box::pin(jobs::summarise_now(&self.0, session))
    }

    fn write_partition<'a>(
        &'a self,
        view: &'a str,
        group: Group,
        caller: Caller,
    ) -> Fut<'a, Result<PartitionShown>> {
        Box::pin(summaries::write(&self.0, view, group, caller, None))
    }
}
