use super::*;

fn allowed(targets: &[&str]) -> Allowed {
    let targets: Vec<String> = targets.iter().map(|target| (*target).into()).collect();
    Allowed::parse(&targets).unwrap()
}

/// Returns true if an address whose host is an IP address, in any notation, may be reached.
fn may(allowed: &Allowed, host: &str) -> bool {
    let url = Url::parse(&format!("http://{host}/hook")).unwrap();
    let is_ip = |host: &str| {
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        bare.parse::<IpAddr>().is_ok()
    };
    assert!(is_ip(url.host_str().unwrap()), "{host} is a name");
    allowed.check(&url).is_ok()
}

#[test]
fn only_public_addresses_may_be_reached_however_they_are_written() {
    let nothing = Allowed::default();
    for host in [
        "0.0.0.0",
        "0.1.2.3",
        "0",
        "127.0.0.1",
        "127.1",
        "127.255.255.254",
        "2130706433",
        "0x7f000001",
        "0x7f.0.0.1",
        "0177.0.0.1",
        "017700000001",
        "127.0.0.1.",
        "10.0.0.1",
        "10.255.255.255",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "100.64.0.1",
        "100.127.255.255",
        "169.254.169.254",
        "0xa9fea9fe",
        "2852039166",
        "192.0.0.1",
        "192.0.2.1",
        "192.88.99.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "[::]",
        "[::1]",
        "[0:0:0:0:0:0:0:1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::ffff:10.0.0.1]",
        "[::ffff:169.254.169.254]",
        "[::127.0.0.1]",
        "[::8.8.8.8]",
        "[64:ff9b::7f00:1]",
        "[64:ff9b::8.8.8.8]",
        "[64:ff9b:1::1]",
        "[100::1]",
        "[fc00::1]",
        "[fd12:3456::1]",
        "[fe80::1]",
        "[fec0::1]",
        "[ff02::1]",
        "[2001::1]",
        "[2001:10::1]",
        "[2001:db8::1]",
        "[2002:7f00:1::]",
        "[3fff::1]",
        "[4000::1]",
    ] {
        assert!(!may(&nothing, host), "{host}");
    }
    for host in [
        "1.1.1.1",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "134744072",
        "169.253.255.255",
        "172.15.255.255",
        "172.32.0.0",
        "192.0.1.1",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "[2606:4700:4700::1111]",
        "[2a00:1450::1]",
        "[::ffff:8.8.8.8]",
        "[2001:4860:4860::8888]",
    ] {
        assert!(may(&nothing, host), "{host}");
    }
}

#[test]
fn what_the_configuration_names_may_be_reached_and_nothing_beside_it() {
    let some = allowed(&[
        "10.1.0.0/16",
        "127.0.0.1",
        "[::1]",
        "fd00::/8",
        " 192.168.7.4/32 ",
    ]);
    for (host, is_allowed) in [
        ("10.1.255.255", true),
        ("10.2.0.0", false),
        ("127.0.0.1", true),
        ("2130706433", true),
        ("[::ffff:127.0.0.1]", true),
        ("127.0.0.2", false),
        ("[::1]", true),
        ("[::2]", false),
        ("[fd12::1]", true),
        ("[fc12::1]", false),
        ("192.168.7.4", true),
        ("192.168.7.5", false),
    ] {
        assert_eq!(may(&some, host), is_allowed, "{host}");
    }
    let all = allowed(&["0.0.0.0/0"]);
    assert!(may(&all, "169.254.169.254"));
    assert!(!may(&all, "[::1]"), "the other family is not named");
    for odd in [
        "10.0.0.0/33",
        "::/129",
        "10.0.0.0/",
        "10.0.0.0/x",
        "10.0.0.0/-1",
        "a b",
        "",
        "host/8",
        "http://x",
    ] {
        assert!(Allowed::parse(&[odd.into()]).is_err(), "{odd}");
    }
}

#[test]
fn of_a_name_every_address_has_to_be_allowed() {
    let ips =
        |texts: &[&str]| -> Vec<IpAddr> { texts.iter().map(|ip| ip.parse().unwrap()).collect() };
    let nothing = Allowed::default();
    let named = allowed(&["Hooks.Internal."]);
    let net = allowed(&["10.0.0.0/8"]);
    for (rules, name, found, is_allowed) in [
        (
            &nothing,
            "example.org",
            &["1.1.1.1", "2606:4700::1"][..],
            true,
        ),
        (&nothing, "example.org", &["1.1.1.1", "127.0.0.1"], false),
        (&nothing, "localhost", &["::1"], false),
        (&nothing, "localhost.", &["127.0.0.1"], false),
        (&named, "hooks.internal", &["10.0.0.7"], true),
        (&named, "hooks.internal.", &["10.0.0.7"], true),
        (&named, "other.internal", &["10.0.0.7"], false),
        (&named, "xhooks.internal", &["10.0.0.7"], false),
        (&net, "other.internal", &["10.0.0.7"], true),
        (&net, "other.internal", &["10.0.0.7", "192.168.0.1"], false),
    ] {
        let checked = rules.check_all(name, &ips(found));
        assert_eq!(checked.is_ok(), is_allowed, "{name} {found:?}");
    }
    let refused = nothing.check_all("localhost", &ips(&["::1"])).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "localhost (::1) is a loopback address; the server's --webhook-allow can allow it"
    );
}

#[tokio::test]
async fn a_name_that_leads_here_is_refused_before_anything_is_sent() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(rustls::crypto::ring::default_provider().install_default());
    let http = client(Allowed::default(), reqwest::Client::builder()).unwrap();
    for host in ["localhost", "LOCALHOST"] {
        let url = format!("http://{host}:{port}/");
        let error = http.post(&url).send().await.unwrap_err();
        let refused = Refused::among(&error).expect("a refusal");
        assert!(refused.to_string().contains("loopback"), "{refused}");
    }
    let nobody = tokio::time::timeout(std::time::Duration::ZERO, listener.accept()).await;
    assert!(nobody.is_err(), "somebody connected");
}
