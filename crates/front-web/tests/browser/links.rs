//! Links: to a game, to the game of the day, to a run; also when pasted into an open tab.

use crate::Visit;
use kernel::Options;
use records::challenge::Code;
use serde_json::json;

#[test]
fn links_are_followed_in_a_new_tab_and_in_an_open_one() {
    let Some(mut visit) = Visit::new() else { return };
    let code = Code::new(catalog::find("boo").unwrap(), Options::default(), false, "seven".to_owned());
    let tab = visit.browser.tab("");
    visit.open(&tab, &format!("#play={code}"));
    visit.browser.wait(&tab, "undercroft.rows()[0].includes('seed seven')");
    visit.browser.keys(&tab, "left right up down");
    let link = visit.browser.value(&tab, "undercroft.share()");
    let link = link.as_str().expect("a game has a link");
    assert!(link.len() <= 2_100 && link.starts_with(&format!("{}#run=", visit.server.address)), "{link}");
    let fragment = link.split_once('#').unwrap().1.to_owned();
    visit.browser.value(&tab, &format!("void (location.hash = {})", json!(format!("{fragment}&at=1"))));
    visit.browser.wait(&tab, "undercroft.rows()[0].includes('Watching Meow and Boo')");
    visit.browser.value(&tab, "void (location.hash = 'daily=chambers')");
    visit.browser.wait(&tab, "undercroft.rows()[0].includes('ChamberCrawler3000')");
    for damaged in ["run=AAAA", "play=boo-0000", "daily=chess", &fragment[..fragment.len() - 3]] {
        visit.browser.value(&tab, &format!("void (location.hash = {})", json!(damaged)));
        let told = visit.notice(&tab);
        assert!(told.ends_with(['.', ')']) && !told.contains('\n'), "{damaged}: {told}");
        visit.press_notice(&tab);
        visit.browser.wait(&tab, "document.getElementById('notice').hidden");
    }
}

#[test]
fn hostile_fragments_leave_the_page_as_it_was() {
    let Some(mut visit) = Visit::new() else { return };
    let tab = visit.tab();
    let script = "(async () => {
      window.broken = 0;
      addEventListener('error', () => window.broken++);
      addEventListener('unhandledrejection', () => window.broken++);
      const odd = ['%', '%zz', '%E0%A4%A', 'run=%', 'run=\\u0000', 'play=\\u202e', 'run=' + 'A'.repeat(5000), 'play=' + '-'.repeat(3000), 'at=1', '=', '&&&', 'daily=', 'daily=__proto__', 'run=..%2f..%2f', '<img src=x onerror=broken++>'];
      for (const link of odd) {
        location.hash = link;
        await new Promise((yes) => setTimeout(yes, 20));
      }
      return window.broken;
    })()";
    assert_eq!(visit.browser.value(&tab, script), 0);
    assert_eq!(visit.browser.runs(&tab).len(), 0, "nothing was started");
    assert!(visit.browser.value(&tab, "undercroft.rows()").to_string().contains("Meow and Boo"));
}
