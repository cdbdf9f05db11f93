//! The shapes of tokens, as their issuers document them or the field's public rule sets have them (gitleaks' is the
//! reference). Each row is data: what it is called, the words by which a text is known to hold one, the pattern.

use std::sync::OnceLock;

use super::shape::Before::{Digits, Exactly, Nothing};
use super::shape::Check::{Digit, Random, Shape as Alone, Varied};
use super::shape::{Before, Check, Shape};

/// Kind, words with bars between them, pattern, what else has to be so, what stands before the word.
type Row = (&'static str, &'static str, &'static str, Check, Before);

#[rustfmt::skip]
const TABLE: [Row; 132] = [
    ("loci_token", "loci_", r"loci_[0-9a-f]{64}\b", Alone, Nothing),
    ("aws_access_key", "akia|asia|abia|acca|a3t", r"A(?:KIA|SIA|BIA|CCA|3T[A-Z0-9])[A-Z2-7]{16}\b", Alone, Nothing),
    ("aws_bedrock_key", "absk|bedrock-api-key-", r"(?:ABSK|bedrock-api-key-)[A-Za-z0-9+/]{100,}={0,3}", Varied, Nothing),
    ("github_token", "ghp_|gho_|ghu_|ghs_|ghr_|github_pat_", r"(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{60,})", Varied, Nothing),
    ("gitlab_token", "glpat-|glptt-|gldt-|glrt-|glrtr-|glcbt-|glft-|glsoat-|glimt-|glagent-|gloas-|glffct-|gr1348941", r"(?:gl(?:pat|ptt|dt|rtr?|cbt|ft|soat|imt|agent|oas|ffct)-[A-Za-z0-9_.-]{20,}|GR1348941[A-Za-z0-9_-]{20,})", Varied, Nothing),
    ("bitbucket_token", "atbb", r"ATBB[A-Za-z0-9]{28,}", Random, Nothing),
    ("atlassian_token", "atatt3|atctt3", r"AT[AC]TT3[A-Za-z0-9_=-]{100,}", Varied, Nothing),
    ("slack_token", "xoxa-|xoxb-|xoxc-|xoxd-|xoxe-|xoxe.|xoxo-|xoxp-|xoxr-|xoxs-|xapp-", r"(?:xox[abcdeoprs]-|xoxe\.xox[bp]-|xapp-)[A-Za-z0-9%-]{10,}", Digit, Nothing),
    ("slack_webhook", "hooks.slack.com", r"hooks\.slack\.com/(?:services|workflows|triggers)/(?<secret>[A-Za-z0-9/]{24,})", Varied, Nothing),
    ("discord_webhook", "/api/webhooks/", r"/api/webhooks/\d{5,20}/(?<secret>[A-Za-z0-9_-]{40,})", Varied, Nothing),
    ("teams_webhook", "webhook.office.com", r"webhook\.office\.com/webhookb2/(?<secret>[A-Za-z0-9@/_-]{40,})", Varied, Nothing),
    ("zapier_webhook", "hooks.zapier.com", r"hooks\.zapier\.com/hooks/catch/\d+/(?<secret>[A-Za-z0-9]{6,})", Alone, Nothing),
    ("discord_token", "md|mt|mj|mz|nd|nt|nj|nz|od|ot", r"[MNO][DTjz][A-Za-z0-9]{20,26}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}", Random, Nothing),
    ("discord_token", "mfa.", r"mfa\.[A-Za-z0-9_-]{60,}", Random, Nothing),
    ("telegram_token", ":a", r"\d{8,10}:A[A-Za-z0-9_-]{34}\b", Varied, Digits),
    ("telegram_token", "bot", r"bot(?<secret>\d{8,10}:A[A-Za-z0-9_-]{34})\b", Varied, Nothing),
    ("anthropic_key", "sk-ant-", r"sk-ant-[A-Za-z0-9_-]{24,}", Digit, Nothing),
    ("openrouter_key", "sk-or-", r"sk-or-v1-[0-9a-f]{40,}", Varied, Nothing),
    ("langfuse_key", "sk-lf-", r"sk-lf-[0-9a-f-]{36}\b", Varied, Nothing),
    ("openai_key", "sk-", r"sk-(?:proj-|svcacct-|admin-|None-)?[A-Za-z0-9_-]{32,}", Random, Nothing),
    ("elevenlabs_key", "sk_", r"sk_[0-9a-f]{48}\b", Varied, Nothing),
    ("groq_key", "gsk_", r"gsk_[A-Za-z0-9]{40,}", Random, Nothing),
    ("xai_key", "xai-", r"xai-[A-Za-z0-9_-]{60,}", Random, Nothing),
    ("replicate_token", "r8_", r"r8_[A-Za-z0-9]{36,}", Random, Nothing),
    ("perplexity_key", "pplx-", r"pplx-[A-Za-z0-9]{40,}", Random, Nothing),
    ("nvidia_key", "nvapi-", r"nvapi-[A-Za-z0-9_-]{60,}", Random, Nothing),
    ("cerebras_key", "csk-", r"csk-[a-z0-9]{40,}", Random, Nothing),
    ("together_key", "tgp_v1_", r"tgp_v1_[A-Za-z0-9_-]{40,}", Random, Nothing),
    ("tavily_key", "tvly-", r"tvly-(?:dev-|prod-)?[A-Za-z0-9]{24,}", Random, Nothing),
    ("pinecone_key", "pcsk_", r"pcsk_[A-Za-z0-9]{4,8}_[A-Za-z0-9]{40,}", Random, Nothing),
    ("langsmith_key", "lsv2_", r"lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}\b", Varied, Nothing),
    ("huggingface_token", "hf_|api_org_", r"(?:hf|api_org)_[A-Za-z0-9]{34,}\b", Varied, Nothing),
    ("google_api_key", "aiza", r"AIza[0-9A-Za-z_-]{35}", Varied, Nothing),
    ("google_oauth_token", "ya29.", r"ya29\.[0-9A-Za-z_-]{20,}", Varied, Nothing),
    ("google_oauth_token", "1//0", r"1//0[0-9A-Za-z_-]{40,}", Random, Nothing),
    ("google_client_secret", "gocspx-", r"GOCSPX-[A-Za-z0-9_-]{28}", Varied, Nothing),
    ("azure_client_secret", "q~", r"[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34}", Random, Exactly(4)),
    ("azure_key", "+ast|azfu|azse|acdb", r"[A-Za-z0-9+/]{76}(?:\+ASt|AzFu|AzSe|ACDb)[A-Za-z0-9+/]{4,12}={0,2}", Random, Exactly(76)),
    ("azure_devops_token", "azdo", r"[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}\b", Random, Exactly(76)),
    ("stripe_key", "sk_live_|sk_test_|sk_prod_|rk_live_|rk_test_|rk_prod_|whsec_", r"(?:[sr]k_(?:live|test|prod)_[0-9A-Za-z]{16,}|whsec_[0-9A-Za-z+/]{24,}={0,2})", Varied, Nothing),
    ("square_token", "eaaa|sq0", r"(?:EAAA[A-Za-z0-9_+=-]{56,}|sq0[a-z]{3}-[A-Za-z0-9_-]{22,})", Random, Nothing),
    ("shopify_token", "shpat_|shpca_|shppa_|shpss_", r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b", Varied, Nothing),
    ("paypal_token", "access_token$", r"access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$(?<secret>[0-9a-f]{32})", Varied, Nothing),
    ("flutterwave_key", "flwseck", r"FLWSECK(?:_TEST)?-[0-9A-Za-z]{12,}(?:-X)?", Varied, Nothing),
    ("easypost_key", "ezak|eztk", r"EZ[AT]K[A-Za-z0-9]{54}", Random, Nothing),
    ("shippo_token", "shippo_", r"shippo_(?:live|test)_[0-9a-f]{40}\b", Varied, Nothing),
    ("duffel_token", "duffel_", r"duffel_(?:test|live)_[A-Za-z0-9_=-]{43}", Varied, Nothing),
    ("twilio_key", "sk", r"SK[0-9a-fA-F]{32}\b", Varied, Nothing),
    ("twilio_token", "ac0|ac1|ac2|ac3|ac4|ac5|ac6|ac7|ac8|ac9|aca|acb|acc|acd|ace|acf", r#"AC[0-9a-f]{32}(?:\\{0,7}["'`])?(?::|\s{0,4},(?:\s|\\{1,15}[nrt]){0,16}(?:\w{1,20}\s?[:=]\s?)?\\{0,7}["'`])(?<secret>[0-9a-f]{32})\b"#, Varied, Nothing),
    ("mailgun_key", "0-|1-|2-|3-|4-|5-|6-|7-|8-|9-|a-|b-|c-|d-|e-|f-", r"[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}\b", Varied, Exactly(31)),
    ("mailgun_key", "key-", r"key-[0-9a-f]{32}\b", Varied, Nothing),
    ("mailchimp_key", "-us", r"[0-9a-f]{32}-us\d{1,2}\b", Varied, Exactly(32)),
    ("mailersend_key", "mlsn.", r"mlsn\.[0-9a-f]{64}\b", Varied, Nothing),
    ("resend_key", "re_", r"re_[A-Za-z0-9]{8,10}_[A-Za-z0-9]{20,}\b", Random, Nothing),
    ("sendgrid_key", "sg.", r"SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}", Varied, Nothing),
    ("brevo_key", "xkeysib-|xsmtpsib-", r"x(?:key|smtp)sib-[0-9a-f]{64}-[A-Za-z0-9]{16}\b", Varied, Nothing),
    ("notion_token", "ntn_", r"ntn_[A-Za-z0-9]{40,}\b", Random, Nothing),
    ("notion_token", "secret_", r"secret_[A-Za-z0-9]{43}\b", Random, Nothing),
    ("linear_key", "lin_api_|lin_oauth_|lin_wh_", r"lin_(?:api|oauth|wh)_[A-Za-z0-9]{32,}", Random, Nothing),
    ("airtable_token", "pat", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}\b", Varied, Nothing),
    ("figma_token", "figd_|figu_|figo_", r"fig[duo]_[A-Za-z0-9_-]{38,}", Random, Nothing),
    ("hubspot_token", "pat-", r"pat-(?:na|eu|ap)\d-[0-9a-f-]{36}\b", Varied, Nothing),
    ("typeform_token", "tfp_", r"tfp_[A-Za-z0-9_.=-]{40,}", Random, Nothing),
    ("readme_key", "rdme_", r"rdme_[a-z0-9]{60,}", Random, Nothing),
    ("postman_key", "pmak-", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}\b", Varied, Nothing),
    ("posthog_key", "phx_|phs_", r"ph[xs]_[A-Za-z0-9_]{40,}", Random, Nothing),
    ("npm_token", "npm_", r"npm_[A-Za-z0-9]{36}\b", Random, Nothing),
    ("pypi_token", "pypi-", r"pypi-[A-Za-z0-9_-]{50,}", Varied, Nothing),
    ("rubygems_key", "rubygems_", r"rubygems_[0-9a-f]{48}\b", Varied, Nothing),
    ("crates_token", "cio", r"cio[A-Za-z0-9]{32}\b", Random, Nothing),
    ("nuget_key", "oy2", r"oy2[a-z0-9]{43}\b", Random, Nothing),
    ("clojars_token", "clojars_", r"CLOJARS_[0-9a-f]{60}\b", Varied, Nothing),
    ("docker_token", "dckr_pat_|dckr_oat_", r"dckr_[po]at_[A-Za-z0-9_-]{27,}", Random, Nothing),
    ("artifactory_token", "akcp|cmvmd", r"(?:AKCp[A-Za-z0-9]{69}|cmVmd[A-Za-z0-9]{59})\b", Random, Nothing),
    ("digitalocean_token", "dop_v1_|doo_v1_|dor_v1_", r"do[opr]_v1_[0-9a-f]{64}\b", Varied, Nothing),
    ("cloudflare_key", "v1.0-", r"v1\.0-[0-9a-f]{24}-[0-9a-f]{146}\b", Varied, Nothing),
    ("heroku_key", "hrku-", r"HRKU-[A-Za-z0-9_-]{36,}", Random, Nothing),
    ("netlify_token", "nfp_|nfc_|nfo_|nfu_|nfb_", r"nf[pcoub]_[A-Za-z0-9]{36,}", Random, Nothing),
    ("vercel_token", "vcp_|vci_|vca_|vcr_|vck_", r"vc[piark]_[A-Za-z0-9]{40,}", Random, Nothing),
    ("render_key", "rnd_", r"rnd_[A-Za-z0-9]{28,}", Random, Nothing),
    ("fly_token", "fo1_|fm1r_|fm1a_|fm2_", r"(?:fo1_[A-Za-z0-9_-]{40,}|fm(?:1[ar]|2)_[A-Za-z0-9+/_=-]{60,})", Random, Nothing),
    ("scalingo_token", "tk-us-", r"tk-us-[A-Za-z0-9_-]{48}", Random, Nothing),
    ("planetscale_token", "pscale_", r"pscale_(?:tkn|oauth|pw)_[A-Za-z0-9_.=-]{32,}", Random, Nothing),
    ("neon_key", "napi_", r"napi_[a-z0-9]{50,}", Random, Nothing),
    ("supabase_key", "sbp_|sb_secret_", r"(?:sbp_(?:v0_)?[0-9a-f]{40}\b|sb_secret_[A-Za-z0-9_-]{20,})", Varied, Nothing),
    ("databricks_token", "dapi", r"dapi[0-9a-f]{32}(?:-\d{1,2})?\b", Varied, Nothing),
    ("databricks_token", "dose|dkea", r"(?:dose|dkea)[0-9a-f]{32}\b", Varied, Nothing),
    ("clickhouse_key", "4b1d", r"4b1d[A-Za-z0-9]{38}\b", Random, Nothing),
    ("terraform_token", ".atlasv1.", r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,}", Random, Exactly(14)),
    ("vault_token", "hvs.|hvb.|hvr.", r"hv[sbr]\.[A-Za-z0-9_-]{24,}", Random, Nothing),
    ("vault_token", "s.", r"s\.[A-Za-z0-9]{24}\b", Random, Nothing),
    ("onepassword_key", "a3-", r"A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}\b", Varied, Nothing),
    ("onepassword_token", "ops_ey", r"ops_eyJ[A-Za-z0-9+/=_-]{100,}", Varied, Nothing),
    ("doppler_token", "dp.", r"dp\.(?:pt|st|ct|sa|scim|audit|said)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}\b", Random, Nothing),
    ("infisical_token", "st.", r"st\.[0-9a-f]{24}\.[0-9a-f]{32}\.[0-9a-f]{32}\b", Varied, Nothing),
    ("age_key", "age-secret-key-|age-plugin-", r"AGE-(?:SECRET-KEY|PLUGIN-[A-Z0-9]{1,20})-1[A-Z0-9]{50,}", Varied, Nothing),
    ("pulumi_token", "pul-", r"pul-[0-9a-f]{40}\b", Varied, Nothing),
    ("prefect_token", "pnu_|pnb_", r"pn[ub]_[A-Za-z0-9]{36}\b", Random, Nothing),
    ("grafana_token", "glc_|glsa_", r"(?:glc_[A-Za-z0-9+/]{32,}={0,3}|glsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}\b)", Varied, Nothing),
    ("newrelic_key", "nrak-|nrjs-|nrii-|nral-|nrra-", r"NR(?:AK|JS|II|AL|RA)-[A-Za-z0-9_-]{19,}", Random, Nothing),
    ("sentry_token", "sntrys_|sntryu_", r"(?:sntryu_[0-9a-f]{64}\b|sntrys_eyJ[A-Za-z0-9+/=_-]{60,})", Varied, Nothing),
    ("dynatrace_token", "dt0c01.|dt0s", r"dt0[cs]\d\d\.[A-Z0-9]{8,24}\.[A-Z0-9]{64}", Varied, Nothing),
    ("honeycomb_key", "hcaik_|hcamk_|hcbik_|hcxik_", r"hc[abx][im]k_[a-z0-9]{26,}", Varied, Nothing),
    ("sonar_token", "sqp_|squ_|sqa_", r"sq[pua]_[0-9a-f]{40}\b", Varied, Nothing),
    ("sourcegraph_token", "sgp_", r"sgp_(?:[A-Za-z0-9]{16}_|local_)?[0-9a-f]{40}\b", Varied, Nothing),
    ("launchdarkly_key", "sdk-", r"sdk-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", Varied, Nothing),
    ("harness_token", "sat.", r"sat\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}\b", Random, Nothing),
    ("harness_token", "pat.", r"pat\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}\b", Random, Nothing),
    ("buildkite_token", "bkua_", r"bkua_[0-9a-f]{40}\b", Varied, Nothing),
    ("circleci_token", "ccipat_|cciprj_", r"CCIP(?:AT|RJ)_[A-Za-z0-9]{20,}_[0-9a-f]{40}\b", Varied, Nothing),
    ("contentful_token", "cfpat-", r"CFPAT-[A-Za-z0-9_-]{43}", Random, Nothing),
    ("tailscale_key", "tskey-", r"tskey-[a-z]{2,10}-[A-Za-z0-9]{8,}-[A-Za-z0-9]{16,}", Random, Nothing),
    ("openshift_token", "sha256~", r"sha256~[A-Za-z0-9_-]{43}", Random, Nothing),
    ("dropbox_token", "sl.", r"sl\.[A-Za-z0-9_-]{130,}", Random, Nothing),
    ("facebook_token", "eaac|eaam|eaad", r"EAA[CMD][A-Za-z0-9]{80,}", Random, Nothing),
    ("instagram_token", "igqv", r"IGQV[A-Za-z0-9_-]{80,}", Random, Nothing),
    ("mapbox_token", "sk.eyj", r"sk\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{22}", Varied, Nothing),
    ("adobe_secret", "p8e-", r"p8e-[A-Za-z0-9]{32}\b", Random, Nothing),
    ("alibaba_key", "ltai", r"LTAI[A-Za-z0-9]{20}\b", Random, Nothing),
    ("yandex_key", "aqvn", r"AQVN[A-Za-z0-9_-]{35,}", Random, Nothing),
    ("infracost_key", "ico-", r"ico-[A-Za-z0-9]{32}\b", Random, Nothing),
    ("frameio_token", "fio-u-", r"fio-u-[A-Za-z0-9_=-]{64}", Random, Nothing),
    ("deno_token", "ddp_|ddo_|ddw_", r"dd[pow]_[A-Za-z0-9]{36}\b", Random, Nothing),
    ("firecrawl_key", "fc-", r"fc-[0-9a-f]{32}\b", Varied, Nothing),
    ("e2b_key", "e2b_", r"e2b_[0-9a-f]{40}\b", Varied, Nothing),
    ("maxmind_key", "_mmk", r"[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk\b", Random, Exactly(36)),
    ("snyk_token", "snyk_", r"snyk_(?:uat|sat)\.[0-9a-f]{8}\.[A-Za-z0-9_=-]{40,}", Random, Nothing),
    ("polar_token", "polar_oat_", r"polar_oat_[A-Za-z0-9]{40,}", Random, Nothing),
    ("weights_biases_key", "wandb_v1_", r"wandb_v1_[A-Za-z0-9_]{60,}", Random, Nothing),
    ("octopus_key", "api-", r"API-[A-Z0-9]{26}\b", Random, Nothing),
    ("settlemint_token", "sm_aat_|sm_pat_|sm_sat_", r"sm_[aps]at_[A-Za-z0-9]{16,}", Random, Nothing),
    ("defined_key", "dnkey-", r"dnkey-[A-Za-z0-9=_-]{26}-[A-Za-z0-9=_-]{52}", Random, Nothing),
];

/// All shapes, none of them compiled yet.
pub(super) fn all() -> impl Iterator<Item = Shape> {
    TABLE
        .into_iter()
        .map(|(kind, known_by, pattern, check, before)| Shape {
            kind,
            known_by,
            before,
            pattern,
            check,
            compiled: OnceLock::new(),
        })
}

#[cfg(test)]
mod tests {
    use super::all;

    #[test]
    fn every_pattern_compiles_and_every_word_is_small() {
        for shape in all() {
            assert!(shape.regex().is_some(), "{}", shape.pattern);
            assert!(!shape.known_by.bytes().any(|byte| byte.is_ascii_uppercase()));
            assert!(shape.words().all(|word| !word.is_empty()), "{}", shape.kind);
        }
    }
}
