//! Clients that do not read, do nothing, or send without end.

use crate::stand::{COLOURFUL, Client, House, PATIENCE, key};
use ssh::Limits;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

/// A proxy that forwards what one client sends, and what the server answers only while it is open.
async fn valve(house: &mut House) -> watch::Sender<bool> {
    let (sender, mut is_open) = watch::channel(true);
    let (listener, door) = (TcpListener::bind("127.0.0.1:0").await.unwrap(), house.address());
    house.valve = Some(listener.local_addr().unwrap());
    tokio::spawn(async move {
        let (client, _) = listener.accept().await.unwrap();
        let (mut from_client, mut to_client) = client.into_split();
        let (mut from_door, mut to_door) = TcpStream::connect(door).await.unwrap().into_split();
        tokio::spawn(async move { copy(&mut from_client, &mut to_door).await });
        let mut bytes = [0; 4096];
        while is_open.wait_for(|open| *open).await.is_ok() {
            match from_door.read(&mut bytes).await {
                Ok(count @ 1..) => to_client.write_all(&bytes[..count]).await.unwrap(),
                _ => break,
            }
        }
    });
    sender
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_does_not_read_gets_the_newest_frame_and_few_before() {
    let mut house = House::open();
    let valve = valve(&mut house).await;
    let mut client = Client::connect_as(&house, &key(1), "ann", &COLOURFUL, (320, 100)).await;
    client.shows("first visit").await;
    client.play(&[("\r", "Challenges")]).await;
    valve.send_replace(false);
    let before = client.bytes;
    // After Ctrl-L a frame is a complete large screen: more than six megabytes in all.
    for _ in 0..200 {
        client.type_keys("j\x0c").await;
        sleep(Duration::from_millis(15)).await;
    }
    client.type_keys("3\rd").await;
    sleep(Duration::from_millis(300)).await;
    valve.send_replace(true);
    client.shows("turn 1 ").await;
    assert!(client.bytes - before < 2_000_000, "{} bytes", client.bytes - before);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_does_nothing_for_long_is_seen_out_and_nothing_is_lost() {
    let house = House::with(Limits { idle: Duration::from_millis(1500), ..Limits::default() });
    let mut client = Client::connect(&house, &key(1)).await;
    client.shows("first visit").await;
    client.play(&[("\r", "Challenges"), ("3", "begin"), ("\r", "turn 0"), ("d", "turn 1")]).await;
    client.ends().await;
    assert!(client.text().contains("Nothing was pressed"), "{}", client.text());
    assert!(client.text().contains("Your game is kept"), "{}", client.text());
    house.empties().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_keys_delays_nobody() {
    let house = House::open();
    let mut flooder = Client::connect(&house, &key(1)).await;
    flooder.shows("first visit").await;
    flooder.play(&[("\r", "Challenges"), ("3", "begin"), ("\r", "turn 0")]).await;
    let mut client = Client::connect_as(&house, &key(2), "bob", &[], (80, 24)).await;
    client.shows("first visit").await;
    client.play(&[("\r", "Challenges"), ("3", "begin"), ("\r", "turn 0")]).await;
    let flood = async {
        loop {
            let _ = flooder.channel.data_bytes(b"dsaw".repeat(8 * 1024)).await;
        }
    };
    let play = async {
        for turn in 1..=10 {
            client.type_keys(if turn % 2 == 0 { "a" } else { "d" }).await;
            client.shows(&format!("turn {turn}")).await;
        }
    };
    tokio::select! {
        () = flood => {}
        played = timeout(PATIENCE, play) => played.expect("the other plays"),
    }
}
