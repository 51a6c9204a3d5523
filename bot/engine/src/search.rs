//! Alpha-beta: principal variation search with what is usual around it, for one rule set at compile time.

use crate::eval::Evaluator;
use crate::fast::Ask as _;
use crate::history::{History, Place};
use crate::human::Human;
use crate::order::{Hints, Kind, Ordered, gains, quiet_of, victim};
use crate::play::Game;
use crate::score::{Score, from_table, is_decided, lost_at, to_table};
use crate::table::{Bound, Found, MoveTag, Table};
use crate::watch::Watch;
use rules_core::{Move, Position};
use std::marker::PhantomData;
use std::sync::LazyLock;

/// The longest line that is looked at.
pub(crate) const MAX_PLY: usize = 120;
/// Half-moves without progress after which the opponent may claim a draw (ALL-3).
const CLAIMABLE: u32 = 100;
/// Few enough pieces for a dead position.
const FEW: usize = 6;

/// By depth and by the number of the move: how much less deep a late quiet move is looked at.
static REDUCTIONS: LazyLock<Vec<[i32; 64]>> = LazyLock::new(|| {
    (0..64_u8)
        .map(|depth| {
            std::array::from_fn(|number| {
                let product = f64::from(depth.max(1)).ln()
                    * f64::from(u8::try_from(number.max(1)).unwrap_or(63)).ln();
                #[expect(clippy::cast_possible_truncation, reason = "between 0 and 10")]
                let reduction = (0.6 + product / 2.1) as i32;
                reduction
            })
        })
        .collect()
});

/// What is remembered of each half-move on the way to the position at hand.
#[derive(Debug, Clone, Copy)]
struct Step {
    /// The piece moved and where to.
    place: Place,
    eval: i32,
}

/// One search.
pub(crate) struct Worker<'a, G> {
    evaluator: &'a Evaluator,
    table: &'a mut Table,
    history: &'a mut History,
    pub(crate) watch: Watch<'a>,
    human: Option<Human>,
    /// Keys of the positions of the game and of the line looked at; the last is the position at hand.
    keys: Vec<u64>,
    /// For each key the place of the first one that could still recur.
    reach: Vec<usize>,
    /// The place of the root among the keys.
    root: usize,
    lists: Vec<Ordered>,
    steps: Vec<Step>,
    lines: Vec<Vec<Move>>,
    /// Moves of the root that are not to be looked at: the better lines already found.
    pub(crate) excluded: Vec<Move>,
    root_depth: i32,
    pub(crate) deepest: usize,
    game: PhantomData<G>,
}

/// A line of search between two bounds.
#[derive(Debug, Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    const fn new(alpha: i32, beta: i32) -> Self {
        Self { alpha, beta }
    }

    const fn reversed(self) -> Self {
        Self::new(-self.beta, -self.alpha)
    }

    /// Only asks whether the score is above `alpha`.
    const fn above(alpha: i32) -> Self {
        Self::new(alpha, alpha + 1)
    }
}

impl<'a, G: Game> Worker<'a, G> {
    pub(crate) fn new(
        evaluator: &'a Evaluator,
        table: &'a mut Table,
        history: &'a mut History,
        watch: Watch<'a>,
        human: Option<Human>,
        past: &[Position],
    ) -> Self {
        let mut worker = Self {
            evaluator,
            table,
            history,
            watch,
            human,
            keys: Vec::with_capacity(past.len() + MAX_PLY),
            reach: Vec::with_capacity(past.len() + MAX_PLY),
            root: past.len().saturating_sub(1),
            lists: (0..=MAX_PLY).map(|_| Ordered::default()).collect(),
            steps: vec![
                Step {
                    place: Place::NONE,
                    eval: 0
                };
                MAX_PLY + 3
            ],
            lines: vec![Vec::new(); MAX_PLY + 2],
            excluded: Vec::new(),
            root_depth: 0,
            deepest: 0,
            game: PhantomData,
        };
        let mut before: Option<&Position> = None;
        for position in past {
            let fresh = before.is_none_or(|earlier| {
                earlier.occupied().len() != position.occupied().len()
                    || !G::TOTO && position.halfmove_clock() == 0
            });
            worker.enter(position, fresh);
            before = Some(position);
        }
        worker
    }

    /// The best line of the root.
    pub(crate) fn line(&self) -> &[Move] {
        &self.lines[0]
    }

    /// Looks at the root within bounds; the answer may lie outside of them.
    pub(crate) fn run(&mut self, root: &Position, depth: i32, alpha: i32, beta: i32) -> i32 {
        self.root_depth = depth;
        self.node::<true>(root, Window::new(alpha, beta), depth, 0, false)
    }

    fn enter(&mut self, position: &Position, fresh: bool) {
        let here = self.keys.len();
        let reach = if fresh {
            here
        } else {
            self.reach.last().copied().unwrap_or(0)
        };
        self.keys.push(G::repetition_key(position));
        self.reach.push(reach);
    }

    fn leave(&mut self) {
        self.keys.pop();
        self.reach.pop();
    }

    /// TOTO-11: whether the position just entered has stood on the board before.
    fn recurs(&self) -> bool {
        let (Some((&now, past)), Some(&reach)) = (self.keys.split_last(), self.reach.last()) else {
            return false;
        };
        past.get(reach..).is_some_and(|past| past.contains(&now))
    }

    /// Whether the position is to be taken for a draw by repetition: once more within the line looked at, twice more in the game.
    fn repeats(&self) -> bool {
        let (Some((&now, past)), Some(&reach)) = (self.keys.split_last(), self.reach.last()) else {
            return false;
        };
        let mut seen = 0;
        for (place, &key) in past.iter().enumerate().skip(reach).rev() {
            if key == now {
                seen += 1;
                if place > self.root || seen == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// The score of a game that is over here, apart from having no move.
    fn ended(&self, position: &Position, ply: usize) -> Option<i32> {
        if let Some(won) = G::won(position) {
            let ours = won.winner == Some(position.turn());
            return Some(if ours { -lost_at(ply) } else { lost_at(ply) });
        }
        if G::TOTO {
            return None;
        }
        let dead = position.occupied().len() <= FEW && G::is_dead(position);
        let claimable = position.halfmove_clock() >= CLAIMABLE
            && (!G::is_check(position) || has_move(position));
        (dead || claimable || self.repeats()).then_some(0)
    }

    /// The score of a position without a legal move.
    fn without_moves(position: &Position, ply: usize) -> i32 {
        if G::TOTO {
            return lost_at(ply);
        }
        match position.outcome().and_then(|outcome| outcome.winner) {
            None => 0,
            Some(winner) if winner == position.turn() => -lost_at(ply),
            Some(_) => lost_at(ply),
        }
    }

    fn evaluate(&self, position: &Position) -> i32 {
        let eval = self.evaluator.evaluate::<G>(position);
        match &self.human {
            Some(human) => eval + human.misjudges(position.hash()),
            None => eval,
        }
    }

    fn overlooks(&self, position: &Position, mv: &Move, ply: usize) -> bool {
        ply > 0
            && self
                .human
                .as_ref()
                .is_some_and(|human| human.overlooks(position.hash(), MoveTag::of(mv)))
    }

    fn node<const PV: bool>(
        &mut self,
        position: &Position,
        mut window: Window,
        mut depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        self.lines[ply].clear();
        if ply > 0 {
            if let Some(score) = self.ended(position, ply) {
                return score;
            }
            window.alpha = window.alpha.max(lost_at(ply));
            window.beta = window.beta.min(-lost_at(ply + 1));
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }
        if ply >= MAX_PLY {
            return self.evaluate(position);
        }
        let check = G::is_check(position);
        let may_extend = ply < 2 * usize::try_from(self.root_depth).unwrap_or(0);
        if check && may_extend {
            depth = depth.max(0) + 1;
        }
        if depth <= 0 {
            return self.quiesce::<PV>(position, window, ply, 0);
        }
        if self.watch.tick() {
            return 0;
        }
        let key = position.hash();
        let found = self.table.get(key);
        if let Some(found) = &found
            && !PV
            && found.depth >= depth
            && position.halfmove_clock() < CLAIMABLE - 10
        {
            let score = from_table(found.score, ply);
            let enough = match found.bound {
                Bound::Exact => true,
                Bound::Lower => score >= window.beta,
                Bound::Upper => score <= window.alpha,
            };
            if enough {
                return score;
            }
        }
        let tag = found.map_or(MoveTag::NONE, |found| found.tag);
        let eval = match &found {
            _ if check => -Score::INFINITE,
            Some(found) => found.eval,
            None => self.evaluate(position),
        };
        self.steps[ply + 2].eval = eval;
        let improving = !check && eval > self.steps[ply].eval;
        self.history.forget_killers(ply + 2);

        let mut list = std::mem::take(&mut self.lists[ply]);
        G::legal_moves(position, &mut list.moves);
        let score = if list.moves.is_empty() {
            Self::without_moves(position, ply)
        } else {
            let forced = G::MUST_CAPTURE
                && list
                    .moves
                    .first()
                    .is_some_and(|mv| G::is_capture(position, mv));
            let early = if PV || check || forced {
                None
            } else {
                self.shortcut(position, window, depth, ply, eval, improving)
            };
            if let Some(score) = early {
                score
            } else {
                {
                    let at = At {
                        position,
                        depth: depth - i32::from(depth >= 4 && tag == MoveTag::NONE),
                        ply,
                        cut,
                        check,
                        calm: !check && !forced,
                        eval,
                        improving,
                        tag,
                        extends: list.moves.len() == 1 && may_extend,
                    };
                    self.moves::<PV>(&mut list, window, &at)
                }
            }
        };
        self.lists[ply] = list;
        score
    }

    /// Scores so far from the bounds that no move needs to be looked at.
    fn shortcut(
        &mut self,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        eval: i32,
        improving: bool,
    ) -> Option<i32> {
        let beta = window.beta;
        if depth <= 7 && !is_decided(beta) && eval - 85 * (depth - i32::from(improving)) >= beta {
            return Some(i32::midpoint(eval, beta));
        }
        if depth <= 2 && eval + 250 * depth < window.alpha && !is_decided(window.alpha) {
            let score = self.quiesce::<false>(position, window, ply, 0);
            if score <= window.alpha {
                return Some(score);
            }
        }
        let just_passed = self.steps[ply + 1].place == Place::NONE;
        let useful = G::NULL_MOVE && !just_passed && G::has_pieces(position, position.turn());
        if useful && depth >= 3 && eval >= beta && !is_decided(beta) {
            let reduction = 3 + depth / 4 + ((eval - beta) / 200).min(3);
            let passed = position.pass()?;
            self.steps[ply + 2].place = Place::NONE;
            self.enter(&passed, true);
            let below = Window::above(beta - 1).reversed();
            let score = -self.node::<false>(&passed, below, depth - reduction, ply + 1, true);
            self.leave();
            if score >= beta && !self.watch.is_over() {
                return Some(if is_decided(score) { beta } else { score });
            }
        }
        None
    }

    #[expect(
        clippy::too_many_lines,
        reason = "the loop at the heart of the search, whose parts share all of their state"
    )]
    fn moves<const PV: bool>(&mut self, list: &mut Ordered, window: Window, at: &At<'_>) -> i32 {
        let At { position, ply, .. } = *at;
        let color = position.turn().index();
        let before = [self.steps[ply + 1].place, self.steps[ply].place];
        let hints = Hints {
            tag: at.tag,
            killers: self.history.killers(ply),
            counter: self.history.counter(before[0], color),
            before,
        };
        list.score::<G>(position, self.evaluator, self.history, &hints);
        let mut alpha = window.alpha;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let (mut tried, mut legal, mut quiets) = (0, 0, 0);
        for n in 0..list.moves.len() {
            let (mv, scored) = list.pick::<G>(n, position, self.evaluator);
            if ply == 0 && self.excluded.contains(&mv) {
                continue;
            }
            let quiet = scored.kind == Kind::Quiet;
            if best > -Score::INFINITE
                && !is_decided(best)
                && ply > 0
                && self.hopeless(at, &mv, quiets, alpha, hints.before, scored.kind)
            {
                legal += 1;
                continue;
            }
            if self.overlooks(position, &mv, ply) {
                continue;
            }
            let next = G::play(position, &mv);
            let captured = next.occupied().len() != position.occupied().len();
            let place = Place::new(position.slot_at(mv.from()), mv.to().index());
            self.enter(&next, captured || !G::TOTO && next.halfmove_clock() == 0);
            if G::TOTO && self.recurs() {
                self.leave();
                continue;
            }
            legal += 1;
            self.steps[ply + 2].place = place;
            let deeper = at.depth - 1 + i32::from(at.extends);
            let full = Window::new(alpha, window.beta).reversed();
            let score = if tried == 0 {
                -self.node::<PV>(&next, full, deeper, ply + 1, !PV && !at.cut)
            } else {
                let less = self.reduction::<PV>(at, &mv, tried, scored.kind, hints.before);
                let probe = Window::above(alpha).reversed();
                let mut score = -self.node::<false>(&next, probe, deeper - less, ply + 1, true);
                if score > alpha && less > 0 {
                    score = -self.node::<false>(&next, probe, deeper, ply + 1, !at.cut);
                }
                if PV && score > alpha {
                    score = -self.node::<PV>(&next, full, deeper, ply + 1, false);
                }
                score
            };
            self.leave();
            tried += 1;
            quiets += usize::from(quiet);
            if self.watch.is_over() {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if PV {
                        self.extend_line(ply, mv);
                    }
                    if score >= window.beta {
                        self.reward(list, n, at, &hints);
                        break;
                    }
                }
            }
        }
        if legal == 0 || best == -Score::INFINITE {
            // Toto40's superko may forbid all moves; a person may overlook them.
            let overlooked = legal > 0 || self.human.is_some() || ply == 0;
            return if overlooked {
                self.evaluate(position)
            } else {
                Self::without_moves(position, ply)
            };
        }
        let bound = if best >= window.beta {
            Bound::Lower
        } else if best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if ply > 0 || self.excluded.is_empty() {
            let found = Found {
                tag: best_move.map_or(MoveTag::NONE, |mv| MoveTag::of(&mv)),
                score: to_table(best, ply),
                eval: if at.check { 0 } else { at.eval },
                depth: at.depth,
                bound,
            };
            self.table.put(position.hash(), &found);
        }
        best
    }

    /// Whether a late move is not worth looking at near the leaves.
    fn hopeless(
        &self,
        at: &At<'_>,
        mv: &Move,
        quiets: usize,
        alpha: i32,
        before: [Place; 2],
        kind: Kind,
    ) -> bool {
        if !at.calm || at.depth > 6 {
            return false;
        }
        let depth = at.depth;
        match kind {
            Kind::Taking => false,
            Kind::Losing => {
                depth <= 5 && !gains::<G>(at.position, self.evaluator, mv, -100 * depth)
            }
            Kind::Quiet => {
                let enough = (4 + depth * depth) / (2 - i32::from(at.improving));
                let many = usize::try_from(enough).is_ok_and(|enough| quiets > enough);
                let patience = if G::MUST_CAPTURE || G::TOTO { 2 } else { 1 };
                let poor = at.eval + 110 + 90 * depth * patience <= alpha;
                let bad = depth <= 3
                    && self.history.quiet(quiet_of(at.position, mv), before) < -3_500 * depth;
                many && depth <= 4 / patience + 2 || poor || bad
            }
        }
    }

    fn reduction<const PV: bool>(
        &self,
        at: &At<'_>,
        mv: &Move,
        tried: usize,
        kind: Kind,
        before: [Place; 2],
    ) -> i32 {
        if at.depth < 3 || tried < 1 + usize::from(PV) || kind == Kind::Taking {
            return 0;
        }
        let depth = usize::try_from(at.depth).unwrap_or(0).min(63);
        let mut less = REDUCTIONS[depth][tried.min(63)];
        if kind == Kind::Quiet {
            less -= self.history.quiet(quiet_of(at.position, mv), before) / 9_000;
        }
        less += i32::from(at.cut) - i32::from(PV) - i32::from(at.check);
        less -= i32::from(G::MUST_CAPTURE || G::TOTO);
        less.clamp(0, at.depth - 2)
    }

    /// The move at place `n` of the list refutes: moves like it are to be tried earlier, those tried before it later.
    fn reward(&mut self, list: &Ordered, n: usize, at: &At<'_>, hints: &Hints) {
        let bonus = (150 * at.depth - 80).clamp(16, 1_600);
        let position = at.position;
        for (place, (mv, scored)) in list.moves.iter().zip(&list.scores).enumerate().take(n + 1) {
            let good = if place == n { bonus } else { -bonus };
            if scored.kind == Kind::Quiet {
                if list.scores[n].kind == Kind::Quiet {
                    let quiet = quiet_of(position, mv);
                    self.history.reward_quiet(quiet, hints.before, good);
                }
            } else {
                let piece = Place::new(position.slot_at(mv.from()), mv.to().index());
                let taken = victim(position, mv);
                self.history.reward_capture(piece, taken, good);
            }
        }
        if list.scores[n].kind == Kind::Quiet {
            let tag = MoveTag::of(&list.moves[n]);
            let color = position.turn().index();
            self.history.refutes(at.ply, hints.before[0], color, tag);
        }
    }

    fn extend_line(&mut self, ply: usize, mv: Move) {
        let (here, after) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&after[0]);
    }

    /// Goes on until nothing is to be captured; where captures are a duty, all of them, and where the king is attacked, all moves.
    fn quiesce<const PV: bool>(
        &mut self,
        position: &Position,
        window: Window,
        ply: usize,
        steps: usize,
    ) -> i32 {
        self.lines[ply].clear();
        if steps > 0
            && let Some(won) = G::won(position)
        {
            let ours = won.winner == Some(position.turn());
            return if ours { -lost_at(ply) } else { lost_at(ply) };
        }
        if self.watch.tick() {
            return 0;
        }
        self.deepest = self.deepest.max(ply);
        if ply >= MAX_PLY {
            return self.evaluate(position);
        }
        let key = position.hash();
        let found = self.table.get(key);
        if let Some(found) = &found
            && !PV
        {
            let score = from_table(found.score, ply);
            let enough = match found.bound {
                Bound::Exact => true,
                Bound::Lower => score >= window.beta,
                Bound::Upper => score <= window.alpha,
            };
            if enough {
                return score;
            }
        }
        let check = steps < EVASIONS && G::is_check(position);
        let mut list = std::mem::take(&mut self.lists[ply]);
        if check {
            G::legal_moves(position, &mut list.moves);
        } else {
            G::captures(position, &mut list.moves);
        }
        let score = if check && list.moves.is_empty() {
            Self::without_moves(position, ply)
        } else {
            let duty = check || G::MUST_CAPTURE && !list.moves.is_empty();
            self.captures::<PV>(&mut list, position, window, (ply, steps), duty)
        };
        self.lists[ply] = list;
        score
    }

    fn captures<const PV: bool>(
        &mut self,
        list: &mut Ordered,
        position: &Position,
        window: Window,
        (ply, steps): (usize, usize),
        duty: bool,
    ) -> i32 {
        let key = position.hash();
        let found = self.table.get(key);
        let mut alpha = window.alpha;
        let mut best = -Score::INFINITE;
        let mut eval = 0;
        if !duty {
            eval = match &found {
                Some(found) if !G::is_check(position) => found.eval,
                _ => self.evaluate(position),
            };
            best = eval;
            alpha = alpha.max(best);
            if best >= window.beta {
                return best;
            }
        }
        let hints = Hints {
            tag: found.map_or(MoveTag::NONE, |found| found.tag),
            killers: [MoveTag::NONE; 2],
            counter: MoveTag::NONE,
            before: [self.steps[ply + 1].place, self.steps[ply].place],
        };
        list.score::<G>(position, self.evaluator, self.history, &hints);
        let mut best_move = MoveTag::NONE;
        for n in 0..list.moves.len() {
            let (mv, scored) = list.pick::<G>(n, position, self.evaluator);
            if !duty {
                let gain = self.evaluator.exchange[victim(position, &mv)];
                let little = mv.promotion().is_none() && eval + gain + 200 <= alpha;
                if scored.kind == Kind::Losing || little && G::EXCHANGES {
                    continue;
                }
            }
            if self.overlooks(position, &mv, ply) {
                continue;
            }
            let next = G::play(position, &mv);
            let captured = next.occupied().len() != position.occupied().len();
            self.enter(&next, captured);
            if G::TOTO && self.recurs() {
                self.leave();
                continue;
            }
            self.steps[ply + 2].place = Place::new(position.slot_at(mv.from()), mv.to().index());
            let inner = Window::new(alpha, window.beta).reversed();
            let score = -self.quiesce::<PV>(&next, inner, ply + 1, steps + 1);
            self.leave();
            if self.watch.is_over() {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = MoveTag::of(&mv);
                    if PV {
                        self.extend_line(ply, mv);
                    }
                    if score >= window.beta {
                        break;
                    }
                }
            }
        }
        if best == -Score::INFINITE {
            return self.evaluate(position);
        }
        let bound = if best >= window.beta {
            Bound::Lower
        } else {
            Bound::Upper
        };
        let found = Found {
            tag: best_move,
            score: to_table(best, ply),
            eval,
            depth: 0,
            bound,
        };
        self.table.put(key, &found);
        best
    }
}

/// How many half-moves of a capture search answer an attack on the king with every move.
const EVASIONS: usize = 2;

/// What is known of the position whose moves are looked at.
#[expect(
    clippy::struct_excessive_bools,
    reason = "four independent facts of one position"
)]
struct At<'p> {
    position: &'p Position,
    depth: i32,
    ply: usize,
    /// It is expected that a move refutes it.
    cut: bool,
    check: bool,
    /// Neither in check nor with a duty to capture: late moves may be left out.
    calm: bool,
    eval: i32,
    improving: bool,
    tag: MoveTag,
    /// Its only move is looked at one half-move deeper.
    extends: bool,
}

fn has_move(position: &Position) -> bool {
    position.count_moves() > 0
}
