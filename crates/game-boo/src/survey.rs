//! What a search for seeds can ask about a floor: where things lie, in steps of the cat.

use crate::generate::{Plan, plan};
use crate::ground::{Flood, Rows, Spot};
use crate::setup::Setup;
use kernel::{Asked, Seed, Survey, SurveyField};

/// Maximum floor number that can be asked about; floors stop growing at the sixth.
const FLOORS: u32 = 50;

pub(crate) const SURVEY: Survey<Setup> = Survey { fields: &FIELDS, floors: FLOORS, look };

const STAIRS: usize = 0;
const STAIRS_GHOST: usize = 1;
const FISH: usize = 2;
const FISH_NEAREST: usize = 3;
const FISH_FARTHEST: usize = 4;
const GHOSTS: usize = 5;
const GHOSTS_NEAREST: usize = 6;
const TILES: usize = 7;

const FIELDS: [SurveyField; 8] = [
    SurveyField::new("stairs.distance", "steps from the cat to the stairs"),
    SurveyField::new("stairs.ghost", "steps from the stairs to the ghost nearest to them"),
    SurveyField::new("fish", "fish on the floor"),
    SurveyField::new("fish.nearest", "steps from the cat to the nearest fish, not over the stairs"),
    SurveyField::new("fish.farthest", "steps from the cat to the farthest fish, not over the stairs"),
    SurveyField::new("ghosts", "ghosts on the floor"),
    SurveyField::new("ghosts.nearest", "steps from the cat to the nearest ghost, not over the stairs"),
    SurveyField::new("tiles", "tiles the cat can stand on, the stairs included"),
];

fn look(setup: &Setup, seed: &Seed, floor: u32, asked: Asked, out: &mut [i64]) {
    let Plan { layout, cat, ghosts, fish, .. } = &plan(seed, setup, floor);
    out[FISH] = fish.all().len() as i64;
    out[GHOSTS] = ghosts.all().len() as i64;
    if asked.has(TILES) {
        out[TILES] = i64::from(layout.floor.count());
    }
    if asked.has(STAIRS) {
        out[STAIRS] = ways(&layout.floor, *cat, &[layout.stairs]).0;
    }
    if asked.has(STAIRS_GHOST) {
        out[STAIRS_GHOST] = ways(&layout.floor, layout.stairs, ghosts.all()).0;
    }
    if asked.any(&[FISH_NEAREST, FISH_FARTHEST]) {
        (out[FISH_NEAREST], out[FISH_FARTHEST]) = ways(&layout.haunt, *cat, fish.all());
    }
    if asked.has(GHOSTS_NEAREST) {
        out[GHOSTS_NEAREST] = ways(&layout.haunt, *cat, ghosts.all()).0;
    }
}

/// Number of steps from a tile to the nearest and to the farthest of some goals. Floors are connected, so all
/// of them are reached.
fn ways(ground: &Rows, from: Spot, goals: &[Spot]) -> (i64, i64) {
    let mut flood = Flood::new(ground.clone(), from);
    let (mut steps, mut nearest, mut met) = (0, 0, 0);
    while flood.is_live() {
        let here = goals.iter().filter(|&&goal| flood.edge().has(goal)).count();
        if met == 0 && here > 0 {
            nearest = steps;
        }
        met += here;
        if met == goals.len() {
            break;
        }
        flood.spread();
        steps += 1;
    }
    (nearest, steps)
}
