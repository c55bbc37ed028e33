//! The speed of the page; `cargo xtask web --bench` prints it. The limits are for an idle machine, so they
//! are only checked with `UNDERCROFT_SOAK=full`.

use crate::{KEYS, Visit};
use serde_json::json;

/// Milliseconds to the first frame: on a first visit, and on a later one.
const COLD_MS: f64 = 500.0;
const WARM_MS: f64 = 200.0;
/// Maximum duration of a task in milliseconds.
const TASK_MS: f64 = 50.0;
/// Maximum 95th percentile of key latency in milliseconds.
const KEY_MS: f64 = 4.0;

fn full() -> bool {
    std::env::var_os("UNDERCROFT_SOAK").is_some_and(|soak| soak == "full")
}

#[test]
fn keys_are_answered_at_once() {
    let Some(mut visit) = Visit::new() else { return };
    let count = if full() { 1_000 } else { 100 };
    let tab = visit.tab();
    for game in 1..=5 {
        visit.begin(&tab, game);
        let script = format!(
            "(async () => {{
              const tasks = [];
              new PerformanceObserver((list) => tasks.push(...list.getEntries().map((one) => one.duration))).observe({{ type: 'longtask' }});
              const keys = {}, times = [];
              for (let i = 0; i < {count}; i++) {{
                const began = performance.now();
                undercroft.key(keys[(i * 7 + (i >> 3)) % keys.length]);
                times.push(performance.now() - began);
                await new Promise((yes) => setTimeout(yes, 0));
              }}
              times.sort((a, b) => a - b);
              return {{ p95: times[Math.floor(times.length * 0.95)], most: times.at(-1), tasks, size: undercroft.size() }};
            }})()",
            json!(KEYS)
        );
        let told = visit.browser.value(&tab, &script);
        println!("game {game}, {count} keys: {told}");
        let (p95, tasks) = (told["p95"].as_f64().unwrap(), told["tasks"].as_array().unwrap());
        if full() {
            assert!(p95 <= KEY_MS, "game {game}: {told}");
            assert!(tasks.iter().all(|task| task.as_f64().unwrap() <= TASK_MS), "game {game}: {told}");
        }
        visit.reload(&tab);
    }
}

/// The five games by id, with the commands per second on the page.
const BENCH: &str = "(async () => {
  let memory;
  const put = (at, value) => new DataView(memory.buffer).setBigUint64(at, value, true);
  const given = {
    clock_time_get: (clock, precision, at) => (put(at, BigInt(Math.round(performance.now() * 1e6))), 0),
    environ_sizes_get: (count, size) => (put(count, 0n), put(size, 0n), 0),
    random_get: () => 0,
  };
  // There are no files: whatever is asked for is not there.
  const wasi_snapshot_preview1 = new Proxy({}, { get: (_, name) => given[name] ?? (() => 8) });
  const { instance } = await WebAssembly.instantiateStreaming(fetch('bench.wasm'), { wasi_snapshot_preview1 });
  const calls = instance.exports;
  memory = calls.memory;
  const speed = (id) => {
    const sent = new TextEncoder().encode(JSON.stringify({ speed: id }));
    const room = calls.undercroft_room(sent.length);
    new Uint8Array(memory.buffer, room, sent.length).set(sent);
    const size = calls.undercroft_ask();
    return Number(JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, calls.undercroft_answer(), size))).text);
  };
  return ['cave', 'chambers', 'boo', 'pursuit', 'dungeon'].map((id) => [id, Math.max(...ROUNDS.map(() => speed(id)))]);
})()";

#[test]
fn the_first_frame_comes_soon() {
    let mark = "performance.getEntriesByName('undercroft:first-frame')[0].startTime";
    let (mut cold, mut warm) = (Vec::new(), Vec::new());
    for _ in 0..if full() { 5 } else { 1 } {
        let Some(mut visit) = Visit::new() else { return };
        let tab = visit.tab();
        cold.push(visit.browser.value(&tab, mark).as_f64().unwrap());
        visit.browser.value(&tab, "navigator.serviceWorker.ready.then(() => true)");
        visit.reload(&tab);
        warm.push(visit.browser.value(&tab, mark).as_f64().unwrap());
    }
    for (name, mut times, limit) in [("cold", cold, COLD_MS), ("warm", warm, WARM_MS)] {
        times.sort_by(f64::total_cmp);
        let median = times[times.len() / 2];
        println!("first frame, {name}: {median:.0} ms");
        assert!(!full() || median <= limit, "{name}: {times:?}");
    }
}

#[test]
#[ignore = "needs a program that can measure: cargo xtask web --bench"]
fn every_game_plays_commands_when_measured() {
    let Some(mut visit) = Visit::new() else { return };
    let tab = visit.tab();
    let games = visit.browser.value(&tab, &BENCH.replace("ROUNDS", if full() { "[1, 2, 3]" } else { "[1]" }));
    for game in games.as_array().unwrap() {
        println!("{}: {} commands/s", game[0].as_str().unwrap(), game[1]);
        assert!(game[1].as_f64().unwrap() > 10_000.0, "{games}");
    }
}
