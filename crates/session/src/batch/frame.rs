//! The caller's memory for observations.

/// Memory for the observations of a batch, game by game.
#[derive(Debug)]
pub struct Frame<'a> {
    /// The characters of the board.
    pub glyphs: &'a mut [u8],
    /// The inks of the board, if wanted.
    pub inks: Option<&'a mut [u8]>,
    /// The gauges.
    pub status: &'a mut [i32],
    /// 1 for each action that can be taken.
    pub mask: &'a mut [i8],
    /// The reward of the last action.
    pub rewards: &'a mut [f64],
    /// Whether the game ended with the last action.
    pub terminated: &'a mut [bool],
    /// Whether the game was truncated after it.
    pub truncated: &'a mut [bool],
    /// Whether the last action was refused.
    pub refused: &'a mut [bool],
}

/// The sizes of one game's part of a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    pub(super) cells: usize,
    pub(super) gauges: usize,
    pub(super) actions: usize,
}

impl<'a> Frame<'a> {
    /// Whether the sizes are those of this many games.
    pub(super) fn fits(&self, games: usize, sizes: Sizes) -> bool {
        self.glyphs.len() == games * sizes.cells
            && self.inks.as_ref().is_none_or(|inks| inks.len() == games * sizes.cells)
            && self.status.len() == games * sizes.gauges
            && self.mask.len() == games * sizes.actions
            && [self.terminated.len(), self.truncated.len(), self.refused.len()] == [games; 3]
            && self.rewards.len() == games
    }

    /// The part of some games.
    pub(super) fn part(&mut self, from: usize, games: usize, sizes: Sizes) -> Frame<'_> {
        let cells = from * sizes.cells..(from + games) * sizes.cells;
        let each = from..from + games;
        Frame {
            glyphs: &mut self.glyphs[cells.clone()],
            inks: self.inks.as_deref_mut().map(|inks| &mut inks[cells]),
            status: &mut self.status[from * sizes.gauges..(from + games) * sizes.gauges],
            mask: &mut self.mask[from * sizes.actions..(from + games) * sizes.actions],
            rewards: &mut self.rewards[each.clone()],
            terminated: &mut self.terminated[each.clone()],
            truncated: &mut self.truncated[each.clone()],
            refused: &mut self.refused[each],
        }
    }

    /// The part of the first games, and that of the others.
    pub(super) fn split(self, games: usize, sizes: Sizes) -> (Self, Self) {
        let (glyphs, glyphs_rest) = self.glyphs.split_at_mut(games * sizes.cells);
        let (inks, inks_rest) = match self.inks {
            Some(inks) => {
                let (inks, rest) = inks.split_at_mut(games * sizes.cells);
                (Some(inks), Some(rest))
            }
            None => (None, None),
        };
        let (status, status_rest) = self.status.split_at_mut(games * sizes.gauges);
        let (mask, mask_rest) = self.mask.split_at_mut(games * sizes.actions);
        let (rewards, rewards_rest) = self.rewards.split_at_mut(games);
        let (terminated, terminated_rest) = self.terminated.split_at_mut(games);
        let (truncated, truncated_rest) = self.truncated.split_at_mut(games);
        let (refused, refused_rest) = self.refused.split_at_mut(games);
        (
            Frame { glyphs, inks, status, mask, rewards, terminated, truncated, refused },
            Frame {
                glyphs: glyphs_rest,
                inks: inks_rest,
                status: status_rest,
                mask: mask_rest,
                rewards: rewards_rest,
                terminated: terminated_rest,
                truncated: truncated_rest,
                refused: refused_rest,
            },
        )
    }
}

/// The observation of one game in memory of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// The characters of the board.
    pub glyphs: Vec<u8>,
    /// The inks of the board, if wanted.
    pub inks: Option<Vec<u8>>,
    /// The gauges.
    pub status: Vec<i32>,
    /// 1 for each action that can be taken.
    pub mask: Vec<i8>,
    /// The word for the verdict, if the game has ended.
    pub verdict: Option<&'static str>,
    /// Whether the last action was refused.
    pub refused: bool,
}
