//! Questions of each agent after the week, with the facts that an answer needs. Written before any dream was viewed.

/// A question, and the words that its answer must contain, in lower case.
pub type Asked = (&'static str, &'static [&'static str]);

pub const QUESTIONS: [(&str, [Asked; 12]); 5] = [
    (
        "dev-ada",
        [
            (
                "Where do idempotency keys live, and why?",
                &["postgres", "failover"],
            ),
            ("Where did they live before?", &["redis"]),
            ("What must I not do?", &["never alter the users table"]),
            (
                "What was I in the middle of?",
                &["migration dry run", "step 4 of 7"],
            ),
            ("Who reviews my work?", &["qa-noor reviews my work"]),
            (
                "Why did the payment endpoint come back?",
                &["409", "idempotency key"],
            ),
            ("How does Mara want summaries?", &["reason before the diff"]),
            ("What is due, and when?", &["dry run", "friday 16:00"]),
            (
                "What of mine waits for a review?",
                &["monitoring dashboards"],
            ),
            (
                "How long does a session last, and why?",
                &["30 minutes", "warehouses"],
            ),
            ("What do I not know yet?", &["p99"]),
            (
                "When is release 2.0, and why was that changed?",
                &["wednesday 7", "bank"],
            ),
        ],
    ),
    (
        "dev-tam",
        [
            (
                "What was I in the middle of?",
                &["rollback plan", "timing on staging"],
            ),
            (
                "What must I not touch, and when?",
                &["nightly export", "02:00"],
            ),
            (
                "Why did the webhook signatures come back?",
                &["constant time"],
            ),
            (
                "How are rate limits counted, and why?",
                &["token bucket", "full hour"],
            ),
            (
                "What of mine was refused, and why?",
                &["payloads", "thirty days"],
            ),
            ("Who reviews my work?", &["qa-noor reviews my work"]),
            (
                "Why did the retry of webhooks fail?",
                &["queue table", "locked"],
            ),
            ("What is kept for me?", &["switch feature flags"]),
            (
                "What do I still have to do?",
                &["rotate the webhook secret"],
            ),
            (
                "How are webhooks signed, and why so?",
                &["hmac-sha256", "libraries"],
            ),
            ("How does qa-noor want pull requests?", &["300 lines"]),
            ("Why did the invoice PDF come back?", &["to the cent"]),
        ],
    ),
    (
        "docs-wren",
        [
            (
                "What was I in the middle of?",
                &["release notes 2.0", "breaking changes"],
            ),
            ("Which word am I to avoid?", &["avoid the word", "simply"]),
            (
                "What tone have the help pages, and why?",
                &["second person", "five customers"],
            ),
            (
                "Why did the payments guide come back?",
                &["refund example first"],
            ),
            ("Who reviews my work?", &["qa-noor reviews my work"]),
            ("Why did the help pages come back?", &["customers' words"]),
            (
                "From whom are the German terms?",
                &["german terms", "jonas"],
            ),
            (
                "How does Mara want screenshots?",
                &["screenshots without names"],
            ),
            ("Where is the style guide?", &["docs/style.md"]),
            (
                "How are portal pages rendered, and why?",
                &["on the server", "firewalls"],
            ),
            ("When is release 2.0?", &["wednesday 7"]),
            (
                "What did Mara tell me about the guide?",
                &["no legal promises"],
            ),
        ],
    ),
    (
        "qa-noor",
        [
            (
                "What was I in the middle of?",
                &["regression run", "312 of 480"],
            ),
            (
                "What must I never do?",
                &["never run the load test against production"],
            ),
            (
                "What did I send dev-tam's work back for?",
                &["constant time"],
            ),
            (
                "Whose work do I review?",
                &[
                    "i review the work of dev-ada",
                    "i review the work of dev-tam",
                ],
            ),
            (
                "Which test is flaky, and when?",
                &["invoice pdf", "midnight utc"],
            ),
            ("What did Mara ask me to test with?", &["firefox"]),
            ("What waits for my review?", &["monitoring dashboards"]),
            (
                "What does dev-tam like to get with findings?",
                &["reproduction script"],
            ),
            ("What did the load test give?", &["1,200 requests"]),
            ("Where do idempotency keys live?", &["postgres"]),
            ("When is release 2.0, and why?", &["wednesday 7", "bank"]),
            ("What did the exploratory test find?", &["back button"]),
        ],
    ),
    (
        "orch",
        [
            (
                "What do I lead, and how does it stand?",
                &["leading", "release 2.0", "tasks are done"],
            ),
            ("What must I not do?", &["two migrations on one day"]),
            (
                "When is release 2.0, and why was that changed?",
                &["wednesday 7", "bank"],
            ),
            ("When was it to be before?", &["tuesday 9"]),
            (
                "Where do idempotency keys live, and why?",
                &["postgres", "failover"],
            ),
            (
                "How are portal pages rendered, and why?",
                &["on the server", "firewalls"],
            ),
            ("Who decides on scope?", &["mara decides on scope"]),
            ("What may load tests cost?", &["200 euros"]),
            (
                "Which decision did Mara refuse?",
                &["payloads", "thirty days"],
            ),
            ("How are webhooks signed?", &["hmac-sha256"]),
            (
                "When does the sandbox bank close?",
                &["sandbox bank closes", "18:00"],
            ),
            (
                "What did Mara tell me about Fridays?",
                &["no release on a friday"],
            ),
        ],
    ),
];
