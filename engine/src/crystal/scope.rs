//! Scope of the memories that a context may contain.

use crate::session::key::SessionKey;
use kernel::ports::index::TagTest;
use kernel::tenant::Tenant;

/// The users and the namespace whose memories a context, a prompt or another search on behalf of a user may contain.
///
/// The same rule applies to every API. A memory is in scope if
///
/// - it has no user, or its user is one of `users`. Without users only shared memories are in scope: those that belong
///   to no user. A session's user is the only user of its contexts and prompts; a context without a session has the
///   users that the call names.
/// - it has no namespace, or its namespace is `namespace`. Without a namespace, memories of all namespaces are in
///   scope.
///
/// Filters of the same call narrow the scope and never widen it. Access to cores is checked in addition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryScope {
    /// Users whose memories are in scope, in addition to shared ones.
    pub users: Vec<String>,
    /// Only namespace whose memories are in scope, in addition to those without one.
    pub namespace: Option<String>,
}

impl MemoryScope {
    /// Creates the scope of one user, or of no user, in one namespace, or in all.
    #[must_use]
    pub fn new(user_id: Option<&str>, namespace: Option<&str>) -> Self {
        Self {
            users: user_id.map(str::to_owned).into_iter().collect(),
            namespace: namespace.map(str::to_owned),
        }
    }

    /// Returns the scope of a session's contexts and prompts.
    #[must_use]
    pub fn of_session(session: &SessionKey) -> Self {
        Self::new(session.user_id.as_deref(), session.namespace.as_deref())
    }

    /// Restricts the scope to the tenant that the token of a call is bound to. Without users, the tenant's user
    /// applies.
    pub(super) fn confine(&mut self, tenant: &Tenant) {
        if self.users.is_empty() {
            self.users
                .extend(tenant.user_id.as_deref().map(str::to_owned));
        }
        if self.namespace.is_none() {
            self.namespace = tenant.namespace.as_deref().map(str::to_owned);
        }
    }

    /// Returns the index conditions that memories in scope meet.
    pub(super) fn tests(&self) -> Vec<(&'static str, TagTest)> {
        let users = ("user_id", TagTest::AbsentOr(self.users.clone()));
        let namespace = self.namespace.iter();
        let namespace = namespace.map(|name| ("namespace", TagTest::AbsentOr(vec![name.clone()])));
        std::iter::once(users).chain(namespace).collect()
    }
}

/// Returns the index conditions for the memories that a tenant may read: its own, and shared ones.
pub(super) fn of(tenant: &Tenant) -> impl Iterator<Item = (&'static str, TagTest)> {
    let parts = [
        ("user_id", &tenant.user_id),
        ("namespace", &tenant.namespace),
    ];
    parts.into_iter().filter_map(|(field, own)| {
        let own = own.as_deref()?.to_owned();
        Some((field, TagTest::AbsentOr(vec![own])))
    })
}
