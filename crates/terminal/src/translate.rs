//! Translates terminal events into inputs of the application.

use app::{Input, Key, NOTCH};
use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

/// The meaning of a terminal event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// An input.
    Input(Input),
    /// Esc followed at once by a key, which terminals report as one key with Alt.
    EscAnd(Input),
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-Z.
    Suspend,
    /// Repaint the screen.
    Repaint,
    /// Nothing.
    Nothing,
}

pub(crate) fn translate(event: Event) -> Told {
    match event {
        Event::Key(key) => translate_key(key),
        Event::Mouse(mouse) => translate_mouse(mouse),
        Event::Paste(text) => Told::Input(Input::Paste(text)),
        // Every event is followed by a frame, and every frame queries the size of the terminal.
        Event::Resize(..) | Event::FocusGained | Event::FocusLost => Told::Nothing,
    }
}

fn translate_key(event: KeyEvent) -> Told {
    if event.kind == KeyEventKind::Release {
        return Told::Nothing;
    }
    if event.modifiers.contains(KeyModifiers::CONTROL) {
        // Terminals send some keys of their own as Ctrl with a letter; other keys with Ctrl are unused.
        return match event.code {
            KeyCode::Char('c' | 'C') => Told::Interrupt,
            KeyCode::Char('z' | 'Z') => Told::Suspend,
            KeyCode::Char('l' | 'L') => Told::Repaint,
            KeyCode::Char('h' | 'H') => Told::Input(Input::Key(Key::Backspace)),
            KeyCode::Char('j' | 'J' | 'm' | 'M') => Told::Input(Input::Key(Key::Enter)),
            KeyCode::Char('i' | 'I') => Told::Input(Input::Key(Key::Tab)),
            KeyCode::Char('u' | 'U') => Told::Input(Input::Clear),
            _ => Told::Nothing,
        };
    }
    if event.modifiers.intersects(KeyModifiers::SUPER | KeyModifiers::META) {
        return Told::Nothing;
    }
    let key = match event.code {
        KeyCode::Char(letter) if !letter.is_control() => Key::Char(letter),
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Insert => Key::Insert,
        KeyCode::Delete => Key::Delete,
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Esc,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::BackTab,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::KeypadBegin => Key::Middle,
        KeyCode::F(number @ 1..=12) => Key::F(number),
        _ => return Told::Nothing,
    };
    let shift = event.modifiers.contains(KeyModifiers::SHIFT) && key != Key::Tab;
    let key = if shift { key.with_shift() } else { key };
    if event.modifiers.contains(KeyModifiers::ALT) {
        return Told::EscAnd(Input::Key(key));
    }
    Told::Input(Input::Key(key))
}

fn translate_mouse(event: MouseEvent) -> Told {
    let (x, y) = (event.column, event.row);
    Told::Input(match event.kind {
        MouseEventKind::Moved | MouseEventKind::Drag(_) => Input::Hover(x, y),
        MouseEventKind::Down(MouseButton::Left) => Input::Click(x, y),
        MouseEventKind::ScrollUp => Input::Wheel(-NOTCH),
        MouseEventKind::ScrollDown => Input::Wheel(NOTCH),
        _ => return Told::Nothing,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(code: KeyCode, modifiers: KeyModifiers) -> Told {
        translate(Event::Key(KeyEvent::new(code, modifiers)))
    }

    #[test]
    fn keys_with_ctrl_are_never_commands() {
        for letter in ['s', 'q', 'a'] {
            assert_eq!(key(KeyCode::Char(letter), KeyModifiers::CONTROL), Told::Nothing);
            let alone = Input::Key(Key::Char(letter));
            assert_eq!(key(KeyCode::Char(letter), KeyModifiers::ALT), Told::EscAnd(alone));
        }
        assert_eq!(key(KeyCode::Char('c'), KeyModifiers::CONTROL), Told::Interrupt);
        assert_eq!(key(KeyCode::Char('z'), KeyModifiers::CONTROL), Told::Suspend);
        assert_eq!(key(KeyCode::Char('j'), KeyModifiers::CONTROL), Told::Input(Input::Key(Key::Enter)));
        assert_eq!(key(KeyCode::Char('W'), KeyModifiers::SHIFT), Told::Input(Input::Key(Key::Char('W'))));
        assert_eq!(key(KeyCode::Up, KeyModifiers::SHIFT), Told::Input(Input::Key(Key::ShiftUp)));
        assert_eq!(key(KeyCode::Home, KeyModifiers::SHIFT), Told::Input(Input::Key(Key::Home)));
    }
}
