//! Ids and signatures of webhook messages, as in Standard Webhooks. The id is the same for all attempts.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::{digest, hmac};

/// Number of hash bytes in an id.
const BYTES: usize = 16;

/// Returns the id of a message of `webhook` about `place` in a log of that epoch.
#[must_use]
pub fn message_id(webhook: &str, epoch: u64, place: &str) -> String {
    let text = format!("{webhook}\n{epoch}\n{place}");
    let hash = digest::digest(&digest::SHA256, text.as_bytes());
    let first = hash.as_ref().get(..BYTES).unwrap_or_default();
    format!("msg_{}", URL_SAFE_NO_PAD.encode(first))
}

/// Returns the signature of a message; `None` if the secret is malformed.
pub(super) fn signature(secret: &str, id: &str, seconds: i64, body: &[u8]) -> Option<String> {
    let secret = secret.strip_prefix("whsec_")?;
    let key = hmac::Key::new(hmac::HMAC_SHA256, &STANDARD.decode(secret).ok()?);
    let mut context = hmac::Context::with_key(&key);
    context.update(format!("{id}.{seconds}.").as_bytes());
    context.update(body);
    Some(format!("v1,{}", STANDARD.encode(context.sign().as_ref())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_signed_as_in_the_published_example() {
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        let id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
        let body = br#"{"test": 2432232314}"#;
        let signed = signature(secret, id, 1_614_265_330, body).unwrap();
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        let other = signature(secret, id, 1_614_265_331, body).unwrap();
        assert_ne!(signed, other);
        for odd in ["", "whsec_*", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"] {
            assert_eq!(signature(odd, id, 0, body), None, "{odd}");
        }
    }

    #[test]
    fn an_id_is_of_a_webhook_and_a_place_and_stays() {
        let id = message_id("a1", 1, "118-review:T7");
        assert_eq!(id, message_id("a1", 1, "118-review:T7"));
        assert!(
            id.strip_prefix("msg_").is_some_and(|rest| rest.len() == 22),
            "{id}"
        );
        assert!(!id.contains('.'), "a dot parts what is signed: {id}");
        for other in [
            message_id("a2", 1, "118-review:T7"),
            message_id("a1", 2, "118-review:T7"),
            message_id("a1", 1, "118"),
        ] {
            assert_ne!(id, other);
        }
    }
}
