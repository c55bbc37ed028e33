//! Unsupported requests are refused with one sentence and affect nobody.

use crate::stand::{Client, House, PATIENCE, Trusting, key, signed_in};
use russh::client;
use russh::{Channel, ChannelMsg};
use ssh::Limits;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// The text a channel sends beside the screen until its end, and the status.
async fn answer(mut channel: Channel<client::Msg>) -> (String, Option<u32>) {
    let (mut told, mut status) = (String::new(), None);
    let all = async {
        while let Some(message) = channel.wait().await {
            match message {
                ChannelMsg::Data { data } | ChannelMsg::ExtendedData { data, .. } => {
                    told.push_str(&String::from_utf8_lossy(&data));
                }
                ChannelMsg::ExitStatus { exit_status } => status = Some(exit_status),
                _ => {}
            }
        }
    };
    timeout(PATIENCE, all).await.expect("an end");
    (told, status)
}

#[tokio::test(flavor = "multi_thread")]
async fn passwords_and_the_like_are_refused() {
    let house = House::open();
    let config = Arc::new(client::Config::default());
    let trusting = Trusting::default();
    let mut handle = client::connect(config, house.address(), trusting.clone()).await.unwrap();
    assert!(!handle.authenticate_none("root").await.unwrap().success());
    assert!(!handle.authenticate_password("root", "letmein").await.unwrap().success());
    let interactive = handle.authenticate_keyboard_interactive_start("root", None).await;
    assert!(matches!(interactive, Ok(client::KeyboardInteractiveAuthResponse::Failure { .. }) | Err(_)));
    assert!(trusting.0.lock().unwrap().contains("your key is your account"));
    // After three attempts the connection is closed.
    let mut tries = 0;
    while handle.authenticate_password("root", "letmein").await.is_ok() && tries < 10 {
        tries += 1;
    }
    assert!(tries < 3, "{tries}");
    house.empties().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_files_and_missing_terminals_are_refused_with_a_sentence() {
    let house = House::open();
    for (what, wanted) in
        [("exec", "No commands are run here"), ("sftp", "There are no files"), ("shell", "ssh -t")]
    {
        let handle = signed_in(&house, &key(1), "ann").await;
        let channel = handle.channel_open_session().await.unwrap();
        match what {
            "exec" => channel.exec(true, "cat /etc/passwd").await.unwrap(),
            "sftp" => channel.request_subsystem(true, "sftp").await.unwrap(),
            _ => channel.request_shell(true).await.unwrap(),
        }
        let (told, status) = answer(channel).await;
        assert!(told.contains(wanted) && told.lines().count() == 1, "{told}");
        assert_eq!(status, Some(1));
    }
    house.empties().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forwarding_and_second_channels_are_refused_and_the_game_goes_on() {
    let house = House::open();
    let mut client = Client::connect(&house, &key(1)).await;
    client.shows("first visit").await;
    assert!(client.handle.channel_open_session().await.is_err());
    assert!(client.handle.channel_open_direct_tcpip("localhost", 22, "localhost", 1).await.is_err());
    assert!(client.handle.channel_open_direct_streamlocal("/run/x").await.is_err());
    assert!(client.handle.channel_open_x11("localhost", 1).await.is_err());
    assert!(client.handle.tcpip_forward("0.0.0.0", 0).await.is_err());
    client.channel.agent_forward(false).await.unwrap();
    client.channel.request_x11(false, true, "MIT-MAGIC-COOKIE-1", "00", 0).await.unwrap();
    client.channel.exec(false, "id").await.unwrap();
    client.channel.request_shell(false).await.unwrap();
    client.play(&[("\r", "Challenges")]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_not_let_in_learns_why_and_no_control_character_comes_along() {
    let house = House::open();
    let mut client = Client::connect_as(&house, &key(1), "nobody", &[], (80, 24)).await;
    client.ends().await;
    assert!(client.text().contains("Nobody?[31m is not let in."), "{}", client.text());
    assert_eq!(client.status, Some(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_names_are_refused() {
    let house = House::open();
    let mut client = Client::connect_as(&house, &key(1), "\u{1b}]0;x\u{7}", &[], (80, 24)).await;
    client.shows("first visit").await;
    for name in ["a b", "../../etc", "<b>", "\u{202e}evil", "x".repeat(200).as_str()] {
        client.type_keys(&format!("\x1b[200~{name}\x1b[201~\r")).await;
        client
            .until("a refusal", |client| {
                client.text().contains("one word of letters") || client.text().contains("too long")
            })
            .await;
        // End and Ctrl-U clear the line.
        client.type_keys("\x1b[F\x15").await;
        client.until("an empty line", |client| !client.text().contains("letters, digits")).await;
    }
    client.play(&[("ünï-cödé_7\r", "Challenges")]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_connections_are_turned_away_with_a_sentence() {
    let house =
        House::with(Limits { unsigned_per_address: 3, sign_in: Duration::from_secs(2), ..Limits::default() });
    // Connections that send nothing.
    let mut idle = Vec::new();
    for _ in 0..3 {
        let mut stream = TcpStream::connect(house.address()).await.unwrap();
        let mut first = [0; 8];
        stream.read_exact(&mut first).await.unwrap();
        idle.push(stream);
    }
    let mut told = String::new();
    TcpStream::connect(house.address()).await.unwrap().read_to_string(&mut told).await.unwrap();
    assert!(told.contains("too many connections") && told.ends_with("\r\n"), "{told}");
    // One that sends something, but never signs in.
    idle[0].write_all(b"SSH-2.0-nothing\r\n").await.unwrap();
    let mut rest = Vec::new();
    timeout(PATIENCE, idle[0].read_to_end(&mut rest)).await.expect("it is cut off").ok();
    drop(idle);
    house.empties().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_ends_the_connection_and_nothing_else() {
    let house = House::open();
    let mut client = Client::connect(&house, &key(1)).await;
    client.shows("first visit").await;
    for nonsense in
        [&b"GET / HTTP/1.1\r\n\r\n"[..], &[0; 4096], &[0xff; 70_000], b"SSH-2.0-x\r\n\x00\x00\x00\x00\x00"]
    {
        let mut stream = TcpStream::connect(house.address()).await.unwrap();
        let _ = stream.write_all(nonsense).await;
        let _ = stream.shutdown().await;
        let mut rest = Vec::new();
        let ended = timeout(PATIENCE, stream.read_to_end(&mut rest)).await;
        assert!(ended.is_ok(), "{nonsense:?}");
    }
    client.play(&[("\r", "Challenges")]).await;
}
