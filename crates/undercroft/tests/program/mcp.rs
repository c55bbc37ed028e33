//! An agent that plays through the Model Context Protocol.

use crate::support::House;
use serde_json::{Value, json};

/// Sends messages, one per line, and returns the answers.
fn talk(messages: &[Value]) -> Vec<Value> {
    let house = House::new();
    let input: String = messages.iter().map(|message| format!("{message}\n")).collect();
    let left = house.run(&["mcp"], input.as_bytes());
    assert_eq!(left.status, 0, "{}", left.err);
    assert!(house.runs("boo").is_empty(), "nothing is kept on disk");
    left.out.lines().map(|line| serde_json::from_str(line).expect("an answer is JSON")).collect()
}

fn call(id: u32, tool: &str, arguments: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
}

fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().expect("a text")
}

#[test]
fn an_agent_starts_plays_branches_and_verifies() {
    let answers = talk(&[
        json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}),
        call(2, "new_game", json!({"game": "boo", "seed": "7"})),
        call(3, "play", json!({"table": 0, "command": "a"})),
        call(4, "play", json!({"table": 0, "command": "d"})),
        call(5, "play", json!({"table": 0, "command": "xyzzy"})),
        call(6, "branch", json!({"table": 0, "after": 1})),
        call(7, "play", json!({"table": 1, "command": "d"})),
        call(8, "look", json!({"table": 1})),
        call(9, "verify", json!({"table": 0})),
        call(10, "run", json!({"table": 1})),
        call(11, "verify", json!({"table": 1})),
    ]);
    assert_eq!(answers.len(), 12, "a notification is not answered");
    assert_eq!(answers[0]["result"]["serverInfo"]["name"], "undercroft");
    let tools: Vec<&str> = answers[1]["result"]["tools"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    assert_eq!(tools, ["games", "new_game", "play", "look", "branch", "run", "verify", "close"]);
    assert!(text(&answers[2]).starts_with("table 0\n") && text(&answers[2]).contains("HP: 100 / Fish: 0"));
    assert!(text(&answers[3]).starts_with("played\n") && text(&answers[3]).contains("turn=1"));
    assert_eq!(answers[5]["result"]["isError"], true);
    assert!(text(&answers[5]).starts_with("misread\n"));
    assert!(text(&answers[6]).starts_with("table 1\n") && text(&answers[6]).contains("turn=1"));
    let end = |text: &str| text.split_once('\n').map(|(_, rest)| rest.trim_start().to_owned());
    assert_eq!(end(text(&answers[7])), end(text(&answers[4])), "the branch goes the same way");
    assert!(text(&answers[8]).contains("Commands:"));
    assert_eq!(text(&answers[9]), "verified: boo, 2 turns, score 1 (not ended)");
    assert!(text(&answers[10]).contains("mark branched after 1"));
    assert_eq!(text(&answers[11]), text(&answers[9]), "the run of a branch verifies");
}

#[test]
fn agent_input_starts_no_program_and_reads_no_path() {
    let answers = talk(&[
        call(
            1,
            "new_game",
            json!({"game": "pursuit", "seed": "1", "options": {"monster": "cmd:touch /tmp/started"}}),
        ),
        call(2, "new_game", json!({"game": "dungeon", "seed": "1", "level": "/etc/passwd"})),
        call(3, "new_game", json!({"game": "chess", "seed": "1"})),
        call(4, "play", json!({"table": 99, "command": "a"})),
        call(5, "play", json!({})),
        call(6, "verify", json!({"run": "\u{1b}[2Jnonsense"})),
        call(7, "nothing", json!(null)),
        json!({"jsonrpc": "2.0", "id": 8, "method": "\u{1b}]0;x"}),
        json!([1, 2]),
        json!("text"),
    ]);
    assert_eq!(answers.len(), 10);
    for answer in &answers[1..6] {
        assert_eq!(answer["result"]["isError"], true, "{answer}");
    }
    assert_eq!(answers[6]["error"]["code"], -32602, "the protocol's code for a tool that does not exist");
    assert!(!text(&answers[1]).contains("root:"));
    assert_eq!(answers[7]["error"]["code"], -32601);
    assert_eq!(answers[8]["error"]["code"], -32600);
    assert!(!std::path::Path::new("/tmp/started").exists());
}

#[test]
fn the_version_of_the_protocol_is_one_that_is_spoken() {
    let ask = |version: &str| json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": version}});
    let answers = talk(&[ask("2025-06-18"), ask("2024-11-05"), ask("1999-01-01")]);
    let spoken: Vec<&str> =
        answers.iter().filter_map(|answer| answer["result"]["protocolVersion"].as_str()).collect();
    // Another version than the client's means: this one or none.
    assert_eq!(spoken, ["2025-06-18", "2024-11-05", "2025-06-18"]);
}

#[test]
fn arguments_that_make_no_sense_are_refused_and_not_replaced() {
    let answers = talk(&[
        call(1, "new_game", json!({"game": "boo"})),
        call(2, "new_game", json!({"game": "boo", "seed": [7]})),
        call(3, "new_game", json!({"game": "boo", "seed": "7", "options": ["fog"]})),
        call(4, "new_game", json!({"game": "pursuit", "seed": "7", "level": 3})),
        call(5, "new_game", json!({"game": "boo", "seed": 7})),
        call(6, "branch", json!({"table": 0, "after": -1})),
        call(7, "branch", json!({"table": 0, "after": "all"})),
        call(8, "run", json!({"table": 0})),
        call(9, "branch", json!({"table": 0, "after": 1})),
        call(10, "new_game", json!({"game": "boo", "seed": "7", "option": {"fog": "on"}})),
        call(11, "games", json!({"verbose\u{1b}": true})),
        call(12, "look", json!([0])),
        call(13, "play", json!({"table": 0, "command": 5})),
        call(14, "new_game", json!({"game": "dungeon", "seed": "7", "level": "<a>\n"})),
    ]);
    for (index, part) in [
        (0, "Which seed?"),
        (1, "Which seed?"),
        (2, "options is"),
        (3, "level is"),
        (5, "after is"),
        (6, "after is"),
        (8, "after is a number from 0 to 0"),
        (9, "There is no argument 'option'. Arguments of new_game: game, level, options, seed."),
        (10, "There is no argument 'verbose\\u{1b}': games takes none."),
        (11, "arguments is an object"),
        (12, "Which command?"),
        (13, "line 1, column 3: "),
    ] {
        assert_eq!(answers[index]["result"]["isError"], true, "{}", answers[index]);
        assert!(text(&answers[index]).contains(part), "{}", answers[index]);
    }
    assert!(text(&answers[7]).contains("seed \"7\""), "a number is a seed, too");
}

#[test]
fn answers_of_the_client_are_not_answered_and_requests_need_a_method() {
    let answers = talk(&[
        json!({"jsonrpc": "2.0", "id": 1, "result": {}}),
        json!({"jsonrpc": "2.0", "id": 2, "error": {"code": -1, "message": "no"}}),
        json!({"jsonrpc": "2.0", "id": 3}),
        json!({"jsonrpc": "2.0", "id": 4, "method": 5}),
        json!({"jsonrpc": "2.0", "id": 5, "method": "ping"}),
    ]);
    let ids: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [3, 4, 5]);
    assert_eq!(answers[0]["error"]["code"], -32600);
    assert_eq!(answers[1]["error"]["code"], -32600);
}

#[test]
fn a_closed_game_leaves_its_place_to_another() {
    let new = |id: u32| call(id, "new_game", json!({"game": "pursuit", "seed": id.to_string()}));
    let mut messages: Vec<Value> = (0..65).map(new).collect();
    messages.extend([
        call(65, "close", json!({"table": 3})),
        call(66, "look", json!({"table": 3})),
        call(67, "close", json!({"table": 3})),
        new(68),
        call(69, "run", json!({"table": 3})),
        call(70, "play", json!({"table": 63, "command": "stay"})),
    ]);
    let answers = talk(&messages);
    assert!(text(&answers[63]).starts_with("table 63\n"));
    assert_eq!(text(&answers[64]), "64 games are open. Close one first.");
    assert_eq!(text(&answers[65]), "table 3 is closed");
    assert_eq!(text(&answers[66]), "There is no table with that number.");
    assert_eq!(text(&answers[67]), "There is no table with that number.");
    assert!(text(&answers[68]).starts_with("table 3\n"));
    assert!(text(&answers[69]).contains("seed \"68\""));
    assert_eq!(answers[70]["result"]["isError"], false, "the other games go on");
}

#[test]
fn garbage_is_answered_and_long_lines_do_not_stop_it() {
    let house = House::new();
    let mut input = b"\0\xff not json\n\n".to_vec();
    input.extend(std::iter::repeat_n(b'[', 5 << 20));
    input.extend(b"\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n");
    let left = house.run(&["mcp"], &input);
    let answers: Vec<Value> =
        left.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((left.status, answers.len()), (0, 3));
    assert_eq!(answers[0]["error"]["code"], -32700);
    assert_eq!(answers[1]["error"]["code"], -32700);
    assert_eq!(answers[2]["result"], json!({}));
}
