//! The tables of commands and of buttons, a row each.
//!
//! The columns of a command:
//!
//! - its variant of [`Command`](crate::Command) or [`PeopleCommand`](crate::PeopleCommand),
//! - its permission,
//! - the discretion of its answer,
//! - the record that it is about, which is read in the first round trip,
//! - after `costs`, whether it makes the engine think at length, or reads a position that a person set up,
//! - after `=>`, its use case, by its path in the crate. It is only named here: `commands`, above the use cases, calls it,
//! - after `named`, its name and options, beside its use case. Front ends list commands in the order of the table.
//!
//! A row of a button, select menu or modal has a name, the verb and fields of its address, and its command, which says what it does. A
//! row with an input, the chosen option or the written text, has no command without one.

/// Passes the rows of [`Command`](crate::Command) to a macro, which may use the context and the request in the last columns.
macro_rules! commands {
    ($each:ident) => {
        commands!($each, ctx, request);
    };
    ($each:ident, $ctx:ident, $request:ident) => {
        $each! {
            $ctx, $request;
            /// A command of a person.
            Command:

            /// Tells how to start.
            Help(occasion: Occasion): Need::Anyone, Discretion::Open, Reads::Nothing
                => help::welcome::help($ctx, $request, *occasion), named [help::welcome::HELP];
            /// Challenges one person, or everyone here.
            Challenge {
                /// The only person who may accept; anyone if `None`.
                opponent: Option<Person>,
                terms: Terms,
            }: Need::to_challenge(opponent.as_ref()), Discretion::Open, Reads::Person(opponent.as_ref()),
                costs terms.start.is_some()
                => challenge::invitation::challenge($ctx, &$request.who, &$request.venue, opponent.as_ref(), &terms.given_in(&$request.context)),
                named [challenge::new_game::CHALLENGE];
            /// Starts a game against the engine.
            Play { terms: Terms, level: Level }: Need::Anyone, Discretion::Open, Reads::Nothing, costs terms.start.is_some()
                => challenge::invitation::play_engine($ctx, &$request.who, &$request.venue, &terms.given_in(&$request.context), *level),
                named [challenge::new_game::PLAY];
            /// Starts a game against the engine by its name; asks first if you already play one here.
            Begin(variant: Variant): Need::Anyone, Discretion::Open, Reads::Nothing
                => challenge::new_game::begin($ctx, $request, *variant), named [challenge::new_game::BEGIN];
            /// Asks which game to start.
            ChooseGame(game: NewGame): Need::Anyone, Discretion::Open, Reads::Nothing
                => challenge::new_game::choose_game($ctx, $request, *game);
            Move {
                game: Which,
                /// The move in any notation that [`Game::read`](rules_core::Game::read) knows.
                text: String,
                /// Half-moves on the board that the player saw, if known.
                ply: Option<u32>,
            }: Need::OnMove, Discretion::AsTheGame, Reads::GameOfMove(*game, text)
                => game::moves::play_move($ctx, $request, *game, text, *ply), named [game::moves::MOVE];
            /// Adds premoves, or shows them if the text is empty.
            Prepare(which: Which, text: String): Need::Playing, Discretion::Secret, Reads::Game(*which)
                => game::premove::prepare($ctx, $request, *which, text), named [game::premove::PREMOVE];
            /// Clears your premoves in a game.
            ForgetPrepared(id: GameId): Need::Playing, Discretion::Secret, Reads::game(*id)
                => game::premove::forget_prepared($ctx, &$request.who, *id);
            /// Gives a hint, in casual games outside of tournaments.
            Hint(which: Which): Need::OnMove, Discretion::Secret, Reads::Game(*which), costs true
                => game::hint::hint($ctx, $request, *which), named [game::hint::HINT];
            Board(which: Which): Need::Seeing, Discretion::AsTheGame, Reads::Game(*which)
                => game::moves::look($ctx, $request, *which), named [game::moves::BOARD];
            /// Describes the board in words, without a picture.
            Describe(which: Which): Need::Seeing, Discretion::AsTheGame, Reads::Game(*which)
                => game::moves::describe($ctx, $request, *which);
            /// Opens the move picker.
            Panel {
                game: GameId,
                /// Half-moves on the board that the player saw.
                ply: u32,
                /// The menu option chosen last.
                chosen: Option<Chosen>,
            }: Need::OnMove, Discretion::AsTheGame, Reads::game(*game)
                => game::move_picker::panel($ctx, $request, *game, *ply, chosen.as_ref());
            /// Lists your games and challenges. Some may be played elsewhere.
            Games: Need::Anyone, Discretion::Secret, Reads::OwnGames
                => game::moves::list_games($ctx, &$request.who), named [game::moves::GAMES];
            /// Opens the game that has waited longest for your move.
            NextGame: Need::Anyone, Discretion::Secret, Reads::OwnGames
                => game::moves::next_game($ctx, &$request.who), named [game::moves::NEXT];
            /// Lists the games in progress that everyone in this room sees.
            GamesHere: Need::Anyone, Discretion::Open, Reads::Nothing => game::watch::list_here($ctx, $request);
            /// Follows a game by direct message.
            Watch(id: GameId): Need::Watching, Discretion::Secret, Reads::game(*id)
                => game::watch::watch($ctx, &$request.who, *id), named [game::watch::WATCH];
            /// Reviews a finished game.
            Analyze(id: GameId): Need::Seeing, Discretion::AsTheGame, Reads::game(*id)
                => game::review::ask_review($ctx, &$request.who, *id), named [game::review::ANALYZE];
            /// Asks which of your finished games to review.
            ChooseReview: Need::Anyone, Discretion::Secret, Reads::Nothing => game::review::choose_review($ctx, $request);
            /// Analyzes the position with this FEN.
            Study(variant: Variant, fen: String): Need::Anyone, Discretion::Secret, Reads::Nothing, costs true
                => game::hint::study($ctx, &$request.who, *variant, fen);
            /// Shows a finished game in the viewer: from its start, or this position of it. "Mine" is your latest one.
            Replay(which: Which, viewed: Option<Viewed>): Need::Seeing, Discretion::AsTheGame, Reads::FinishedGame(*which)
                => game::replay::replay($ctx, $request, *which, *viewed), named [game::replay::REPLAY];
            /// Reviews the finished game in the viewer, which stays open.
            AnalyzeReplay(id: GameId, viewed: Viewed): Need::Seeing, Discretion::AsTheGame, Reads::game(*id)
                => game::replay::analyze($ctx, $request, *id, *viewed);
            /// Posts something in this room, for everyone there.
            Post(what: Postable): what.needs(), what.discretion(), what.reads() => notify::posts::post($ctx, $request, *what);
            /// Offers, accepts or claims a draw.
            Draw(which: Which): Need::Playing, Discretion::AsTheGame, Reads::Game(*which)
                => game::offers::draw($ctx, $request, *which), named [game::offers::DRAW];
            /// Requests a takeback or grants the opponent's, with the half-moves on the board that the player saw, if known.
            TakeBack(which: Which, ply: Option<u32>): Need::Playing, Discretion::AsTheGame, Reads::Game(*which)
                => game::offers::take_back($ctx, $request, *which, *ply), named [game::offers::TAKE_BACK];
            /// Asks for confirmation before resigning.
            AskResign(which: Which): Need::Playing, Discretion::AsTheGame, Reads::Game(*which)
                => game::offers::ask_resign($ctx, $request, *which), named [game::offers::RESIGN];
            Resign(id: GameId): Need::Playing, Discretion::AsTheGame, Reads::game(*id)
                => game::offers::resign($ctx, $request, *id);
            /// Shows a page (from zero) of a game's rules, or asks which game's.
            Rules(variant: Option<Variant>, page: usize): Need::Anyone, Discretion::Open, Reads::Nothing
                => help::rulebook::rules($ctx, $request, *variant, *page), named [help::rulebook::RULES];
            /// Shows the rules of the game that a person plays here, or asks which game's.
            RulesOfGame(which: Which): Need::Seeing, Discretion::AsTheGame, Reads::Game(*which)
                => game::moves::rules_of_game($ctx, $request, *which);
            /// Opens the next lesson of a game, or asks which game to learn.
            Learn(of: Option<Family>): Need::Anyone, Discretion::Secret, Reads::Nothing
                => lesson::course::learn($ctx, $request, *of), named [lesson::course::LEARN];
            Lessons(of: Family): Need::Anyone, Discretion::Secret, Reads::Nothing => lesson::course::list($ctx, $request, *of);
            /// Shows a position of a lesson, with the menu option chosen last.
            Lesson(at: LessonPosition, chosen: Option<Chosen>): Need::Anyone, Discretion::Secret, Reads::Nothing
                => lesson::position::lesson($ctx, $request, *at, chosen.as_ref()), named [lesson::position::LESSON];
            /// Tries a move in a position of a lesson.
            TryInLesson(at: LessonPosition, text: String): Need::Anyone, Discretion::Secret, Reads::Nothing
                => lesson::position::attempt($ctx, $request, *at, text);
            /// Opens a puzzle of a game, with a theme; asks which game's if it is given neither.
            Puzzle(of: Option<Family>, theme: Option<PuzzleTheme>): Need::Anyone, Discretion::Secret, Reads::Nothing
                => lesson::puzzle::open($ctx, $request, *of, *theme), named [lesson::puzzle::PUZZLE];
            Solution(of: LessonPosition): Need::Anyone, Discretion::Secret, Reads::Nothing
                => lesson::puzzle::solution($ctx, $request, *of);
            Vote(of: LessonId, vote: Vote): Need::Anyone, Discretion::Secret, Reads::Nothing
                => lesson::puzzle::vote($ctx, $request, *of, *vote);
            /// Opens the daily puzzle with this code, or the server's.
            Daily(id: Option<DailyId>): Need::Anyone, Discretion::Secret, Reads::Nothing
                => lesson::daily::open($ctx, $request, *id), named [lesson::daily::DAILY];
            /// Shows your preferences or the server's settings, or the values of one of them.
            Settings(scope: Scope, open: Option<Setting>): scope.needs(), scope.discretion(), Reads::Nothing
                => settings::menus::settings($ctx, $request, *scope, *open), named [settings::menus::SETTINGS];
            /// Sets a setting to the value of this code; [`Setting::DEFAULT`] resets it.
            Change(setting: Setting, value: String): setting.scope().needs(), setting.scope().discretion(), Reads::Nothing
                => settings::menus::change_setting($ctx, $request, *setting, value);
            /// Takes a vacation of this many days, or tells how many are left.
            Vacation(days: Option<u16>): Need::Anyone, Discretion::Secret, Reads::Nothing
                => people::vacation::vacation($ctx, &$request.who, *days), named [people::vacation::VACATION];
            EndVacation: Need::Anyone, Discretion::Secret, Reads::Nothing => people::vacation::end_vacation($ctx, &$request.who);
            People(command: PeopleCommand): command.needs(), command.discretion(), command.reads(), costs command.is_costly()
                => command.run($ctx, $request), named PeopleCommand::named();
            /// Tells what this program is.
            About: Need::Anyone, Discretion::Open, Reads::Nothing => Ok(help::welcome::about($ctx)), named [help::welcome::ABOUT];
            /// A command for a tournament: the one with this code, or the one in progress here. Everyone on its server may read the answer.
            Tournament(which: Option<TournamentId>, command: TournamentCommand):
                command.needs(), Discretion::Open, Reads::Tournament(*which)
                => tournament::dispatch::tournament($ctx, $request, *which, command), named [tournament::commands::GROUP];
            /// Accepts a challenge: the game begins. A challenge that was made elsewhere is shown first.
            Accept(id: ChallengeId): Need::Asked, Discretion::Open, Reads::Challenge(*id)
                => challenge::invitation::accept($ctx, $request, *id), named [challenge::invitation::ACCEPT];
            /// Accepts a challenge that was made elsewhere: its game is shown here, too.
            AcceptHere(id: ChallengeId): Need::Asked, Discretion::Open, Reads::Challenge(*id)
                => challenge::invitation::accept_here($ctx, $request, *id);
            WithdrawChallenge(id: ChallengeId): Need::Challenging, Discretion::Open, Reads::Challenge(*id)
                => challenge::invitation::withdraw($ctx, &$request.who, *id);
            /// Declines a challenge, or withdraws your own.
            Decline(id: ChallengeId): Need::Concerned, Discretion::Open, Reads::Challenge(*id)
                => challenge::invitation::decline($ctx, &$request.who, *id), named [challenge::invitation::DECLINE];
            /// Shows a counter-offer that is being put together; starts from the challenge's terms if there is no draft.
            DraftProposal(id: ChallengeId, draft: Option<Draft>): Need::Challenged, Discretion::Open, Reads::Challenge(*id)
                => challenge::counter_offer::draft_proposal($ctx, $request, *id, *draft), named [challenge::counter_offer::PROPOSE];
            SendProposal(id: ChallengeId, draft: Draft): Need::Challenged, Discretion::Open, Reads::Challenge(*id)
                => challenge::counter_offer::send_proposal($ctx, $request, *id, *draft);
            /// Accepts the counter-offer of this number to your challenge.
            AgreeToProposal(id: ChallengeId, number: u8): Need::Challenging, Discretion::Open, Reads::Challenge(*id)
                => challenge::counter_offer::agree_to_proposal($ctx, &$request.who, *id, *number);
            /// Declines the counter-offer of this number.
            DeclineProposal(id: ChallengeId, number: u8): Need::Challenging, Discretion::Open, Reads::Challenge(*id)
                => challenge::counter_offer::decline_proposal($ctx, &$request.who, *id, *number);
            /// Accepts or declines whatever the opponent offers.
            AnswerOffer(which: Which, accepts: bool): Need::Offered, Discretion::AsTheGame, Reads::Game(*which)
                => game::offers::answer($ctx, $request, *which, *accepts);
            /// Accepts the opponent's draw offer, and does nothing else where there is none.
            AcceptDraw(id: GameId): Need::Offered, Discretion::AsTheGame, Reads::game(*id)
                => game::offers::accept_draw($ctx, $request, *id);
            DeclineDraw(id: GameId): Need::Offered, Discretion::AsTheGame, Reads::game(*id)
                => game::offers::decline($ctx, $request, *id, OfferStep::DrawDeclined), named [game::offers::REFUSE];
            DeclineTakeBack(id: GameId): Need::Offered, Discretion::AsTheGame, Reads::game(*id)
                => game::offers::decline($ctx, $request, *id, OfferStep::TakebackDeclined);
            /// Withdraws your own draw offer or takeback request.
            Withdraw(id: GameId): Need::Offering, Discretion::AsTheGame, Reads::game(*id)
                => game::offers::withdraw($ctx, $request, *id), named [game::offers::WITHDRAW];
            /// Aborts a game in which no one has moved, or asks whether to.
            AskAbort(id: GameId): Need::Playing, Discretion::AsTheGame, Reads::game(*id)
                => game::offers::ask_abort($ctx, $request, *id), named [game::offers::ABORT];
            /// Aborts a game in which not both sides have moved; it does not count.
            Abort(id: GameId): Need::Playing, Discretion::AsTheGame, Reads::game(*id)
                => game::offers::abort($ctx, $request, *id);
            /// Offers or accepts a rematch with colors reversed. It costs as much as the first game.
            Rematch(id: GameId): Need::Playing, Discretion::AsTheGame, Reads::game(*id), costs true
                => challenge::rematch::rematch($ctx, $request, *id), named [challenge::rematch::REMATCH];
            /// Stops following a game, even one that the person no longer sees.
            Unwatch(id: GameId): Need::Anyone, Discretion::Secret, Reads::Nothing
                => game::watch::unwatch($ctx, &$request.who, *id), named [game::watch::UNWATCH];
            /// Makes a move that was previewed.
            SureMove {
                game: GameId,
                /// Half-moves on the board that the player saw.
                ply: u32,
                /// The move in UCI form.
                text: MoveText,
            }: Need::OnMove, Discretion::AsTheGame, Reads::game(*game)
                => game::confirmation::play_sure_move($ctx, $request, *game, *ply, text),
                named [game::confirmation::CONFIRM];
            /// Explains why a text is not a legal move, or how the move loses at once.
            WhyNot {
                game: GameId,
                /// Half-moves on the board that the player saw.
                ply: u32,
                /// The text as typed.
                text: MoveText,
            }: Need::OnMove, Discretion::AsTheGame, Reads::game(*game)
                => game::why_not::why_not($ctx, &$request.who, *game, *ply, text), named [game::why_not::WHY];
            /// Binds the room to a space on Matrix, or unbinds it.
            Space(command: SpaceCommand): Need::Managing, Discretion::Open, Reads::Nothing
                => settings::space::space($ctx, $request, command), named [settings::space::SPACE];
        }
    };
}
pub(crate) use commands;

/// Passes the rows of [`PeopleCommand`](crate::PeopleCommand) to a macro, as [`commands`] does.
macro_rules! people_commands {
    ($each:ident) => {
        people_commands!($each, ctx, request);
    };
    ($each:ident, $ctx:ident, $request:ident) => {
        $each! {
            $ctx, $request;
            /// A command about people.
            PeopleCommand:

            /// Show a person's profile; the asker's own if `None`. Games that are played elsewhere count.
            Profile(of: Option<Person>): Need::Anyone, Discretion::Secret, Reads::Career(of.as_ref())
                => people::profile::profile($ctx, $request, of.as_ref()), named [people::profile::PROFILE];
            /// List a person's finished games; the asker's own if `None`. Some may have been played elsewhere.
            History(of: Option<Person>): Need::Anyone, Discretion::Secret, Reads::Nothing
                => people::history::history($ctx, $request, of.as_ref()), named [people::history::HISTORY];
            /// Show the page of a history that follows this game, for the player who had this side in it.
            OlderHistory(game: GameId, side: Color): Need::Seeing, Discretion::Secret, Reads::game(*game)
                => people::history::older_history($ctx, $request, *game, *side);
            /// Show a page of a leaderboard, counted from zero.
            Leaderboard(family: Family, reach: Reach, page: u16): Need::Anyone, Discretion::Open, Reads::Nothing
                => people::leaderboard::leaderboard($ctx, $request, *family, *reach, *page),
                named [people::leaderboard::LEADERBOARD];
            /// Show the server's weekly figures.
            Statistics: Need::Managing, Discretion::Open, Reads::Nothing
                => people::statistics::statistics($ctx, $request), named [people::statistics::STATISTICS];
            Block(person: Person): Need::Anyone, Discretion::Secret, Reads::Nothing
                => people::blocking::block($ctx, &$request.who, person), named [people::blocking::BLOCK];
            Unblock(person: Person): Need::Anyone, Discretion::Secret, Reads::Nothing
                => people::blocking::unblock($ctx, &$request.who, person), named [people::blocking::UNBLOCK];
            /// List the people whom the asker has blocked.
            Blocked: Need::Anyone, Discretion::Secret, Reads::Nothing
                => people::blocking::list_blocked($ctx, &$request.who), named [people::blocking::BLOCKED];
            /// Show what is kept about people.
            Privacy: Need::Anyone, Discretion::Open, Reads::Nothing => Ok(privacy::export::privacy($ctx)), named [privacy::export::PRIVACY];
            /// Export everything that is kept about the asker.
            Export: Need::Anyone, Discretion::Secret, Reads::Nothing => privacy::export::export($ctx, &$request.who);
            AskErase: Need::Anyone, Discretion::Secret, Reads::Nothing => privacy::deletion::ask_erase($ctx, &$request.who);
            /// Delete everything about the asker.
            Erase: Need::Anyone, Discretion::Secret, Reads::Nothing => privacy::deletion::erase($ctx, &$request.who);
            /// Show which accounts of the asker are linked, or give them a code to link one.
            Link: Need::Anyone, Discretion::Secret, Reads::Nothing
                => privacy::linking::link($ctx, &$request.who), named [privacy::linking::LINK];
            LinkTo(code: LinkCode): Need::Anyone, Discretion::Secret, Reads::Nothing
                => privacy::linking::ask_link($ctx, &$request.who, *code);
            /// Make the asker's account a second name of the one that was given this code.
            ConfirmLink(code: LinkCode): Need::Anyone, Discretion::Secret, Reads::Nothing
                => privacy::linking::confirm_link($ctx, &$request.who, *code);
            AskUnlink: Need::Anyone, Discretion::Secret, Reads::Nothing
                => privacy::linking::ask_unlink($ctx, &$request.who), named [privacy::linking::UNLINK];
            /// Separate the asker's accounts.
            Unlink: Need::Anyone, Discretion::Secret, Reads::Nothing => privacy::linking::unlink($ctx, &$request.who);
        }
    };
}
pub(crate) use people_commands;

/// Passes the rows of [`Action`](crate::Action) to a macro.
macro_rules! actions {
    ($each:ident) => {
        $each! {
            ChooseGame(game: NewGame) = "new-game" => Command::ChooseGame(game);
            /// Menu of levels or terms for it.
            ChangeNewGame(game: NewGame) = "change-new", value => Command::ChooseGame(game.with(value)?);
            /// Menu of games, which begins the chosen one.
            BeginGame(game: NewGame) = "begin", value => game.begin(value.parse().ok()?);
            /// Begins the server's usual game.
            BeginUsual(game: NewGame) = "begin-usual" => game.begin(game.draft.variant);
            Accept(id: ChallengeId) = "accept" => Command::Accept(id);
            /// Accepts the challenge in the room where it is pressed.
            AcceptHere(id: ChallengeId) = "accept-here" => Command::AcceptHere(id);
            WithdrawChallenge(id: ChallengeId) = "withdraw-challenge" => Command::WithdrawChallenge(id);
            Decline(id: ChallengeId) = "decline" => Command::Decline(id);
            Propose(id: ChallengeId) = "propose" => Command::DraftProposal(id, None);
            /// Menu of changes to the counter-offer.
            ChangeProposal(id: ChallengeId, draft: Draft) = "change-proposal", value
                => Command::DraftProposal(id, Some(draft.with(value)?));
            SendProposal(id: ChallengeId, draft: Draft) = "send-proposal" => Command::SendProposal(id, draft);
            AgreeToProposal(id: ChallengeId, number: u8) = "agree" => Command::AgreeToProposal(id, number);
            DeclineProposal(id: ChallengeId, number: u8) = "disagree" => Command::DeclineProposal(id, number);
            /// Opens the move picker, for the board after that many half-moves, as all that follow.
            Panel(game: GameId, ply: u32) = "panel" => panel(game, ply, None);
            /// Menu of pieces.
            ChoosePiece(game: GameId, ply: u32) = "piece", value => panel(game, ply, Some(Chosen::read(value)));
            PickPiece(game: GameId, ply: u32, square: MoveText) = "pick-piece" => panel(game, ply, Some(Chosen::read(&square)));
            /// Menu of a piece's moves.
            ChooseMove(game: GameId, ply: u32) = "target", value => chosen_move(game, ply, value);
            /// Makes that move, as the menu does.
            PickMove(game: GameId, ply: u32, text: MoveText) = "pick-move" => written_move(game, ply, &text);
            /// Modal for a move.
            WriteMove(game: GameId, ply: u32) = "move", text => written_move(game, ply, text);
            SureMove(game: GameId, ply: u32, text: MoveText) = "sure" => Command::SureMove { game, ply, text };
            WhyNot(game: GameId, ply: u32, text: MoveText) = "why-not" => Command::WhyNot { game, ply, text };
            /// Menu of the games that this could be about.
            InGame(word: Word) = "in-game", value => word.command(Which::Id(value.parse().ok()?));
            /// Menu of the games that this move could be for.
            MoveIn(text: MoveText) = "move-in", value => Command::Move {
                game: Which::Id(value.parse().ok()?),
                text: text.to_string(),
                ply: None,
            };
            /// Menu of the games that these premoves could be for.
            PremoveIn(text: MoveText) = "premove-in", value
                => Command::Prepare(Which::Id(value.parse().ok()?), text.to_string());
            Games = "games" => Command::Games;
            NextGame = "next-game" => Command::NextGame;
            Board(id: GameId) = "board" => Command::Board(Which::Id(id));
            /// Offers or claims a draw; below older messages, accepts one.
            Draw(id: GameId) = "draw" => Command::Draw(Which::Id(id));
            AcceptDraw(id: GameId) = "accept-draw" => Command::AcceptDraw(id);
            DeclineDraw(id: GameId) = "no-draw" => Command::DeclineDraw(id);
            AskResign(id: GameId) = "ask-resign" => Command::AskResign(Which::Id(id));
            Resign(id: GameId) = "resign" => Command::Resign(id);
            /// Requests or grants a takeback on the board after that many half-moves.
            TakeBack(id: GameId, ply: u32) = "take-back-at" => Command::TakeBack(Which::Id(id), Some(ply));
            /// Requests or grants a takeback on the current board; only older messages have it.
            TakeBackNow(id: GameId) = "take-back" => Command::TakeBack(Which::Id(id), None);
            DeclineTakeBack(id: GameId) = "no-take-back" => Command::DeclineTakeBack(id);
            Withdraw(id: GameId) = "withdraw" => Command::Withdraw(id);
            Hint(id: GameId) = "hint" => Command::Hint(Which::Id(id));
            ForgetPrepared(id: GameId) = "forget-prepared" => Command::ForgetPrepared(id);
            AskAbort(id: GameId) = "ask-abort" => Command::AskAbort(id);
            Abort(id: GameId) = "abort" => Command::Abort(id);
            Rematch(id: GameId) = "rematch" => Command::Rematch(id);
            OpenReplay(id: GameId) = "replay" => replay(id, None);
            /// Menu of finished games, each of which opens in the viewer.
            ChooseReplay = "replay-of", value => replay(value.parse().ok()?, None);
            /// Steps on in the viewer, from this position seen by this side.
            StepReplay(game: GameId, ply: u32, bottom: Color, step: Step) = "step"
                => replay(game, Some(step.from(Viewed { ply, bottom })));
            /// Menu of finished games to review.
            ChooseReview = "review-of", value => Command::Analyze(value.parse().ok()?);
            /// Menu of positions of the game in the viewer.
            JumpReplay(game: GameId, bottom: Color) = "jump", value
                => replay(game, Some(Viewed { ply: value.parse().ok()?, bottom }));
            AnalyzeReplay(game: GameId, ply: u32, bottom: Color) = "replay-review"
                => Command::AnalyzeReplay(game, Viewed { ply, bottom });
            PostReplay(game: GameId, ply: u32, bottom: Color) = "post-game"
                => Command::Post(Postable::Game(game, Viewed { ply, bottom }));
            PostProfile = "post-profile" => Command::Post(Postable::Profile);
            PostLeaderboard(family: Family, reach: Reach, page: u16) = "post-best"
                => Command::Post(Postable::Leaderboard(family, reach, page));
            PostLesson(lesson: LessonId) = "post-lesson" => Command::Post(Postable::Lesson(lesson));
            Unwatch(id: GameId) = "unwatch" => Command::Unwatch(id);
            EndVacation = "vacation" => Command::EndVacation;
            Rules(variant: Variant, page: u32) = "rules" => Command::Rules(Some(variant), page as usize);
            /// Menu of the pages of a game's rules.
            RulesPage(variant: Variant) = "rules-page", value => Command::Rules(Some(variant), value.parse().ok()?);
            RulesOfAny = "rules-of-any" => Command::Rules(None, 0);
            /// Menu of the games.
            RulesOf = "rules-of", value => Command::Rules(Some(value.parse().ok()?), 0);
            Learn = "learn" => Command::Learn(None);
            LearnGame(family: Family) = "learn-game" => Command::Learn(Some(family));
            /// Menu of the games.
            LearnOf = "learn-of", value => Command::Learn(Some(value.parse().ok()?));
            Lessons(family: Family) = "lessons" => Command::Lessons(family);
            /// Menu of lessons.
            ChooseLesson = "lesson-of", value => Command::Lesson(LessonPosition::first(value.parse().ok()?), None);
            Lesson(at: LessonPosition) = "lesson" => Command::Lesson(at, None);
            /// Menu of pieces in it.
            LessonPiece(at: LessonPosition) = "lesson-piece", value => Command::Lesson(at, Some(Chosen::read(value)));
            PickLessonPiece(at: LessonPosition, square: MoveText) = "pick-lesson"
                => Command::Lesson(at, Some(Chosen::read(&square)));
            /// Menu of a piece's moves.
            LessonMove(at: LessonPosition) = "lesson-target", value => lesson_move(at, value);
            /// Tries the last one of the position's moves.
            TryInLesson(at: LessonPosition) = "pick-try" => {
                let (at, tried) = at.tried()?;
                Command::TryInLesson(at, tried.to_string())
            };
            /// Modal for a move.
            WriteLessonMove(at: LessonPosition) = "lesson-move", text => Command::TryInLesson(at, text.to_owned());
            Puzzle = "puzzle" => Command::Puzzle(None, None);
            PuzzleGame(family: Family) = "puzzle-game" => Command::Puzzle(Some(family), None);
            PuzzleLike(family: Family, theme: PuzzleTheme) = "puzzle-like" => Command::Puzzle(Some(family), Some(theme));
            /// Menu of the games.
            PuzzleOf = "puzzle-of", value => Command::Puzzle(Some(value.parse().ok()?), None);
            Solution(of: LessonPosition) = "solution" => Command::Solution(of);
            Vote(of: LessonId, vote: Vote) = "vote" => Command::Vote(of, vote);
            Daily(id: DailyId) = "daily" => Command::Daily(Some(id));
            /// Opens the server's daily puzzle.
            Today = "today" => Command::Daily(None);
            Settings(scope: Scope) = "settings" => Command::Settings(scope, None);
            /// Menu of settings.
            OpenSetting(scope: Scope) = "setting", value => Command::Settings(scope, Setting::from_code(value));
            /// Menu of a setting's values.
            ChangeSetting(setting: Setting) = "set", value => Command::Change(setting, value.to_owned());
            /// Menu of rooms or roles for a setting.
            PickSetting(setting: Setting) = "pick", value => Command::Change(setting, value.to_owned());
            /// Modal for a setting's value.
            WriteSetting(setting: Setting) = "write", text => Command::Change(setting, text.to_owned());
            /// Older games of the person who played this side in this game.
            History(game: GameId, side: Color) = "history" => Command::People(PeopleCommand::OlderHistory(game, side));
            Leaderboard(family: Family, reach: Reach, page: u16) = "best"
                => Command::People(PeopleCommand::Leaderboard(family, reach, page));
            Privacy = "privacy" => Command::People(PeopleCommand::Privacy);
            Export = "export" => Command::People(PeopleCommand::Export);
            AskErase = "ask-erase" => Command::People(PeopleCommand::AskErase);
            Erase = "erase" => Command::People(PeopleCommand::Erase);
            ConfirmLink(code: LinkCode) = "link" => Command::People(PeopleCommand::ConfirmLink(code));
            AskUnlink = "ask-unlink" => Command::People(PeopleCommand::AskUnlink);
            Unlink = "unlink" => Command::People(PeopleCommand::Unlink);
            Join(id: TournamentId) = "join" => tournament(id, TournamentCommand::Join);
            AcceptInvitation(id: TournamentId) = "accept-invitation" => tournament(id, TournamentCommand::Accept);
            DeclineInvitation(id: TournamentId) = "decline-invitation" => tournament(id, TournamentCommand::Decline);
            Audit(id: TournamentId, page: u32) = "audit" => tournament(id, TournamentCommand::Audit(page));
            Leave(id: TournamentId) = "leave" => tournament(id, TournamentCommand::Leave);
            CheckIn(id: TournamentId) = "check-in" => tournament(id, TournamentCommand::CheckIn);
            /// Shows a view of the tournament, at the page on which something happens now.
            SeeTournament(id: TournamentId, view: TournamentView) = "see"
                => tournament(id, TournamentCommand::See(view, None));
            /// Shows a page of a view of the tournament.
            SeePage(id: TournamentId, view: TournamentView, page: u16) = "see-page"
                => tournament(id, TournamentCommand::See(view, Some(page)));
            MyPairings(id: TournamentId) = "my-pairings" => tournament(id, TournamentCommand::Mine);
            SitOut(id: TournamentId) = "sit-out" => tournament(id, TournamentCommand::SitOut);
            /// Menu of the games for a new tournament.
            DraftGame(draft: TournamentDraft) = "new-tournament", value => Command::Tournament(None, TournamentCommand::Draft {
                draft: TournamentDraft { variant: value.parse().ok()?, ..draft },
                starts: None,
            });
            /// Modal for the name and the start of a new tournament.
            AnnounceDraft(draft: TournamentDraft) = "announce", text => Command::Tournament(None, draft.filled_in(text));
            Manage(id: TournamentId, page: OrganizerPage) = "manage" => tournament(id, TournamentCommand::Manage(page));
            /// Menu of the games in progress.
            ManageGame(id: TournamentId) = "manage-game", value => managed_game(id, value)?;
            /// Gives a game a winner, or a draw.
            Decide(id: TournamentId, game: GameId, winner: Option<Color>) = "decide"
                => tournament(id, TournamentCommand::Adjudicate(game, winner));
            /// Menu of people to invite.
            Invite(id: TournamentId) = "invite", value
                => tournament(id, TournamentCommand::Add(Seat::Person(person_chosen(value)?)));
            /// Menu of entrants to remove.
            RemoveEntrant(id: TournamentId) = "remove", value => removal(id, value)?;
            Pause(id: TournamentId) = "pause" => tournament(id, TournamentCommand::Pause);
            /// Continues, perhaps in the room where it is pressed.
            Resume(id: TournamentId) = "resume" => tournament(id, TournamentCommand::Resume);
            /// Postpones the start or the next round, which has that stamp, by that many minutes.
            Postpone(id: TournamentId, minutes: u16, stamp: u32) = "postpone"
                => tournament(id, TournamentCommand::Postpone(Span::minutes(minutes.into()), Some(stamp)));
            /// Undoes the organizer's last action, which has that stamp.
            Undo(id: TournamentId, stamp: u32) = "undo" => tournament(id, TournamentCommand::Undo(Some(stamp)));
            /// Does something that cannot be undone, or asks first.
            Ask(id: TournamentId, risk: Risk) = "ask" => tournament(id, TournamentCommand::Ask(risk));
            /// Does what was asked about in a state with that stamp.
            Sure(id: TournamentId, risk: Risk, stamp: u32) = "sure-tournament" => tournament(id, TournamentCommand::Sure(risk, stamp));
            /// Menu of the parts of the plan.
            ChangePlan(id: TournamentId) = "change-plan", value => plan_change(id, PlanPart::from_code(value)?)?;
            /// Switches a part of the plan between its two values.
            TogglePlan(id: TournamentId, part: PlanPart) = "plan" => tournament(id, TournamentCommand::Edit(part, None));
            /// Menu of roles for a part of the plan, or a modal for its text.
            EditPlan(id: TournamentId, part: PlanPart) = "edit-plan", value
                => tournament(id, TournamentCommand::Edit(part, Some(value.to_owned())));
        }
    };
}
pub(crate) use actions;
