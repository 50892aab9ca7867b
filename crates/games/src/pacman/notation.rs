//! Moves by name or letter, positions as settings that differ from the start.
//!
//! A position is written in full, `score=9 turn=1 pacman=5,4,N ghost1=5.5,1,E,39 ... food=... capsules=...`;
//! what is left out when one is read is as at the start.

use std::fmt::Write as _;

use plylab_core::{Game, InputError, Message, Name, Notation, Turn, action_list, message, played_after_end};

use super::engine::{Pacman, PacmanRules};
use super::maze::Spot;
use super::state::{Actor, Food, PacmanState, Status, Step};

/// Letters of facings, by [`Step`].
const FACINGS: [&str; 5] = ["W", "-", "E", "N", "S"];
const STATUSES: [(&str, Status); 3] =
    [("playing", Status::Playing), ("won", Status::Won), ("lost", Status::Lost)];
/// No game comes close; keeps the arithmetic of hand-written positions in range.
const MAX_SCORE: i32 = 1_000_000;

/// Every spelling of a step: names in both kinds of Pac-Man, and the letters of recorded games.
fn step_of(text: &str) -> Option<Step> {
    Some(match text.to_ascii_lowercase().as_str() {
        "west" | "left" | "w" | "l" => Step::West,
        "stop" | "stay" | "x" | "-" => Step::Stop,
        "east" | "right" | "e" | "r" => Step::East,
        "north" | "up" | "n" | "u" => Step::North,
        "south" | "down" | "s" | "d" => Step::South,
        _ => return None,
    })
}

impl<R: PacmanRules> Pacman<R> {
    /// A spot as people read it: `5,4` or `5.5,4`.
    pub(super) fn spot_text(&self, spot: Spot) -> String {
        let (x, y) = self.maze.halves(spot);
        let origin = 2 * u16::from(R::ORIGIN);
        let number = |halves: u16| match halves % 2 {
            0 => (halves / 2).to_string(),
            _ => format!("{}.5", halves / 2),
        };
        format!("{},{}", number(x.saturating_sub(origin)), number(y.saturating_sub(origin)))
    }

    fn actor_text(&self, actor: &Actor) -> String {
        let Actor { at, facing, scared } = actor;
        let cell = self.spot_text(*at);
        match (facing, scared) {
            (Step::Stop, 0) => cell,
            (_, 0) => format!("{cell},{}", FACINGS[*facing as usize]),
            _ => format!("{cell},{},{scared}", FACINGS[*facing as usize]),
        }
    }

    fn parse_actor(&self, text: &str, is_ghost: bool) -> Result<Actor, InputError> {
        let parts: Vec<&str> = text.split(',').collect();
        let (&[x, y], rest) = parts.split_first_chunk::<2>().ok_or_else(|| {
            InputError::new(message!("no-location", "'{text}' is not a location"))
                .expected(message!("location-form", "write x,y or x,y,N or x,y,N,timer"))
        })?;
        let halves = |text: &str| -> Option<u16> {
            let halves = 2.0 * (text.parse::<f64>().ok()? + f64::from(R::ORIGIN));
            (halves.fract() == 0.0 && (0.0..=1000.0).contains(&halves)).then_some(halves as u16)
        };
        let at = halves(x).zip(halves(y)).and_then(|(x, y)| self.maze.at_halves(x, y)).ok_or_else(|| {
            let wrong =
                message!("outside-maze", "{location} is not in the maze", location = format!("{x},{y}"));
            let right = message!(
                "maze-size",
                "it has {columns} columns and {rows} rows, to the half cell",
                columns = self.maze.width() - 2 * u16::from(R::ORIGIN),
                rows = self.maze.height() - 2 * u16::from(R::ORIGIN)
            );
            InputError::new(wrong).expected(right)
        })?;
        let (facing, timer) = match rest {
            [] => (Step::Stop, "0"),
            [facing] => (parse_facing(facing)?, "0"),
            [facing, timer] => (parse_facing(facing)?, *timer),
            _ => {
                return Err(InputError::new(message!("location-too-long", "'{text}' has too many parts"))
                    .expected(message!("location-form-full", "write x,y,N,timer")));
            }
        };
        let scared = timer
            .parse::<u8>()
            .ok()
            .filter(|&scared| scared <= if is_ghost { R::MAX_SCARED } else { 0 })
            .ok_or_else(|| {
                InputError::new(message!("bad-timer", "a scared timer cannot be '{timer}'")).expected(
                    message!("timer-range", "use 0 to {most}, for ghosts only", most = R::MAX_SCARED),
                )
            })?;
        let actor = Actor { at, facing, scared };
        self.check_actor(&actor, is_ghost)
            .map_err(|error| error.at(Message::verbatim(format!("{x},{y}"))))?;
        Ok(actor)
    }

    /// Every agent must be on an open cell; only a scared ghost may be halfway to the next.
    fn check_actor(&self, actor: &Actor, is_ghost: bool) -> Result<(), InputError> {
        let maze = &self.maze;
        if !R::DIRECTIONS && actor.facing != Step::Stop {
            return Err(InputError::new(message!("no-facings", "agents have no direction in this game"))
                .expected(message!("leave-direction", "leave the direction out")));
        }
        if maze.is_open(actor.at) {
            let stuck = is_ghost && R::DIRECTIONS && maze.ways(actor.at) == Step::Stop.bit();
            let wrong = || InputError::new(message!("ghost-cannot-move", "a ghost cannot move from there"));
            return if stuck { Err(wrong()) } else { Ok(()) };
        }
        let (ahead, behind) =
            (maze.moved(actor.at, actor.facing, 1), maze.moved(actor.at, actor.facing.reversed(), 1));
        if actor.facing != Step::Stop && maze.is_open(ahead) && maze.is_open(behind) {
            if actor.scared > 0 {
                return Ok(());
            }
            return Err(InputError::new(message!("between-cells", "it lies between two cells"))
                .expected(message!("only-scared-between", "only scared ghosts can be there")));
        }
        Err(InputError::new(message!("on-wall", "there is a wall"))
            .expected(message!("use-open-cells", "place agents on open cells")))
    }

    /// Which of the items at these spots are left: `all`, `none`, their cells as `11,6;9,2`, or one hexadecimal digit per
    /// four, the first in the lowest bit.
    fn parse_set(&self, text: &str, spots: &[Spot]) -> Result<Food, InputError> {
        let count = spots.len();
        if text.contains(',') {
            return self.parse_cells(text, spots);
        }
        match text {
            "all" => return Ok(Food::first(count)),
            "none" => return Ok(Food::default()),
            _ => {}
        }
        let digits = count.div_ceil(4);
        let wrong = || {
            InputError::new(message!("bad-set", "'{text}' does not say which of {count} are left")).expected(
                message!(
                    "set-form",
                    "use all, none, cells such as 1,2;3,4, or {digits} hexadecimal {digits|digit|digits}"
                ),
            )
        };
        if text.chars().count() != digits {
            return Err(wrong());
        }
        let mut set = Food::default();
        for (index, digit) in text.chars().enumerate() {
            let digit = digit.to_digit(16).ok_or_else(wrong)?;
            for bit in (0..4).filter(|bit| digit >> bit & 1 != 0) {
                let number = 4 * index + bit;
                if number >= count {
                    return Err(wrong());
                }
                set.put(number);
            }
        }
        Ok(set)
    }

    /// The items at the cells that are listed.
    fn parse_cells(&self, text: &str, spots: &[Spot]) -> Result<Food, InputError> {
        let mut set = Food::default();
        for cell in text.split(';').map(str::trim).filter(|cell| !cell.is_empty()) {
            let at = self.parse_actor(cell, false)?.at;
            let number = spots.iter().position(|&spot| spot == at).ok_or_else(|| {
                InputError::new(message!("nothing-lies-there", "nothing lies at {cell} at the start"))
                    .expected(message!("cells-with-items", "list cells that have some at the start"))
            })?;
            set.put(number);
        }
        Ok(set)
    }

    fn set_text(has: impl Fn(usize) -> bool, count: usize) -> String {
        let left = (0..count).filter(|&number| has(number)).count();
        if left == count {
            return "all".to_owned();
        }
        if left == 0 {
            return "none".to_owned();
        }
        let digit = |index: usize| -> u32 {
            (0..4).filter(|bit| 4 * index + bit < count && has(4 * index + bit)).map(|bit| 1 << bit).sum()
        };
        (0..count.div_ceil(4)).filter_map(|index| char::from_digit(digit(index), 16)).collect()
    }

    fn set(&self, state: &mut PacmanState, key: &str, value: &str) -> Result<(), InputError> {
        let number = |min: i32, max: i32| {
            value.parse::<i32>().ok().filter(|number| (min..=max).contains(number)).ok_or_else(|| {
                InputError::new(message!("does-not-fit", "'{value}' is not allowed"))
                    .expected(Message::range(min, max))
            })
        };
        match key {
            "score" => state.score = number(-MAX_SCORE, MAX_SCORE)?,
            "turn" => state.turn = number(0, self.agents() as i32 - 1)? as u8,
            "status" => {
                let status = STATUSES.iter().find(|(name, _)| *name == value).map(|&(_, status)| status);
                state.status = status.ok_or_else(|| {
                    InputError::new(message!("no-status", "'{value}' is not a status"))
                        .expected(message!("statuses", "use playing, won or lost"))
                })?;
            }
            "pacman" => state.actors[0] = self.parse_actor(value, false)?,
            "food" => {
                state.food = self.parse_set(value, self.maze.pellets())?;
                state.food_left = state.food.count() as u16;
            }
            "capsules" => {
                let capsules = self.parse_set(value, self.maze.capsules())?;
                state.capsules = capsules.words()[0] as u32;
            }
            _ => {
                let ghost = key.strip_prefix("ghost").and_then(|number| number.parse::<usize>().ok());
                match ghost.filter(|ghost| (1..self.agents()).contains(ghost)) {
                    Some(ghost) => state.actors[ghost] = self.parse_actor(value, true)?,
                    None => {
                        let right = match self.agents() {
                            1 => message!(
                                "settings-alone",
                                "use score, turn, status, pacman, food or capsules"
                            ),
                            agents => message!(
                                "settings-with-ghosts",
                                "use score, turn, status, pacman, ghost1 to ghost{last}, food or capsules",
                                last = agents - 1
                            ),
                        };
                        return Err(InputError::new(message!("no-such-name", "no setting has that name"))
                            .expected(right));
                    }
                }
            }
        }
        Ok(())
    }
}

fn parse_facing(text: &str) -> Result<Step, InputError> {
    let index = FACINGS.iter().position(|facing| facing.eq_ignore_ascii_case(text));
    index.map(|index| Step::ALL[index]).ok_or_else(|| {
        InputError::new(message!("no-direction", "'{text}' is not a direction"))
            .expected(message!("directions", "use N, S, E, W or -"))
    })
}

impl<R: PacmanRules> Notation for Pacman<R> {
    fn action_text(&self, _: &PacmanState, action: Step) -> String {
        R::STEP_NAMES[action as usize].to_owned()
    }

    fn parse_action(&self, state: &PacmanState, text: &str) -> Result<Step, InputError> {
        let text = text.trim();
        if self.turn(state) == Turn::Over {
            return Err(played_after_end(self, state, text));
        }
        let legal = self.list_actions(state);
        step_of(text).filter(|step| legal.contains(step)).ok_or_else(|| {
            let who = self.info().agents.get(usize::from(state.turn)).map_or("no agent", String::as_str);
            let who = Name::of(who);
            InputError::new(message!("not-legal-of", "'{text}' is not a legal move for {who}"))
                .expected(action_list(self, state))
        })
    }

    fn position_text(&self, state: &PacmanState) -> String {
        let mut text = format!("score={} turn={}", state.score, state.turn);
        if state.status != Status::Playing {
            let status =
                STATUSES.iter().find(|(_, status)| *status == state.status).map_or("", |(name, _)| name);
            let _ = write!(text, " status={status}");
        }
        for (index, actor) in state.actors[..self.agents()].iter().enumerate() {
            let name = if index == 0 { "pacman".to_owned() } else { format!("ghost{index}") };
            let _ = write!(text, " {name}={}", self.actor_text(actor));
        }
        let food = Self::set_text(|number| state.food.has(number), self.maze.pellets().len());
        let capsules = Self::set_text(|number| state.capsules >> number & 1 != 0, self.maze.capsules().len());
        let _ = write!(text, " food={food} capsules={capsules}");
        text
    }

    fn parse_position(&self, text: &str) -> Result<PacmanState, InputError> {
        let named = R::NAMED.iter().find(|named| named.name == text.trim());
        let text = named.map_or(text, |named| named.position.as_ref());
        let mut state = self.start;
        let mut seen: Vec<&str> = Vec::new();
        for setting in text.split_whitespace() {
            let location = || Message::quoted(setting);
            let Some((key, value)) = setting.split_once('=') else {
                return Err(InputError::new(message!("not-a-setting", "'{setting}' is not a setting"))
                    .expected(message!("position-form", "write settings such as score=9 pacman=5,4,N")));
            };
            if seen.contains(&key) {
                return Err(InputError::new(message!("set-twice", "'{key}' is set twice"))
                    .expected(message!("set-once", "set it once"))
                    .at(location()));
            }
            seen.push(key);
            self.set(&mut state, key, value).map_err(|error| error.at(location()))?;
        }
        self.rules.check(self, &state)?;
        Ok(state)
    }
}

#[cfg(test)]
mod tests {
    use super::super::classic::Classic;
    use super::super::layout::{Layout, Reading};
    use super::*;

    fn trap() -> Classic {
        let text = include_str!("../../layouts/trap.lay");
        Classic::new(&Layout::parse(text, Reading::Strict).unwrap())
    }

    #[test]
    fn what_is_left_out_is_as_at_the_start() {
        let game = trap();
        let state = game.parse_position("pacman=3,3,W score=-1 turn=1").unwrap();
        let mut played = game.start;
        game.apply(&mut played, Step::West);
        assert_eq!(state, played);
        assert_eq!(
            game.position_text(&state),
            "score=-1 turn=1 pacman=3,3,W ghost1=1,2 ghost2=6,3 food=all capsules=all"
        );
        assert_eq!(game.parse_position(""), Ok(game.start));
        let listed = game.parse_position("food=2,1;4,1").unwrap();
        assert_eq!((listed.food_left, listed), (2, game.parse_position("food=a").unwrap()));
    }

    #[test]
    fn mistakes_are_named() {
        let game = trap();
        for (text, sentence) in [
            ("hello", "'hello' is not a setting; write settings such as score=9 pacman=5,4,N"),
            ("score=1 score=2", "'score=2': 'score' is set twice; set it once"),
            (
                "lives=3",
                "'lives=3': no setting has that name; use score, turn, status, pacman, ghost1 to ghost2, food or capsules",
            ),
            (
                "ghost3=1,1",
                "'ghost3=1,1': no setting has that name; use score, turn, status, pacman, ghost1 to ghost2, food or capsules",
            ),
            ("turn=3", "'turn=3': '3' is not allowed; use 0 to 2"),
            ("pacman=0,0", "'pacman=0,0': 0,0: there is a wall; place agents on open cells"),
            (
                "pacman=9,0",
                "'pacman=9,0': 9,0 is not in the maze; it has 8 columns and 5 rows, to the half cell",
            ),
            (
                "pacman=1.3,3",
                "'pacman=1.3,3': 1.3,3 is not in the maze; it has 8 columns and 5 rows, to the half cell",
            ),
            (
                "pacman=1.5,3,E",
                "'pacman=1.5,3,E': 1.5,3: it lies between two cells; only scared ghosts can be there",
            ),
            ("ghost1=1.5,3,N,4", "'ghost1=1.5,3,N,4': 1.5,3: there is a wall; place agents on open cells"),
            (
                "ghost1=1,3,N,41",
                "'ghost1=1,3,N,41': a scared timer cannot be '41'; use 0 to 40, for ghosts only",
            ),
            ("ghost1=1,3,Q", "'ghost1=1,3,Q': 'Q' is not a direction; use N, S, E, W or -"),
            (
                "food=zz",
                "'food=zz': 'zz' does not say which of 4 are left; \
                 use all, none, cells such as 1,2;3,4, or 1 hexadecimal digit",
            ),
            (
                "food=6,1",
                "'food=6,1': nothing lies at 6,1 at the start; list cells that have some at the start",
            ),
            ("food=0,0;1,1", "'food=0,0;1,1': 0,0: there is a wall; place agents on open cells"),
            ("status=won", "the game is not won while food is left; use food=none"),
            ("status=lost", "the game is not lost while no ghost touches Pac-Man; put a ghost on his cell"),
            ("food=none", "no food is left, so the game is over; use status=won"),
            ("pacman=1,1", "Pac-Man is on food that he would have eaten; remove it"),
        ] {
            assert_eq!(game.parse_position(text).unwrap_err().to_string(), sentence);
        }
        assert!(game.parse_position("ghost1=1.5,3,E,4").is_ok());
    }
}
