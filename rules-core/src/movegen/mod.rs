//! Legal move generation for games whose king may not be left attacked (ALL-2): all but Toto40 and the chains of Leap Chess.
//!
//! Checkers and pins come first, so that every other piece's targets are legal as a whole set and a counting sink
//! never sees a single move.

pub(crate) mod geometry;
pub(crate) mod leto;
mod make;
pub(crate) mod pattern;
mod reach;
mod rules;
mod sink;
mod tables;

pub(crate) use make::make;
pub(crate) use reach::{classic_obstacle, classic_reach};
pub(crate) use rules::MoveRules;
pub(crate) use sink::{Any, Counter, Sink, Want};

use crate::board::{Board, KING, LETO, PAWN, SLOTS, lowest};
use crate::moves::Kind;
use crate::{Bitboard, CastlingSide, Color, Move, Position, Role, Square};
use geometry::{between, diagonal, orthogonal};
use leto::Letos;
use pattern::Castle;

/// State shared by the parts of the generator.
pub(crate) struct View<'a> {
    pub(crate) position: &'a Position,
    pub(crate) us: Color,
    pub(crate) own: u64,
    pub(crate) enemy: u64,
    pub(crate) occupied: u64,
    pub(crate) king: Square,
    pub(crate) want: Want,
    /// Targets of the moves wanted.
    pub(crate) wanted: u64,
}

impl<'a> View<'a> {
    #[inline(always)]
    fn new(position: &'a Position, want: Want) -> Self {
        let board = &position.board;
        let us = position.turn;
        let own = board.colors[us.index()];
        let enemy = board.colors[us.other().index()];
        let occupied = own | enemy;
        let wanted = match want {
            Want::All => !own,
            Want::Captures => enemy,
            Want::Quiets => !occupied,
        };
        let king = lowest(board.of(us, KING));
        Self {
            position,
            us,
            own,
            enemy,
            occupied,
            king,
            want,
            wanted,
        }
    }
}

/// Runs its body for each slot between pawns and king, with the slot known at compile time.
macro_rules! for_each_slot {
    ($SLOT:ident => $body:block) => {
        for_each_slot!(@ $SLOT $body 1 2 3 4)
    };
    (@ $SLOT:ident $body:block $($slot:literal)*) => {
        $({ const $SLOT: usize = $slot; $body })*
    };
}

/// Attacks of a piece between pawn and king.
#[inline(always)]
fn attacks<R: MoveRules, const SLOT: usize>(square: Square, occupied: u64) -> u64 {
    let mut targets = 0;
    if const { !R::PIECES[SLOT].leaps.is_empty() } {
        targets |= R::TABLES.leaps[SLOT][square.index()];
    }
    if const { R::PIECES[SLOT].orthogonal } {
        targets |= orthogonal(square, occupied);
    }
    if const { R::PIECES[SLOT].diagonal } {
        targets |= diagonal(square, occupied);
    }
    targets
}

/// Attacks of a piece other than a pawn, with the slot known at run time.
#[inline]
pub(crate) fn attacks_of<R: MoveRules>(slot: usize, square: Square, occupied: u64) -> u64 {
    let mut targets = R::TABLES.leaps[slot][square.index()];
    if R::PIECES[slot].orthogonal {
        targets |= orthogonal(square, occupied);
    }
    if R::PIECES[slot].diagonal {
        targets |= diagonal(square, occupied);
    }
    targets
}

/// A side's pieces that would capture on a square by landing there if exactly `occupied` were occupied.
/// A Leto never does (LETO-2); see [`leto::attackers`].
#[inline(always)]
pub(crate) fn attackers<R: MoveRules>(
    board: &Board,
    square: Square,
    occupied: u64,
    by: Color,
) -> u64 {
    let mut found = R::TABLES.pawn_attacks[by.other().index()][square.index()] & board.slots[PAWN];
    let (mut rooks, mut bishops) = (0, 0);
    // SLOTS is small and constant: the compiler unrolls this.
    let mut slot = 1;
    while slot < SLOTS {
        if !R::PIECES[slot].leaps.is_empty() {
            found |= R::TABLES.leaps[slot][square.index()] & board.slots[slot];
        }
        if R::PIECES[slot].orthogonal {
            rooks |= board.slots[slot];
        }
        if R::PIECES[slot].diagonal {
            bishops |= board.slots[slot];
        }
        slot += 1;
    }
    if rooks != 0 {
        found |= orthogonal(square, occupied) & rooks;
    }
    if bishops != 0 {
        found |= diagonal(square, occupied) & bishops;
    }
    found & board.colors[by.index()]
}

/// Returns whether a side attacks the square of the opponent's king, with Letos too.
#[inline]
pub(crate) fn is_attacked<R: MoveRules>(board: &Board, king: Square, by: Color) -> bool {
    attackers::<R>(board, king, board.occupied(), by) != 0
        || R::LETOS && leto::attackers(board, king, by) != 0
}

/// Generates the legal moves wanted.
#[inline]
pub(crate) fn classic<R: MoveRules, S: Sink>(position: &Position, sink: &mut S, want: Want) {
    let view = View::new(position, want);
    let View {
        us,
        own,
        occupied,
        king,
        wanted,
        ..
    } = view;
    let board = &position.board;
    let letos = if R::LETOS {
        Letos::new(&view)
    } else {
        Letos::NONE
    };

    let checkers = attackers::<R>(board, king, occupied, us.other());
    king_moves::<R, S>(&view, sink);
    if checkers & checkers.wrapping_sub(1) != 0 {
        if R::LETOS {
            Letos::effects::<R, S>(&view, sink);
        }
        return;
    }
    let cover = if checkers == 0 {
        if want != Want::Captures && !letos.check {
            castles::<R, S>(&view, sink);
        }
        u64::MAX
    } else {
        // In check, block or capture the checker. `between` is empty for a leap's two squares in every game with slides.
        let blocks = if const { slides::<R>() } {
            between(king, lowest(checkers))
        } else {
            0
        };
        checkers | blocks
    };
    let pinned = pinned_moves::<R, S>(&view, sink, &letos, cover);
    for_each_slot!(SLOT => {
        if const { R::PIECES[SLOT].moves() } {
            let mut pieces = own & board.slots[SLOT] & !pinned;
            while pieces != 0 {
                let from = lowest(pieces);
                pieces &= pieces - 1;
                let mut to = attacks::<R, SLOT>(from, occupied) & wanted & cover;
                if R::LETOS && SLOT == 1 {
                    to |= second_leaps::<R>(&view, from) & cover;
                }
                letos.targets::<R, S>(&view, sink, from, to);
            }
        }
    });
    let pawns = own & board.slots[PAWN] & !pinned;
    if R::LETOS && letos.sensitive != 0 {
        for from in Bitboard(pawns) {
            let to = pawn_targets::<R>(&view, from) & cover;
            letos.pawn_targets::<R, S>(&view, sink, from, to);
        }
    } else {
        pawn_moves::<R, S>(&view, sink, pawns, cover);
    }
    if want != Want::Quiets {
        en_passant::<R, S>(&view, sink);
    }
    if R::LETOS {
        for from in Bitboard(own & board.slots[LETO] & !pinned) {
            letos.plain::<R, S>(&view, sink, from, cover);
        }
        Letos::effects::<R, S>(&view, sink);
    }
}

/// A Kwagga's second leaps, which never capture (LETO-13).
#[inline(always)]
pub(crate) fn second_leaps<R: MoveRules>(view: &View<'_>, from: Square) -> u64 {
    if view.want == Want::Captures {
        return 0;
    }
    R::far_leaps(from, view.occupied) & !view.occupied
}

#[inline(always)]
fn king_moves<R: MoveRules, S: Sink>(view: &View<'_>, sink: &mut S) {
    let without = view.occupied & !(1 << view.king.0);
    let mut to = R::TABLES.leaps[KING][view.king.index()] & view.wanted;
    let mut safe = 0;
    while to != 0 {
        let square = lowest(to);
        let bit = to & to.wrapping_neg();
        to ^= bit;
        if attackers::<R>(&view.position.board, square, without, view.us.other()) & !bit == 0
            && (!R::LETOS || Letos::king_is_safe_on(view, square))
        {
            safe |= bit;
        }
    }
    sink.targets(view.king, safe);
}

/// Generates the moves of pinned pieces, along the line of their pin, and returns those pieces.
#[inline(always)]
fn pinned_moves<R: MoveRules, S: Sink>(
    view: &View<'_>,
    sink: &mut S,
    letos: &Letos,
    cover: u64,
) -> u64 {
    if !const { slides::<R>() } {
        return 0;
    }
    let board = &view.position.board;
    let (mut rooks, mut bishops) = (0, 0);
    for_each_slot!(SLOT => {
        if const { R::PIECES[SLOT].orthogonal } {
            rooks |= board.slots[SLOT];
        }
        if const { R::PIECES[SLOT].diagonal } {
            bishops |= board.slots[SLOT];
        }
    });
    let mut snipers = (orthogonal(view.king, view.enemy) & rooks
        | diagonal(view.king, view.enemy) & bishops)
        & view.enemy;
    let mut pinned = 0;
    while snipers != 0 {
        let sniper = lowest(snipers);
        snipers &= snipers - 1;
        let line = between(view.king, sniper);
        let shield = line & view.occupied;
        if shield & shield.wrapping_sub(1) == 0 && shield & view.own != 0 {
            pinned |= shield;
            let allowed = (line | 1 << sniper.0) & cover;
            pinned_targets::<R, S>(view, sink, letos, lowest(shield), allowed);
        }
    }
    pinned
}

fn pinned_targets<R: MoveRules, S: Sink>(
    view: &View<'_>,
    sink: &mut S,
    letos: &Letos,
    from: Square,
    allowed: u64,
) {
    let slot = view.position.board.slot_at(from);
    if slot == PAWN {
        let to = pawn_targets::<R>(view, from) & allowed;
        return letos.pawn_targets::<R, S>(view, sink, from, to);
    }
    if R::LETOS && slot == LETO {
        return letos.plain::<R, S>(view, sink, from, allowed);
    }
    let mut to = attacks_of::<R>(slot, from, view.occupied) & view.wanted & allowed;
    if R::LETOS && slot == 1 {
        to |= second_leaps::<R>(view, from) & allowed;
    }
    letos.targets::<R, S>(view, sink, from, to);
}

const fn slides<R: MoveRules>() -> bool {
    let mut slot = 1;
    while slot < KING {
        if R::PIECES[slot].orthogonal || R::PIECES[slot].diagonal {
            return true;
        }
        slot += 1;
    }
    false
}

/// Generates the moves of unpinned pawns, all at once.
#[inline(always)]
fn pawn_moves<R: MoveRules, S: Sink>(view: &View<'_>, sink: &mut S, pawns: u64, cover: u64) {
    let us = view.us.index();
    let last = R::PAWN.promotes_on[us];
    let push = &R::TABLES.push[us];
    if view.want != Want::Captures {
        let once = push.shift.of(pawns) & !view.occupied;
        let to = once & cover;
        sink.pawns(to & !last, |to| push.origin(to));
        if to & last != 0 {
            sink.promotions(to & last, push, R::PROMOTIONS);
        }
        if const { R::PAWN.doubles_from[0] != 0 } {
            let from_home = push.shift.of(R::PAWN.doubles_from[us]);
            let twice = push.shift.of(once & from_home) & !view.occupied & cover;
            sink.pawns(twice, |to| push.origin(push.origin(to)));
        }
    }
    if view.want != Want::Quiets {
        for step in &R::TABLES.captures[us] {
            let to = step.shift.of(pawns) & view.enemy & cover;
            sink.pawns(to & !last, |to| step.origin(to));
            if to & last != 0 {
                sink.promotions(to & last, step, R::PROMOTIONS);
            }
        }
    }
}

/// Pseudo-legal targets of one pawn, without en passant.
pub(crate) fn pawn_targets<R: MoveRules>(view: &View<'_>, from: Square) -> u64 {
    let us = view.us.index();
    let mut to = 0;
    if view.want != Want::Captures {
        let push = &R::TABLES.push[us].to;
        let once = push[from.index()] & !view.occupied;
        to |= once;
        if once != 0 && R::PAWN.doubles_from[us] >> from.0 & 1 != 0 {
            to |= push[lowest(once).index()] & !view.occupied;
        }
    }
    if view.want != Want::Quiets {
        to |= R::TABLES.pawn_attacks[us][from.index()] & view.enemy;
    }
    to
}

/// Generates en passant captures: they are rare enough to try on a copy of the board.
#[inline(always)]
fn en_passant<R: MoveRules, S: Sink>(view: &View<'_>, sink: &mut S) {
    let Some(square) = view.position.en_passant else {
        return;
    };
    let them = view.us.other();
    let victim = R::TABLES.push[view.us.index()].origin(square);
    let from = R::TABLES.pawn_attacks[them.index()][square.index()]
        & view.position.board.of(view.us, PAWN);
    for from in Bitboard(from) {
        let mv = Move::of_kind(from, square, Kind::EnPassant);
        let mut board = view.position.board;
        board.toggle(view.us, PAWN, from);
        board.toggle(view.us, PAWN, square);
        board.toggle(them, PAWN, victim);
        if !is_attacked::<R>(&board, view.king, them) {
            sink.one(mv);
        }
    }
}

#[inline(always)]
fn castles<R: MoveRules, S: Sink>(view: &View<'_>, sink: &mut S) {
    let rights = view.position.rights >> (view.us.index() * 2) & 3;
    if rights == 0 {
        return;
    }
    for side in CastlingSide::ALL {
        if rights >> side as usize & 1 != 0
            && let Some(castle) = &R::CASTLES[side.right(view.us)]
            && castle.empty & view.occupied == 0
            && castle_is_safe::<R>(view, castle)
        {
            let kind = Kind::Castle(side);
            sink.one(Move::of_kind(view.king, Square(castle.uci_to), kind));
        }
    }
}

fn castle_is_safe<R: MoveRules>(view: &View<'_>, castle: &Castle) -> bool {
    castling_boards(&view.position.board, view.us, castle, R::CASTLE_PARTNER)
        .all(|(board, king)| !is_attacked::<R>(&board, king, view.us.other()))
}

/// The boards on which a castling king may not be attacked, with its square (LETO-8, LEAP-5): on each square that it passes,
/// its partner at home, and in the final position.
pub(crate) fn castling_boards(
    board: &Board,
    us: Color,
    castle: &Castle,
    partner: Role,
) -> impl Iterator<Item = (Board, Square)> {
    let king_to = Square(castle.king_to);
    let mut away = *board;
    away.toggle(us, KING, Square(castle.king_from));
    let mut landed = away;
    landed.toggle(us, partner.slot(), Square(castle.partner_from));
    landed.toggle(us, KING, king_to);
    landed.toggle(us, partner.slot(), Square(castle.partner_to));
    let passing = Bitboard(castle.passed).iter().map(move |square| {
        let mut board = away;
        board.toggle(us, KING, square);
        (board, square)
    });
    passing.chain([(landed, king_to)])
}
