//! Reading, formatting and solving hostile texts never takes more than 64 MB.
// Counting memory needs a custom allocator, which is inherently unsafe; no other code here is.
#![allow(unsafe_code)]

mod common;

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is forwarded to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(now, Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Peak memory use of `work` in bytes, beyond what was in use before.
fn peak(work: impl FnOnce()) -> usize {
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    work();
    PEAK.load(Relaxed) - before
}

#[test]
fn no_text_takes_more_than_64_megabytes() {
    let size = 4 << 20;
    let fill = |piece: &str, count: usize| piece.repeat(count.min((size - 2_000) / piece.len()));
    let inside = |body: String| common::one_room(&(common::player("") + &body));
    let troll = common::troll(7, "");
    let large = common::one_room(&common::player(""))
        .replace("width=\"40\"", "width=\"1000\"")
        .replace("gameHeight=\"8\"", "gameHeight=\"995\"")
        .replace("<width>12", "<width>1000")
        .replace("<height>6", "<height>995");
    let texts = [
        inside(fill("<a/>", 158_000)),
        inside(fill("<a/>x", 119_000)),
        inside(fill("<a b=''/>", 158_000)),
        inside(fill("<a b='&amp;' c='&amp;'/>", 78_000)),
        inside(fill("&amp;", usize::MAX)),
        inside(fill("<![CDATA[x]]>", 158_000)),
        inside(fill("<!--x-->", 158_000)),
        inside(fill("=", 158_000)),
        inside(fill(&troll, 8_000)),
        inside(fill(&troll.replace("<hp>7</hp>", ""), 8_000)),
        inside(fill("<Sword name='x'><posX>1</posX><posY>1</posY></Sword>", 20_000)),
        inside(fill("<CreatureAction name='x'/>", 158_000)),
        inside(fill("<a b='", 158_000)),
        fill("<", usize::MAX),
        fill("<a>", 158_000),
        fill("<a b='", usize::MAX),
        fill("🐈", usize::MAX),
        fill("\n", usize::MAX) + "<a/>",
        inside(fill("\n", usize::MAX)),
        "<b>".repeat(14) + &fill("<a/>", 157_000) + &"</b>".repeat(14),
        large,
    ];
    for text in &texts {
        assert!(text.len() <= size);
        for (what, bytes) in [
            ("check", peak(|| drop(game_dungeon::check(text)))),
            ("format", peak(|| drop(game_dungeon::format(text)))),
            (
                "solve",
                peak(|| drop(game_dungeon::check(text).setup.map(|setup| game_dungeon::solve(&setup)))),
            ),
        ] {
            let end: String = text.chars().rev().take(60).collect();
            assert!(bytes < 64 << 20, "{what} takes {} MB for …{end} (backwards)", bytes >> 20);
        }
    }
}
