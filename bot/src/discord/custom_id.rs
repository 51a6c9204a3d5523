//! A button's address: what pressing it does, in at most 100 characters, readable for as long as its subject lives.
//!
//! `1:accept:k7f3q2` is a form number, a verb and what it is about; `1:move:k7f3q2:12` carries the number of half-moves on
//! the board that was seen. The form number lets a later program read the buttons of an earlier one.

use app::Press;

/// The only form so far.
const FORM: &str = "1";
/// The verbs whose address ends in a number of half-moves.
const WITH_PLY: [&str; 4] = ["panel", "piece", "target", "move"];

/// The address of a button or form that does `press`.
pub(crate) fn write(press: Press) -> String {
    match press {
        Press::Accept(id) => format!("{FORM}:accept:{id}"),
        Press::Decline(id) => format!("{FORM}:decline:{id}"),
        Press::Panel(id, ply) => format!("{FORM}:panel:{id}:{ply}"),
        Press::ChoosePiece(id, ply) => format!("{FORM}:piece:{id}:{ply}"),
        Press::ChooseMove(id, ply) => format!("{FORM}:target:{id}:{ply}"),
        Press::WriteMove(id, ply) => format!("{FORM}:move:{id}:{ply}"),
        Press::Board(id) => format!("{FORM}:board:{id}"),
        Press::Draw(id) => format!("{FORM}:draw:{id}"),
        Press::DeclineDraw(id) => format!("{FORM}:no-draw:{id}"),
        Press::AskResign(id) => format!("{FORM}:ask-resign:{id}"),
        Press::Resign(id) => format!("{FORM}:resign:{id}"),
    }
}

/// What the button of this address does; nothing for an address that this program did not write.
pub(crate) fn read(address: &str) -> Option<Press> {
    let mut parts = address.split(':');
    if parts.next() != Some(FORM) {
        return None;
    }
    let (verb, id, detail) = (parts.next()?, parts.next()?, parts.next());
    if parts.next().is_some() || detail.is_some() != WITH_PLY.contains(&verb) {
        return None;
    }
    Some(match verb {
        "accept" => Press::Accept(id.parse().ok()?),
        "decline" => Press::Decline(id.parse().ok()?),
        "panel" => Press::Panel(id.parse().ok()?, detail?.parse().ok()?),
        "piece" => Press::ChoosePiece(id.parse().ok()?, detail?.parse().ok()?),
        "target" => Press::ChooseMove(id.parse().ok()?, detail?.parse().ok()?),
        "move" => Press::WriteMove(id.parse().ok()?, detail?.parse().ok()?),
        "board" => Press::Board(id.parse().ok()?),
        "draw" => Press::Draw(id.parse().ok()?),
        "no-draw" => Press::DeclineDraw(id.parse().ok()?),
        "ask-resign" => Press::AskResign(id.parse().ok()?),
        "resign" => Press::Resign(id.parse().ok()?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use app::{ChallengeId, GameId};

    use super::*;

    fn all() -> [Press; 11] {
        let (challenge, game) = (ChallengeId::draw(7, 0), GameId::draw(8, 0));
        [
            Press::Accept(challenge),
            Press::Decline(challenge),
            Press::Panel(game, 0),
            Press::ChoosePiece(game, 1),
            Press::ChooseMove(game, 2),
            Press::WriteMove(game, u32::MAX),
            Press::Board(game),
            Press::Draw(game),
            Press::DeclineDraw(game),
            Press::AskResign(game),
            Press::Resign(game),
        ]
    }

    #[test]
    fn every_address_reads_back_and_fits() {
        for press in all() {
            let address = write(press);
            assert_eq!(read(&address), Some(press), "{address}");
            assert!(address.len() <= 100);
        }
    }

    #[test]
    fn forged_addresses_are_not_read() {
        for forged in [
            "",
            "1",
            "1:accept",
            "1:accept:",
            "2:accept:k7f3q2",
            "1:accept:k7f3q2:1",
            "1:move:k7f3q2",
            "1:move:k7f3q2:-1",
            "1:resign:../../x",
        ] {
            assert_eq!(read(forged), None, "{forged}");
        }
    }
}
