//! Moves as pairs of points; positions as the edges of each side, or as the moves that were played.

use plylab_core::{AgentId, Game, InputError, Name, Notation, Turn, action_list, message, played_after_end};

use super::rules::{BLUE, RED, Sim, SimEdge, SimState, Start, edges};
use crate::common::{other, play_moves};

/// What a text says about the turn: the side to move, or that would be next if the game is over; and whether it is over.
type Stated = (AgentId, bool);

/// A side, as it is written in positions.
pub(super) fn colour(agent: AgentId) -> &'static str {
    if agent == RED { "red" } else { "blue" }
}

fn read_colour(word: &str) -> Option<AgentId> {
    [RED, BLUE].into_iter().find(|&agent| colour(agent).eq_ignore_ascii_case(word))
}

/// A point's letter.
pub(super) fn letter(point: u8) -> char {
    char::from(b'A' + point)
}

impl Sim {
    /// The letters of an edge's two points.
    pub(super) fn edge_text(&self, edge: SimEdge) -> String {
        let (low, high) = self.ends(edge);
        [low, high].map(letter).iter().collect()
    }

    /// The edges of a set, in alphabetical order.
    pub(super) fn edge_texts(&self, mask: u32) -> String {
        let texts: Vec<String> = edges(mask).map(|edge| self.edge_text(edge)).collect();
        texts.join(" ")
    }

    fn read_point(&self, name: char) -> Result<u8, InputError> {
        let point = match name {
            'A'..='Z' => name as u8 - b'A',
            'a'..='z' => name as u8 - b'a',
            '1'..='9' => name as u8 - b'1',
            _ => u8::MAX,
        };
        if point < self.points() {
            return Ok(point);
        }
        let wrong = message!("no-point", "{name} is not a point", name = format!("{name:?}"));
        let right = message!(
            "points-are",
            "the points are A to {letter} or 1 to {number}",
            letter = letter(self.points() - 1),
            number = self.points()
        );
        Err(InputError::new(wrong).expected(right))
    }

    /// Two points in either order, as letters or digits.
    fn read_edge(&self, text: &str) -> Result<SimEdge, InputError> {
        let mut names = text.chars();
        let (Some(one), Some(two), None) = (names.next(), names.next(), names.next()) else {
            return Err(InputError::new(message!("no-edge", "'{text}' is not an edge"))
                .expected(message!("edge-form", "name two points: AB")));
        };
        let (one, two) = (self.read_point(one)?, self.read_point(two)?);
        if one == two {
            return Err(InputError::new(message!("edge-loop", "'{text}' joins a point to itself"))
                .expected(message!("edge-two-points", "name two different points: AB")));
        }
        Ok(self.between(one, two))
    }

    fn parse_colours(&self, text: &str) -> Result<SimState, InputError> {
        let format = || message!("colours-form", "write 'red AB CD, blue EF, blue to move'");
        let mut masks = [0; 2];
        let mut turn: Option<Stated> = None;
        for part in text.split(',') {
            let mut words = part.split_whitespace();
            let first = words.next().unwrap_or_default();
            let Some(side) = read_colour(first) else {
                let wrong =
                    message!("colour-missing", "'{part}' does not begin with a colour", part = part.trim());
                return Err(InputError::new(wrong).expected(format()));
            };
            let words: Vec<&str> = words.collect();
            let stated = match words[..] {
                [] => {
                    let wrong =
                        message!("colour-empty", "no edges follow {colour}", colour = Name::of(colour(side)));
                    return Err(InputError::new(wrong).expected(format()));
                }
                [to, motion] if is(to, "to") && is(motion, "move") => (side, false),
                [moved, last] if is(moved, "moved") && is(last, "last") => (other(side), true),
                _ => {
                    self.add_edges(&mut masks, side, &words).map_err(|error| {
                        error.at(message!("colour", "{colour}", colour = Name::of(colour(side))))
                    })?;
                    continue;
                }
            };
            if turn.replace(stated).is_some() {
                return Err(InputError::new(message!("turn-twice", "the side to move is given twice"))
                    .expected(message!("give-once", "give it once")));
            }
        }
        self.position_of(masks, turn)
    }

    fn add_edges(&self, masks: &mut [u32; 2], side: AgentId, words: &[&str]) -> Result<(), InputError> {
        for word in words {
            let edge = self.read_edge(word)?;
            if (masks[0] | masks[1]) & edge.mask() != 0 {
                let wrong = message!("edge-twice", "{edge} is given twice", edge = self.edge_text(edge));
                let right = message!("edge-once", "an edge can be coloured only once");
                return Err(InputError::new(wrong).expected(right));
            }
            masks[side.index()] |= edge.mask();
        }
        Ok(())
    }

    /// The position with these edges of red and blue, or the rule that they break: only colourings that alternating moves can
    /// reach are positions.
    fn position_of(&self, masks: [u32; 2], stated: Option<Stated>) -> Result<SimState, InputError> {
        let side = self.side_to_move(masks, stated)?;
        let last = other(side);
        let own = masks[last.index()];
        let triangles = self.triangles(own);
        let wrong = match (triangles != 0, self.triangles(masks[side.index()]) != 0) {
            (true, true) => Some(message!("both-triangles", "red and blue both have a triangle")),
            (false, true) => Some(message!(
                "triangle-not-last",
                "{loser} has a triangle, but {mover} moved last",
                loser = Name::of(colour(side)),
                mover = Name::of(colour(last))
            )),
            (true, false) if !edges(triangles).any(|edge| self.triangles(own & !edge.mask()) == 0) => {
                Some(message!(
                    "no-last-edge",
                    "no single last edge completes {loser}'s triangles",
                    loser = Name::of(colour(last))
                ))
            }
            // Without a triangle before the last move, any order of the other moves leads here.
            _ => None,
        };
        if let Some(wrong) = wrong {
            let right = message!("first-triangle-ends", "the game ends with the first triangle");
            return Err(InputError::new(wrong).expected(right));
        }
        let state = SimState { red: masks[0], blue: masks[1], side, lost: triangles != 0 };
        let over = state.lost || self.free(&state) == 0;
        match stated {
            Some((_, false)) if over => {
                let wrong = message!("turn-after-end", "no side is to move: the game is over");
                let right =
                    message!("write-moved-last", "write '{colour} moved last'", colour = colour(last));
                Err(InputError::new(wrong).expected(right))
            }
            Some((_, true)) if !over => {
                let wrong = message!("not-over", "the game is not over yet");
                let right = message!("write-to-move", "write '{colour} to move'", colour = colour(side));
                Err(InputError::new(wrong).expected(right))
            }
            _ => Ok(state),
        }
    }

    /// The side to move, by the numbers of edges and by what is stated.
    fn side_to_move(&self, masks: [u32; 2], stated: Option<Stated>) -> Result<AgentId, InputError> {
        let [red, blue] = masks.map(u32::count_ones);
        // The side that moves first may have one edge more.
        let side = match (self.start(), i64::from(red) - i64::from(blue)) {
            (Start::Red, 0) | (Start::Blue | Start::Drawn, -1) => Some(RED),
            (Start::Blue, 0) | (Start::Red | Start::Drawn, 1) => Some(BLUE),
            (Start::Drawn, 0) => None,
            (start, _) => {
                let wrong = message!("edges-uneven", "red has {red} {red|edge|edges} and blue {blue}");
                return Err(InputError::new(wrong).expected(match start {
                    Start::Red => message!(
                        "red-first",
                        "red moves first, so red must have as many edges as blue or one more"
                    ),
                    Start::Blue => message!(
                        "blue-first",
                        "blue moves first, so blue must have as many edges as red or one more"
                    ),
                    Start::Drawn => {
                        message!("edges-in-turn", "the sides move in turn, so neither can be two edges ahead")
                    }
                }));
            }
        };
        match (side, stated) {
            (Some(side), Some((stated, over))) if side != stated => {
                let wrong = if over {
                    let last = Name::of(colour(other(stated)));
                    message!("cannot-have-moved", "{colour} cannot have moved last", colour = last)
                } else {
                    let next = Name::of(colour(stated));
                    message!("cannot-be-turn", "it cannot be {colour}'s move", colour = next)
                };
                Err(InputError::new(wrong).expected(message!(
                    "turn-passes",
                    "after {red} red and {blue} blue edges it is {colour}'s turn",
                    colour = Name::of(colour(side))
                )))
            }
            (Some(side), _) => Ok(side),
            (None, Some((stated, _))) => Ok(stated),
            // With a drawn start and equal numbers, only a triangle shows who moved last.
            (None, None) if self.triangles(masks[0]) != 0 => Ok(BLUE),
            (None, None) if self.triangles(masks[1]) != 0 => Ok(RED),
            (None, None) => Err(InputError::new(message!("turn-missing", "the side to move is missing"))
                .expected(message!("add-turn", "add 'red to move' or 'blue to move'"))),
        }
    }
}

fn is(word: &str, wanted: &str) -> bool {
    word.eq_ignore_ascii_case(wanted)
}

impl Notation for Sim {
    fn action_text(&self, _: &SimState, edge: SimEdge) -> String {
        self.edge_text(edge)
    }

    /// Also reads `BA`, `ab` and `12`.
    fn parse_action(&self, state: &SimState, text: &str) -> Result<SimEdge, InputError> {
        let text = text.trim();
        if self.turn(state) == Turn::Over {
            return Err(played_after_end(self, state, text));
        }
        let edge = self.read_edge(text)?;
        if self.free(state) & edge.mask() == 0 {
            let wrong = message!("edge-coloured", "{edge} is already coloured", edge = self.edge_text(edge));
            return Err(InputError::new(wrong).expected(action_list(self, state)));
        }
        Ok(edge)
    }

    fn position_text(&self, state: &SimState) -> String {
        let mut parts: Vec<String> = [RED, BLUE]
            .into_iter()
            .filter(|&agent| state.edges_of(agent) != 0)
            .map(|agent| format!("{} {}", colour(agent), self.edge_texts(state.edges_of(agent))))
            .collect();
        parts.push(match self.turn(state) {
            Turn::Over => format!("{} moved last", colour(other(state.side))),
            Turn::Agent(_) | Turn::Chance => format!("{} to move", colour(state.side)),
        });
        parts.join(", ")
    }

    fn parse_position(&self, text: &str) -> Result<SimState, InputError> {
        let words: Vec<&str> =
            text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty()).collect();
        // Colours are named, or all words are moves.
        if words.iter().any(|word| read_colour(word).is_some()) {
            return self.parse_colours(text);
        }
        // A list of moves does not say who moved first; where that is drawn, red did.
        let side = if self.start() == Start::Blue { BLUE } else { RED };
        play_moves(self, SimState { red: 0, blue: 0, side, lost: false }, words)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use plylab_core::Seed;

    use super::*;

    fn read_with(start: Start, text: &str) -> Result<String, String> {
        let game = Sim::new(6, start).unwrap();
        game.parse_position(text).map(|state| game.position_text(&state)).map_err(|error| error.to_string())
    }

    fn read(text: &str) -> String {
        read_with(Start::Red, text).unwrap()
    }

    fn error(text: &str) -> String {
        read_with(Start::Red, text).unwrap_err()
    }

    #[test]
    fn every_spelling_gives_the_same_position() {
        let text = "red AB CD, blue EF, blue to move";
        for spelling in [
            text,
            "AB EF CD",
            "12 65 43",
            "ba, fe, dc",
            " RED cd ab, Blue 56",
            "blue to move, blue EF, red AB, red CD",
        ] {
            assert_eq!(read(spelling), text);
        }
        assert_eq!(read(""), "red to move");
        assert_eq!(read_with(Start::Blue, "AB").unwrap(), "blue AB, red to move");
        assert_eq!(read("AB DE BC EF AC"), "red AB AC BC, blue DE EF, red moved last");
        assert_eq!(read("red AB BC AC, blue DE EF"), "red AB AC BC, blue DE EF, red moved last");
    }

    #[test]
    fn a_drawn_start_needs_the_side_to_move_where_edges_do_not_show_it() {
        let read = |text| read_with(Start::Drawn, text);
        assert_eq!(read("").unwrap(), "red to move");
        assert_eq!(read("blue to move").unwrap(), "blue to move");
        assert_eq!(read("blue AB").unwrap(), "blue AB, red to move");
        assert_eq!(read("red CD, blue AB, blue to move").unwrap(), "red CD, blue AB, blue to move");
        assert_eq!(
            read("red CD, blue AB").unwrap_err(),
            "the side to move is missing; add 'red to move' or 'blue to move'"
        );
        assert_eq!(
            read("red AB BC AC, blue DE EF AF").unwrap(),
            "red AB AC BC, blue AF DE EF, red moved last"
        );
        assert_eq!(
            read("red AB BC").unwrap_err(),
            "red has 2 edges and blue 0; the sides move in turn, so neither can be two edges ahead"
        );
    }

    #[test]
    fn draws_on_few_points_keep_who_moved_last() {
        let game = Sim::new(4, Start::Drawn).unwrap();
        for first in ["red", "blue"] {
            let mut state = game.parse_position(&format!("{first} to move")).unwrap();
            for edge in ["AB", "BC", "CD", "AC", "AD", "BD"] {
                let edge = game.parse_action(&state, edge).unwrap();
                game.apply(&mut state, edge);
            }
            assert_eq!((game.turn(&state), state.lost), (Turn::Over, false));
            assert_eq!(game.parse_position(&game.position_text(&state)), Ok(state));
        }
    }

    #[test]
    fn impossible_colourings_are_refused_by_the_rule_they_break() {
        assert_eq!(error("red AB, blue BA"), "blue: AB is given twice; an edge can be coloured only once");
        assert_eq!(error("red AB AB"), "red: AB is given twice; an edge can be coloured only once");
        assert_eq!(
            error("red AB CD, blue to move"),
            "red has 2 edges and blue 0; red moves first, so red must have as many edges as blue or one more"
        );
        assert_eq!(
            error("blue AB"),
            "red has 0 edges and blue 1; red moves first, so red must have as many edges as blue or one more"
        );
        assert_eq!(
            read_with(Start::Blue, "red AB, blue to move").unwrap_err(),
            "red has 1 edge and blue 0; blue moves first, so blue must have as many edges as red or one more"
        );
        assert_eq!(
            error("red AB, red to move"),
            "it cannot be red's move; after 1 red and 0 blue edges it is blue's turn"
        );
        assert_eq!(
            error("red AB BC AC, blue DE EF, blue moved last"),
            "blue cannot have moved last; after 3 red and 2 blue edges it is blue's turn"
        );
        assert_eq!(
            error("red AB BC AC, blue DE EF DF, red to move"),
            "red and blue both have a triangle; the game ends with the first triangle"
        );
        assert_eq!(
            error("red AB BC AC, blue DE EF CF, red to move"),
            "red has a triangle, but blue moved last; the game ends with the first triangle"
        );
        assert_eq!(
            error("red AB BC AC DE DF EF, blue AD AE AF BD BE"),
            "no single last edge completes red's triangles; the game ends with the first triangle"
        );
        assert_eq!(
            error("red AB BC AC, blue DE EF, blue to move"),
            "no side is to move: the game is over; write 'red moved last'"
        );
        assert_eq!(error("red AB, red moved last"), "the game is not over yet; write 'blue to move'");
        // Two triangles that share the last edge are one loss.
        assert_eq!(
            read("red AB BC AC AD BD, blue DE EF CF CD"),
            "red AB AC AD BC BD, blue CD CF DE EF, red moved last"
        );
    }

    #[test]
    fn malformed_input_names_the_location() {
        assert_eq!(error("AB AG"), "move 2: 'G' is not a point; the points are A to F or 1 to 6");
        assert_eq!(error("AB C"), "move 2: 'C' is not an edge; name two points: AB");
        assert_eq!(error("AA"), "move 1: 'AA' joins a point to itself; name two different points: AB");
        assert_eq!(
            error("AB CD BA"),
            "move 3: AB is already coloured; legal here: AC AD AE AF BC BD BE BF CE CF DE DF EF"
        );
        assert_eq!(error("AB DE BC EF AC AD"), "move 6: 'AD' is played after the end; the game is over");
        assert_eq!(error("red AB, blue A7"), "blue: '7' is not a point; the points are A to F or 1 to 6");
        assert_eq!(error("red AB, blue"), "no edges follow blue; write 'red AB CD, blue EF, blue to move'");
        assert_eq!(
            error("AB, red to move"),
            "'AB' does not begin with a colour; write 'red AB CD, blue EF, blue to move'"
        );
        assert_eq!(error("red to move, red to move"), "the side to move is given twice; give it once");
    }

    #[test]
    fn moves_are_read_in_every_spelling_and_refused_when_taken() {
        let game = Sim::default();
        let mut state = game.initial(Seed(0));
        for text in ["CE", "EC", "ec", "35", "53", "c5", " CE "] {
            assert_eq!(game.parse_action(&state, text), Ok(SimEdge(10)));
        }
        game.apply(&mut state, SimEdge(10));
        assert!(game.parse_action(&state, "CE").is_err());
        assert!(game.parse_action(&state, "Ä1").is_err());
    }

    /// Every position that can arise, by playing all games.
    fn reachable(game: &Sim, starters: &[AgentId]) -> HashSet<SimState> {
        let start = |&side: &AgentId| SimState { red: 0, blue: 0, side, lost: false };
        let mut open: Vec<SimState> = starters.iter().map(start).collect();
        let mut seen: HashSet<SimState> = open.iter().copied().collect();
        while let Some(state) = open.pop() {
            let actions = game.list_actions(&state);
            for edge in actions {
                let mut next = state;
                game.apply(&mut next, edge);
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen
    }

    /// Every position that is accepted, over all colourings and statements about the side to move.
    fn accepted(game: &Sim) -> HashSet<SimState> {
        let mut accepted = HashSet::new();
        for red in 0..=game.all {
            for blue in (0..=game.all).filter(|blue| blue & red == 0) {
                for stated in [RED, BLUE].into_iter().flat_map(|side| [(side, false), (side, true)]) {
                    accepted.extend(game.position_of([red, blue], Some(stated)));
                }
            }
        }
        accepted
    }

    #[test]
    fn exactly_what_can_arise_in_play_is_accepted() {
        for points in 3..=5 {
            for (start, starters) in
                [(Start::Red, &[RED][..]), (Start::Blue, &[BLUE]), (Start::Drawn, &[RED, BLUE])]
            {
                let game = Sim::new(points, start).unwrap();
                assert_eq!(accepted(&game), reachable(&game, starters), "{points} points, {start:?}");
            }
        }
    }
}
