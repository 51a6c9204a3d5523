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
//! row with an input, the chosen option or the written text, has no command without one. `says` marks an answer to an offer or a
//! question: `true` is yes, `false` is no. After `typed` are examples, for tests: fields and `< input` (`|` ends a line of a form),
//! then `=` and how to type the same command, or `~` and how to type one that leads to the same end, for the reason behind `#`. The
//! codes are `k7f3q2` of a game, `chc0de` of a challenge, `t4b1e5` of a tournament; the usual game is Leto Chess.

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
                => help::help_and_welcome::help($ctx, $request, *occasion), named [help::help_and_welcome::HELP];
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
            About: Need::Anyone, Discretion::Open, Reads::Nothing => Ok(help::help_and_welcome::about($ctx)), named [help::help_and_welcome::ABOUT];
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
            ChooseGame(game: NewGame) = "new-game" => Command::ChooseGame(game), typed ["leto,x,none,c;-;3 = play level:3"];
            /// Menu of levels or terms for it.
            ChangeNewGame(game: NewGame) = "change-new", value => Command::ChooseGame(game.with(value)?),
                typed ["leto,x,none,c;-;3 < 5 = play level:5"];
            /// Menu of games, which begins the chosen one.
            BeginGame(game: NewGame) = "begin", value => game.begin(value.parse().ok()?),
                typed ["leto,x,10+5,c;-;3 < legan = play legan 3 10+5"];
            /// Begins the server's usual game.
            BeginUsual(game: NewGame) = "begin-usual" => game.begin(game.draft.variant),
                typed ["leto,b,10+5,r;t;* = challenge leto black 10+5 rated thread"];
            Accept(id: ChallengeId) = "accept" => Command::Accept(id), says true, typed ["chc0de = accept chc0de"];
            /// Accepts the challenge in the room where it is pressed.
            AcceptHere(id: ChallengeId) = "accept-here" => Command::AcceptHere(id), says true, typed ["chc0de = accept chc0de sure"];
            WithdrawChallenge(id: ChallengeId) = "withdraw-challenge" => Command::WithdrawChallenge(id),
                typed ["chc0de ~ decline chc0de # the challenger withdraws by declining"];
            Decline(id: ChallengeId) = "decline" => Command::Decline(id), says false, typed ["chc0de = decline chc0de"];
            Propose(id: ChallengeId) = "propose" => Command::DraftProposal(id, None), typed ["chc0de = propose chc0de"];
            /// Menu of changes to the counter-offer.
            ChangeProposal(id: ChallengeId, draft: Draft) = "change-proposal", value
                => Command::DraftProposal(id, Some(draft.with(value)?)),
                typed ["chc0de:leto,x,3d,c < color w ~ propose chc0de leto white 3d rated:no # typed as a whole"];
            SendProposal(id: ChallengeId, draft: Draft) = "send-proposal" => Command::SendProposal(id, draft),
                typed ["chc0de:leto,w,3d,r = propose chc0de leto white 3d rated"];
            AgreeToProposal(id: ChallengeId, number: u8) = "agree" => Command::AgreeToProposal(id, number), says true,
                typed ["chc0de:2 = accept chc0de 2"];
            DeclineProposal(id: ChallengeId, number: u8) = "disagree" => Command::DeclineProposal(id, number), says false,
                typed ["chc0de:2 = decline chc0de 2"];
            /// Opens the move picker, for the board after that many half-moves, as all that follow.
            Panel(game: GameId, ply: u32) = "panel" => panel(game, ply, None),
                typed ["k7f3q2:12 ~ move e2e4 k7f3q2 # moves are typed, not put together from menus"];
            /// Menu of pieces.
            ChoosePiece(game: GameId, ply: u32) = "piece", value => panel(game, ply, Some(Chosen::read(value))),
                typed ["k7f3q2:12 < e2 ~ move e2e4 k7f3q2 # moves are typed, not put together from menus"];
            PickPiece(game: GameId, ply: u32, square: MoveText) = "pick-piece" => panel(game, ply, Some(Chosen::read(&square))),
                typed ["k7f3q2:12:e2 ~ move e2e4 k7f3q2 # moves are typed, not put together from buttons"];
            /// Makes that move.
            PickMove(game: GameId, ply: u32, text: MoveText) = "pick-move" => written_move(game, ply, &text),
                typed ["k7f3q2:12:e2e4 = move k7f3q2 e2e4 at:12"];
            /// Menu of a piece's moves, which makes the chosen one.
            ChooseMove(game: GameId, ply: u32) = "target", value => chosen_move(game, ply, value),
                typed ["k7f3q2:12 < e2e4 = move k7f3q2 e2e4 at:12"];
            /// Modal for a move.
            WriteMove(game: GameId, ply: u32) = "move", text => written_move(game, ply, text),
                typed ["k7f3q2:12 < e4 = move k7f3q2 e4 at:12"];
            SureMove(game: GameId, ply: u32, text: MoveText) = "sure" => Command::SureMove { game, ply, text }, says true,
                typed ["k7f3q2:12:e2e4 = confirm k7f3q2 e2e4 at:12"];
            WhyNot(game: GameId, ply: u32, text: MoveText) = "why-not" => Command::WhyNot { game, ply, text },
                typed ["k7f3q2:12:e2e5 = why k7f3q2 e2e5 at:12"];
            /// Menu of the games that this could be about.
            InGame(word: Word) = "in-game", value => word.command(Which::Id(value.parse().ok()?)), typed ["draw < k7f3q2 = draw k7f3q2"];
            /// Menu of the games that this move could be for.
            MoveIn(text: MoveText) = "move-in", value => Command::Move {
                game: Which::Id(value.parse().ok()?),
                text: text.to_string(),
                ply: None,
            }, typed ["e2e4 < k7f3q2 = move k7f3q2 e2e4"];
            /// Menu of the games that these premoves could be for.
            PremoveIn(text: MoveText) = "premove-in", value
                => Command::Prepare(Which::Id(value.parse().ok()?), text.to_string()), typed ["e5 d4 < k7f3q2 = premove k7f3q2 e5 d4"];
            Games = "games" => Command::Games, typed ["= games"];
            NextGame = "next-game" => Command::NextGame, typed ["= next"];
            Board(id: GameId) = "board" => Command::Board(Which::Id(id)), typed ["k7f3q2 = board k7f3q2"];
            /// Offers or claims a draw; below older messages, accepts one.
            Draw(id: GameId) = "draw" => Command::Draw(Which::Id(id)), typed ["k7f3q2 = draw k7f3q2"];
            AcceptDraw(id: GameId) = "accept-draw" => Command::AcceptDraw(id), says true,
                typed ["k7f3q2 ~ draw k7f3q2 # typed, it offers a draw where there is none to accept"];
            DeclineDraw(id: GameId) = "no-draw" => Command::DeclineDraw(id), says false, typed ["k7f3q2 = refuse draw k7f3q2"];
            AskResign(id: GameId) = "ask-resign" => Command::AskResign(Which::Id(id)), typed ["k7f3q2 = resign k7f3q2"];
            Resign(id: GameId) = "resign" => Command::Resign(id), says true, typed ["k7f3q2 = resign k7f3q2 sure"];
            /// Requests or grants a takeback on the board after that many half-moves.
            TakeBack(id: GameId, ply: u32) = "take-back-at" => Command::TakeBack(Which::Id(id), Some(ply)),
                typed ["k7f3q2:12 = takeback k7f3q2 at:12"];
            /// Requests or grants a takeback on the current board; only older messages have it.
            TakeBackNow(id: GameId) = "take-back" => Command::TakeBack(Which::Id(id), None), says true, typed ["k7f3q2 = takeback k7f3q2"];
            DeclineTakeBack(id: GameId) = "no-take-back" => Command::DeclineTakeBack(id), says false,
                typed ["k7f3q2 = refuse takeback k7f3q2"];
            Withdraw(id: GameId) = "withdraw" => Command::Withdraw(id), typed ["k7f3q2 = withdraw k7f3q2"];
            Hint(id: GameId) = "hint" => Command::Hint(Which::Id(id)), typed ["k7f3q2 = hint k7f3q2"];
            ForgetPrepared(id: GameId) = "forget-prepared" => Command::ForgetPrepared(id), typed ["k7f3q2 = premove k7f3q2 clear"];
            AskAbort(id: GameId) = "ask-abort" => Command::AskAbort(id), typed ["k7f3q2 = abort k7f3q2"];
            Abort(id: GameId) = "abort" => Command::Abort(id), says true, typed ["k7f3q2 = abort k7f3q2 sure"];
            Rematch(id: GameId) = "rematch" => Command::Rematch(id), typed ["k7f3q2 = rematch k7f3q2"];
            OpenReplay(id: GameId) = "replay" => replay(id, None), typed ["k7f3q2 = replay k7f3q2"];
            /// Menu of finished games, each of which opens in the viewer.
            ChooseReplay = "replay-of", value => replay(value.parse().ok()?, None), typed ["< k7f3q2 = replay k7f3q2"];
            /// Steps on in the viewer, from this position seen by this side.
            StepReplay(game: GameId, ply: u32, bottom: Color, step: Step) = "step"
                => replay(game, Some(step.from(Viewed { ply, bottom }))), typed ["k7f3q2:12:b:n = replay k7f3q2 black at:13"];
            /// Menu of finished games to review.
            ChooseReview = "review-of", value => Command::Analyze(value.parse().ok()?), typed ["< k7f3q2 = analyze k7f3q2"];
            /// Menu of positions of the game in the viewer.
            JumpReplay(game: GameId, bottom: Color) = "jump", value
                => replay(game, Some(Viewed { ply: value.parse().ok()?, bottom })), typed ["k7f3q2:w < 7 = replay k7f3q2 white at:7"];
            AnalyzeReplay(game: GameId, ply: u32, bottom: Color) = "replay-review"
                => Command::AnalyzeReplay(game, Viewed { ply, bottom }),
                typed ["k7f3q2:12:w ~ analyze k7f3q2 # no viewer stays open beside the review"];
            PostReplay(game: GameId, ply: u32, bottom: Color) = "post-game"
                => Command::Post(Postable::Game(game, Viewed { ply, bottom })), typed ["k7f3q2:12:b = replay k7f3q2 black at:12 share"];
            PostProfile = "post-profile" => Command::Post(Postable::Profile), typed ["= profile share"];
            PostLeaderboard(family: Family, reach: Reach, page: u16) = "post-best"
                => Command::Post(Postable::Leaderboard(family, reach, page)),
                typed ["latrunculi:h:2 = leaderboard latrunculi here 3 share"];
            PostLesson(lesson: LessonId) = "post-lesson" => Command::Post(Postable::Lesson(lesson)),
                typed ["leto-throw = lesson leto-throw.0.0 share"];
            Unwatch(id: GameId) = "unwatch" => Command::Unwatch(id), typed ["k7f3q2 = unwatch k7f3q2"];
            EndVacation = "vacation" => Command::EndVacation, typed ["= vacation end"];
            Rules(variant: Variant, page: u32) = "rules" => Command::Rules(Some(variant), page as usize), typed ["leto:2 = rules leto 3"];
            /// Menu of the pages of a game's rules.
            RulesPage(variant: Variant) = "rules-page", value => Command::Rules(Some(variant), value.parse().ok()?),
                typed ["leto < 2 = rules leto 3"];
            RulesOfAny = "rules-of-any" => Command::Rules(None, 0), typed ["= rules"];
            /// Menu of the games.
            RulesOf = "rules-of", value => Command::Rules(Some(value.parse().ok()?), 0), typed ["< legan = rules legan"];
            Learn = "learn" => Command::Learn(None), typed ["= learn"];
            LearnGame(family: Family) = "learn-game" => Command::Learn(Some(family)), typed ["toto40 = learn toto40"];
            /// Menu of the games.
            LearnOf = "learn-of", value => Command::Learn(Some(value.parse().ok()?)), typed ["< leap = learn leap"];
            Lessons(family: Family) = "lessons" => Command::Lessons(family), typed ["legan = learn legan all"];
            /// Menu of lessons.
            ChooseLesson = "lesson-of", value => Command::Lesson(LessonPosition::first(value.parse().ok()?), None),
                typed ["< leto-throw = lesson leto-throw.0.0"];
            Lesson(at: LessonPosition) = "lesson" => Command::Lesson(at, None), typed ["leto-throw.0.1h = lesson leto-throw.0.1h"];
            /// Menu of pieces in it.
            LessonPiece(at: LessonPosition) = "lesson-piece", value => Command::Lesson(at, Some(Chosen::read(value))),
                typed ["leto-throw.0.0 < a2 = lesson leto-throw.0.0 piece:a2"];
            PickLessonPiece(at: LessonPosition, square: MoveText) = "pick-lesson"
                => Command::Lesson(at, Some(Chosen::read(&square))), typed ["leto-throw.0.0:a2 = lesson leto-throw.0.0 piece:a2"];
            /// Menu of a piece's moves.
            LessonMove(at: LessonPosition) = "lesson-target", value => lesson_move(at, value),
                typed ["leto-throw.0.0 < a2c4 = lesson leto-throw.0.0 move:a2c4"];
            /// Tries the last one of the position's moves.
            TryInLesson(at: LessonPosition) = "pick-try" => {
                let (at, tried) = at.tried()?;
                Command::TryInLesson(at, tried.to_string())
            }, typed ["leto-throw.0.0.a2c4 = lesson leto-throw.0.0 move:a2c4"];
            /// Modal for a move.
            WriteLessonMove(at: LessonPosition) = "lesson-move", text => Command::TryInLesson(at, text.to_owned()),
                typed ["leto-throw.0.0 < Lc4 = lesson leto-throw.0.0 move:Lc4"];
            Puzzle = "puzzle" => Command::Puzzle(None, None), typed ["= puzzle"];
            PuzzleGame(family: Family) = "puzzle-game" => Command::Puzzle(Some(family), None), typed ["toto40 = puzzle toto40"];
            /// Menu of the games.
            PuzzleOf = "puzzle-of", value => Command::Puzzle(Some(value.parse().ok()?), None), typed ["< leap = puzzle leap"];
            PuzzleLike(family: Family, theme: PuzzleTheme) = "puzzle-like" => Command::Puzzle(Some(family), Some(theme)),
                typed ["leto:throw = puzzle leto theme:throw"];
            Solution(of: LessonPosition) = "solution" => Command::Solution(of), typed ["leto-p12.0.0 = lesson leto-p12.0.0 solution"];
            Vote(of: LessonId, vote: Vote) = "vote" => Command::Vote(of, vote), typed ["leto-p12:up = lesson leto-p12.0.0 vote:up"];
            Daily(id: DailyId) = "daily" => Command::Daily(Some(id)), typed ["chc0de ~ daily # typed, it opens the server's"];
            /// Opens the server's daily puzzle.
            Today = "today" => Command::Daily(None), typed ["= daily"];
            Settings(scope: Scope) = "settings" => Command::Settings(scope, None), typed ["own = settings", "server = settings server"];
            /// Menu of settings.
            OpenSetting(scope: Scope) = "setting", value => Command::Settings(scope, Setting::from_code(value)),
                typed [
                    "own < theme = settings theme",
                    "server < server-theme = settings server-theme",
                    "server < server-rooms = settings server-rooms",
                    "server < server-organizers = settings server-organizers",
                ];
            /// Menu of a setting's values.
            ChangeSetting(setting: Setting) = "set", value => Command::Change(setting, value.to_owned()),
                typed [
                    "theme < dark = settings theme dark",
                    "server-theme < dark = settings server-theme dark",
                    "server-threads < yes = settings server-threads yes",
                ];
            /// Menu of rooms or roles for a setting.
            PickSetting(setting: Setting) = "pick", value => Command::Change(setting, value.to_owned()),
                typed [
                    "server-organizers < mods = settings server-organizers role:mods",
                    "server-organizers < 50 = settings server-organizers 50",
                    "server-rooms < #chess !hall = settings server-rooms #chess, !hall",
                ];
            /// Modal for a setting's value.
            WriteSetting(setting: Setting) = "write", text => Command::Change(setting, text.to_owned()),
                typed ["server-quiet < 23-7 = settings server-quiet 23-7"];
            /// Older games of the person who played this side in this game.
            History(game: GameId, side: Color) = "history" => Command::People(PeopleCommand::OlderHistory(game, side)),
                typed ["k7f3q2:b = history before:k7f3q2 black"];
            Leaderboard(family: Family, reach: Reach, page: u16) = "best"
                => Command::People(PeopleCommand::Leaderboard(family, reach, page)), typed ["leto:e:2 = leaderboard leto everywhere 3"];
            Privacy = "privacy" => Command::People(PeopleCommand::Privacy), typed ["= privacy"];
            Export = "export" => Command::People(PeopleCommand::Export), typed ["= privacy export"];
            AskErase = "ask-erase" => Command::People(PeopleCommand::AskErase), typed ["= privacy delete"];
            Erase = "erase" => Command::People(PeopleCommand::Erase), typed ["= privacy delete sure"];
            ConfirmLink(code: LinkCode) = "link" => Command::People(PeopleCommand::ConfirmLink(code)),
                typed ["k7f3-q2hx = link k7f3-q2hx sure"];
            AskUnlink = "ask-unlink" => Command::People(PeopleCommand::AskUnlink), typed ["= unlink"];
            Unlink = "unlink" => Command::People(PeopleCommand::Unlink), typed ["= unlink sure"];
            Join(id: TournamentId) = "join" => tournament(id, TournamentCommand::Join), typed ["t4b1e5 = tournament join t4b1e5"];
            AcceptInvitation(id: TournamentId) = "accept-invitation" => tournament(id, TournamentCommand::Accept), says true,
                typed ["t4b1e5 = tournament accept t4b1e5"];
            DeclineInvitation(id: TournamentId) = "decline-invitation" => tournament(id, TournamentCommand::Decline), says false,
                typed ["t4b1e5 = tournament decline t4b1e5"];
            Audit(id: TournamentId, page: u32) = "audit" => tournament(id, TournamentCommand::Audit(page)),
                typed ["t4b1e5:2 = tournament audit t4b1e5 3"];
            Leave(id: TournamentId) = "leave" => tournament(id, TournamentCommand::Leave), typed ["t4b1e5 = tournament leave t4b1e5"];
            CheckIn(id: TournamentId) = "check-in" => tournament(id, TournamentCommand::CheckIn),
                typed ["t4b1e5 = tournament checkin t4b1e5"];
            /// Shows a view of the tournament, at the page on which something happens now.
            SeeTournament(id: TournamentId, view: TournamentView) = "see"
                => tournament(id, TournamentCommand::See(view, None)),
                typed [
                    "t4b1e5:standings = tournament standings t4b1e5",
                    "t4b1e5:crosstable = tournament results t4b1e5",
                    "t4b1e5:bracket = tournament bracket t4b1e5",
                    "t4b1e5:tie-breaks = tournament tiebreaks t4b1e5",
                ];
            /// Shows a page of a view of the tournament.
            SeePage(id: TournamentId, view: TournamentView, page: u16) = "see-page"
                => tournament(id, TournamentCommand::See(view, Some(page))), typed ["t4b1e5:pairings:2 = tournament pairings t4b1e5 3"];
            MyPairings(id: TournamentId) = "my-pairings" => tournament(id, TournamentCommand::Mine),
                typed ["t4b1e5 = tournament me t4b1e5"];
            SitOut(id: TournamentId) = "sit-out" => tournament(id, TournamentCommand::SitOut), typed ["t4b1e5 = tournament bye t4b1e5"];
            /// Menu of the games for a new tournament.
            DraftGame(draft: TournamentDraft) = "new-tournament", value => Command::Tournament(None, TournamentCommand::Draft {
                draft: TournamentDraft { variant: value.parse().ok()?, ..draft },
                starts: None,
            }), typed ["leto,10+5,swiss,7,- < legan = tournament create swiss legan 10+5 7"];
            /// Modal for the name and the start of a new tournament.
            AnnounceDraft(draft: TournamentDraft) = "announce", text => Command::Tournament(None, draft.filled_in(text)),
                typed ["legan,3d,arena,-,- < Friday cup|Friday 8 pm = tournament create Friday cup arena legan 3d starts:\"Friday 8 pm\""];
            Manage(id: TournamentId, page: OrganizerPage) = "manage" => tournament(id, TournamentCommand::Manage(page)),
                typed [
                    "t4b1e5:front = tournament manage t4b1e5",
                    "t4b1e5:format ~ tournament change format swiss t4b1e5 # pages are menus of other commands",
                ];
            /// Menu of the games in progress.
            ManageGame(id: TournamentId) = "manage-game", value => managed_game(id, value)?,
                typed ["t4b1e5 < k7f3q2 ~ tournament adjudicate k7f3q2 draw t4b1e5 # pages are menus of other commands"];
            /// Gives a game a winner, or a draw.
            Decide(id: TournamentId, game: GameId, winner: Option<Color>) = "decide"
                => tournament(id, TournamentCommand::Adjudicate(game, winner)),
                typed ["t4b1e5:k7f3q2:b = tournament adjudicate k7f3q2 black t4b1e5"];
            /// Menu of people to invite.
            Invite(id: TournamentId) = "invite", value
                => tournament(id, TournamentCommand::Add(Seat::Person(person_chosen(value)?))),
                typed ["t4b1e5 < @bob someone = tournament add @bob t4b1e5"];
            /// Menu of entrants to remove.
            RemoveEntrant(id: TournamentId) = "remove", value => removal(id, value)?,
                typed ["t4b1e5 < remove-3 ~ tournament remove @bob t4b1e5 # players are named, not numbered"];
            Pause(id: TournamentId) = "pause" => tournament(id, TournamentCommand::Pause), typed ["t4b1e5 = tournament pause t4b1e5"];
            /// Continues, perhaps in the room where it is pressed.
            Resume(id: TournamentId) = "resume" => tournament(id, TournamentCommand::Resume), typed ["t4b1e5 = tournament resume t4b1e5"];
            /// Postpones the start or the next round, which has that stamp, by that many minutes.
            Postpone(id: TournamentId, minutes: u16, stamp: u32) = "postpone"
                => tournament(id, TournamentCommand::Postpone(Span::minutes(minutes.into()), Some(stamp))),
                typed ["t4b1e5:30:7 ~ tournament postpone 30 t4b1e5 # a button acts once, typing it again repeats it"];
            /// Undoes the organizer's last action, which has that stamp.
            Undo(id: TournamentId, stamp: u32) = "undo" => tournament(id, TournamentCommand::Undo(Some(stamp))),
                typed ["t4b1e5:7 ~ tournament undo t4b1e5 # a button acts once, typing it again repeats it"];
            /// Does something that cannot be undone, or asks first.
            Ask(id: TournamentId, risk: Risk) = "ask" => tournament(id, TournamentCommand::Ask(risk)),
                typed [
                    "t4b1e5:start = tournament start t4b1e5",
                    "t4b1e5:cancel = tournament cancel t4b1e5",
                    "t4b1e5:replay-k7f3q2 = tournament replay k7f3q2 t4b1e5",
                ];
            /// Does what was asked about in a state with that stamp.
            Sure(id: TournamentId, risk: Risk, stamp: u32) = "sure-tournament" => tournament(id, TournamentCommand::Sure(risk, stamp)),
                typed ["t4b1e5:replay-k7f3q2:4217 = tournament confirm replay-k7f3q2 4217 t4b1e5"];
            /// Menu of the parts of the plan.
            ChangePlan(id: TournamentId) = "change-plan", value => plan_change(id, PlanPart::from_code(value)?)?,
                typed ["t4b1e5 < rated = tournament change rated t4b1e5"];
            /// Switches a part of the plan between its two values.
            TogglePlan(id: TournamentId, part: PlanPart) = "plan" => tournament(id, TournamentCommand::Edit(part, None)),
                typed ["t4b1e5:check-in = tournament change check-in t4b1e5"];
            /// Menu of roles for a part of the plan, or a modal for its text.
            EditPlan(id: TournamentId, part: PlanPart) = "edit-plan", value
                => tournament(id, TournamentCommand::Edit(part, Some(value.to_owned()))),
                typed [
                    "t4b1e5:name < Spring cup = tournament change name Spring cup t4b1e5",
                    "t4b1e5:role < mods = tournament change role role:mods t4b1e5",
                    "t4b1e5:role < 50 = tournament change role 50 t4b1e5",
                ];
        }
    };
}
pub(crate) use actions;
