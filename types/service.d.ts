// Written by `make docs` from the structs of the service: change those.

declare namespace Service {
  interface AcceptSlip {
    type: 'accept-slip';
    slip: number;
    chips?: Record<number, number>;
  }

  interface AccountAnswer {
    name: string;
    display: string;
    role: Role;
    license: string;
    enabled: boolean;
    created: number;
    changed: number;
    locked_out_until: number;
    keys: number;
    given: boolean;
  }

  interface AccountList {
    accounts: AccountAnswer[];
  }

  type Action = 'go-on' | 'no-spin' | 'void-round' | 'number';

  interface ActionObservedNews {
    kind: 'action-observed';
    note?: string;
  }

  interface AdjustWheel {
    type: 'adjust-wheel';
    part: string;
    what: string;
    name: string;
    license: string;
    witness?: string;
    witness_license?: string;
    away?: boolean;
  }

  interface AlertAnswer {
    id: number;
    kind: string;
    subject: string;
    words: string;
    facts: Record<string, string | number>;
    clause: string;
    raised: number;
    last: number;
    count: number;
    by: string;
    acknowledged: number;
  }

  interface AlertList {
    alerts: AlertAnswer[];
    acknowledged: AlertAnswer[];
  }

  interface AnnounceNumber {
    type: 'announce-number';
    number: string;
    revolutions?: number;
    between?: boolean;
  }

  /** The terminal announced a call to its player, audibly, visually or both. */
  interface Announced {
    type: 'announced';
    call: string;
    round: number;
    audible: boolean;
    visual: boolean;
  }

  type Answer = Done | RefusedAnswer | NotAnswered;

  /** Whether sound is unlocked on this terminal. */
  interface Audio {
    type: 'audio';
    ready: boolean;
  }

  /** A verified copy of the journal, and a copy of the people file next to it. */
  interface BackedUp {
    file: string;
    people: string;
    at: number;
    took_ms: number;
    records: number;
    bytes: number;
    sha256: string;
  }

  interface BalanceCorrectedNews {
    kind: 'balance-corrected';
    seat?: number;
    player?: string;
    chips?: Chips;
    paid?: number;
    claimed?: number;
    round?: number;
    why?: string;
  }

  type BallFate = '' | 'removed' | 'came-to-rest';

  interface BallInspectedNews {
    kind: 'ball-inspected';
    fit?: boolean;
    note?: string;
  }

  interface BallSpunNews {
    kind: 'ball-spun';
    wheel?: Direction;
    ball?: Direction;
    irregular?: NoSpinReason | null;
  }

  type Basis = 'text' | 'reading' | 'customary' | 'house' | 'variation';

  interface BookWheel {
    wheel: string;
    title: string;
    zeros: string[];
    offers: string[];
  }

  interface BringChips {
    type: 'bring-chips';
    seat: number;
    amount: number;
    premises?: string;
  }

  interface BuyChips {
    type: 'buy-chips';
    seat: number;
    amount: number;
    funds?: Funds;
    chips?: Chips;
    ticket?: string;
    player?: string;
    counter?: number;
    signature?: string;
  }

  interface Bye {
    type: 'bye';
    reason: string;
  }

  interface CallNoMoreBets {
    type: 'call-no-more-bets';
    waved?: boolean;
  }

  interface CallNoSpin {
    type: 'call-no-spin';
    reason: NoSpinReason;
    ball?: BallFate;
  }

  /** A called bet; each of its spots takes one or more equal parts. */
  interface CalledOnCard {
    name: string;
    spots: Record<string, number>;
    parts: number;
    numbers: string[];
    edge: Exact;
  }

  interface CalledSheet {
    bets: CalledOnCard[];
    neighbors: Record<string, CalledOnCard[]>;
  }

  interface Card {
    number: string;
    house: string;
    title: string;
    book: string;
    book_title: string;
    wheel: string;
    wheel_title: string;
    spun: SpunPart;
    flat: boolean;
    currency: Currency;
    language: string;
    zero: string;
    zero_words: string[];
    zero_said: CodedMessage[];
    digest: string;
    electronic: boolean;
    central_screen: boolean;
    seats: number;
    demonstration: boolean;
    own_chips: Chips;
    chips: Chips[];
    color_up: Chips[];
    limits: PostedLimits[];
    tip_wagers: boolean;
    tip_wager_max: number | null;
    tip_restriction: string | null;
    tip_said: CodedMessage[];
    prison_ms: number;
    colors: string[];
    value_colors: string[];
    chip_values: number[];
    signs: Sign[];
    no_spin_reasons: ReasonOnCard[];
    roles: Record<string, string[]>;
    compartments: Compartment[];
    landscape: LayoutDrawing;
    portrait: LayoutDrawing;
    replica: Replicas | null;
    spots: Record<string, SpotOnCard>;
    called: CalledSheet | null;
    repeats: number;
    printed: Record<string, string>;
    spins: string;
    call: string;
    betting: Phase[];
    turning: Phase[];
    crown: boolean;
    wave: string | null;
    silence: Choice;
    says: Record<string, string>;
    revolutions_min: number;
    verbal_clause: string | null;
    note: string;
    notes: string[];
    notes_said: CodedMessage[];
  }

  interface CarryOutDirection {
    type: 'carry-out-direction';
  }

  interface CarrySlip {
    type: 'carry-slip';
    slip: number;
  }

  interface CashOut {
    type: 'cash-out';
    seat: number;
    amount: number;
    chips: Chips;
    validation?: string;
    player?: string;
    counter?: number;
    signature?: string;
  }

  interface CashedOutNews {
    kind: 'cashed-out';
    seat?: number;
    amount?: number;
    chips?: Chips;
  }

  interface ChainCheckpoint {
    number: number;
    at: number;
    records: number;
    key: string;
    origin: string;
    size: number;
    root: string;
  }

  interface ChainStream {
    stream: string;
    version: number;
    head: string;
  }

  /** The license number of a device is its public key, and needs a second key manager. */
  interface ChangeDetails {
    why: string;
    display?: string | null;
    license?: string | null;
    second?: SecondPerson | null;
  }

  interface ChangeRole {
    role: Role;
    why: string;
    second?: SecondPerson | null;
  }

  interface ChangeShift {
    type: 'change-shift';
    dealer: string;
    supervisor: string;
    float_count: number;
  }

  interface ChangeWagers {
    type: 'change-wagers';
    seat: number;
    changes: WagerChange[];
  }

  type Check = 'magnet' | 'level' | 'parts' | 'ball' | 'layout';

  /** All findings; a file without findings has its printed rules and their digest. */
  interface CheckedTournament {
    findings: TournamentFinding[];
    id: string;
    title: string;
    digest: string;
    rules: PrintedRules | null;
  }

  type Chips = 'non-value' | 'value' | 'plaque' | 'electronic';

  interface ChipsBoughtNews {
    kind: 'chips-bought';
    seat?: number;
    amount?: number;
    funds?: Funds;
    chips?: Chips;
  }

  interface ChipsBroughtNews {
    kind: 'chips-brought';
    seat?: number;
    amount?: number;
  }

  interface ChipsSetNews {
    kind: 'chips-set';
    seat?: number;
    color?: string;
    value?: number;
    design?: string;
  }

  type Choice = 'half' | 'leave';

  interface ChooseInPrison {
    type: 'choose-in-prison';
    seat: number;
    spot: string;
    choice: Choice;
  }

  interface ClaimSettledNews {
    kind: 'claim-settled';
    player?: string;
    amount?: number;
    why?: string;
  }

  interface CloseTable {
    type: 'close-table';
    float_count: number;
  }

  interface CodeAnswer {
    code: string;
    table: string;
    seat: number;
    until: number;
  }

  /** The code of a message, and the values in it. */
  interface CodedMessage {
    code: string;
    facts: Record<string, string | number>;
  }

  interface Codes {
    codes: string[];
  }

  interface CollectLosers {
    type: 'collect-losers';
  }

  interface CollectionReturnedNews {
    kind: 'collection-returned';
  }

  /** The current points of each color, posted at every table whose chips have no number. */
  interface ColorNotice {
    title: string;
    values: ColorValue[];
    needed: boolean;
  }

  interface ColorUp {
    type: 'color-up';
    seat: number;
    amount: number;
    chips?: Chips;
    into?: Chips;
  }

  /** The points of a chip of one color. */
  interface ColorValue {
    color: string;
    points: Points;
  }

  interface ColoredUpNews {
    kind: 'colored-up';
    seat?: number;
    amount?: number;
    chips?: Chips;
    into?: Chips;
  }

  type Command = RecordLicense
    | InspectTable
    | AdjustWheel
    | ReplacePart
    | InspectReplacement
    | PostSign
    | RemoveSign
    | OpenTable
    | CloseTable
    | ChangeShift
    | RelieveStaff
    | EndPlay
    | TakeSeat
    | LeaveSeat
    | SetChips
    | BuyChips
    | BringChips
    | ColorUp
    | CashOut
    | GiveTip
    | PlaceWager
    | MoveWager
    | TakeDown
    | ChangeWagers
    | Rebet
    | OfferVerbalWager
    | ConfirmVerbalWager
    | ReturnLateBet
    | SpinBall
    | SpinWheel
    | CallNoMoreBets
    | AnnounceNumber
    | CallNoSpin
    | InspectBall
    | ReportIrregularity
    | DecideIrregularity
    | CarryOutDirection
    | ObserveAction
    | VoidRound
    | PlaceCrown
    | ChooseInPrison
    | MoveFifths
    | CollectLosers
    | PayWinners
    | LiftCrown
    | RaiseDispute
    | DecideDispute
    | CorrectNumber
    | RequestSlip
    | PrepareSlip
    | CarrySlip
    | AcceptSlip
    | VoidSlip
    | RedeemTicket
    | IssueCoupons
    | SettleClaim
    | CountDrop
    | GiveSecond
    | DenySecond;

  /** A command with the client's own id, and the version the client has seen. */
  interface CommandFrame {
    type: 'command';
    id: string;
    seen?: number | null;
    command: Command;
  }

  /** A compartment of a wheel with a ball, or a stop of a wheel with a clapper. */
  interface Compartment {
    label: string;
    color: string;
  }

  interface ConfirmVerbalWager {
    type: 'confirm-verbal-wager';
    seat: number;
    spot?: string;
    cash?: number;
  }

  /** Confirms who is signed in: the password, and a key or recovery code if the person has one. */
  interface Confirmation {
    password: string;
    proof?: ProofBody | null;
  }

  interface CorrectNumber {
    type: 'correct-number';
    number: string;
    why: string;
  }

  interface CorrectionBegunNews {
    kind: 'correction-begun';
    round?: number;
    was?: string;
    number?: string;
    why?: string;
    choose_until?: number;
  }

  interface CorrectionPreview {
    version: number;
    round: number;
    was: string;
    number: string;
    differences: StackDifference[];
    count: number;
    tips: number;
  }

  interface CountDrop {
    type: 'count-drop';
    counted: number;
  }

  interface CountedLabel {
    label: string;
    count: number;
    expected: number;
  }

  interface CouponPresentedNews {
    kind: 'coupon-presented';
    serial?: string;
    seat?: number;
    spot?: string;
    face?: number;
  }

  interface CouponsIssuedNews {
    kind: 'coupons-issued';
    face?: number;
  }

  interface Create {
    name: string;
    role: Role;
    password: string;
    display?: string;
    license?: string;
    why?: string;
    second?: SecondPerson | null;
  }

  interface CrownLiftedNews {
    kind: 'crown-lifted';
    round?: number;
  }

  interface CrownPlacedNews {
    kind: 'crown-placed';
    number?: string;
    choose_until?: number;
  }

  /** How amounts are written: the sign, its side, and the number of decimals. */
  interface Currency {
    code: string;
    sign: string;
    decimals: number;
    sign_last: boolean;
  }

  /** The table's day so far: cents and counts, ratios as decimals. */
  interface DayFigures {
    day: string;
    counted: boolean;
    win: number;
    drop: number;
    hold: number | null;
    rounds: number;
    rounds_per_hour: number | null;
    no_spins: number;
    disputes: number;
    refused: number;
  }

  interface DealingAnswer {
    automatic: boolean;
  }

  interface DealingBody {
    automatic: boolean;
  }

  interface DecideDispute {
    type: 'decide-dispute';
    dispute: number;
    decision: string;
    why: string;
    awards?: Record<number, number>;
  }

  interface DecideIrregularity {
    type: 'decide-irregularity';
    decision: string;
    why: string;
    action?: Action;
    number?: string;
  }

  interface DenySecond {
    type: 'deny-second';
    request: number;
    why: string;
  }

  /** One entry with the identity that was shown, and what was paid and how. */
  interface DeskEntrant {
    entry: number;
    event: string;
    name: string;
    person: string;
    status: EntryStatus;
    points: number;
    table: number;
    seat: number;
    seated: boolean;
    fee: number;
    fee_paid_by: string;
    buy_in: number;
    buy_in_paid_by: string;
    re_buys: number;
    voucher: string;
    purchases: number;
    licensee: string;
  }

  /** What an event collects, and its pending decisions. */
  interface DeskEvent {
    id: string;
    fee: number;
    buy_in: number;
    fee_items: Record<string, number>;
    buy_in_items: Record<string, number>;
    purchase: DeskPurchase | null;
    tables: number;
    seats: number;
    tied: number[];
  }

  interface DeskPurchase {
    price: number;
    points: number;
    most: number | null;
    until_round: number;
    conditions: string;
  }

  interface DeskVoucher {
    number: string;
    name: string;
    event: string;
    value: number;
    state: string;
    used_by: number;
  }

  interface DeviceHeardNews {
    kind: 'device-heard';
    device?: string;
    counter?: number;
    signature?: string;
  }

  type Direction = 'clockwise' | 'counterclockwise';

  interface DirectionCarriedOutNews {
    kind: 'direction-carried-out';
    action?: Action;
    number?: string;
  }

  interface DisputeDecidedNews {
    kind: 'dispute-decided';
    dispute?: number;
    decision?: string;
    why?: string;
  }

  interface DisputeRaisedNews {
    kind: 'dispute-raised';
    dispute?: number;
    round?: number;
    what?: string;
    player?: string;
  }

  interface Done {
    type: 'answer';
    id: string;
    version: number;
    outcome: 'done';
  }

  interface DrawnBox {
    label: string;
    color: string;
    covered: boolean;
    rect: Rect;
  }

  /** A spot, the rectangle in which a chip is placed for it, and its accessible name. */
  interface DrawnSpot {
    id: string;
    name: string;
    rect: Rect;
  }

  interface DropCountedNews {
    kind: 'drop-counted';
    counted?: number;
    book?: number;
  }

  interface EndPlay {
    type: 'end-play';
  }

  interface Enroll {
    code: string;
  }

  /** One entrant with the dollar value of the fee and the buy-ins, and how they were paid. */
  interface EntrantLine {
    entry: number;
    name: string;
    event: string;
    month: string;
    fee: number;
    fee_paid_by: string;
    buy_in: number;
    buy_in_paid_by: string;
    re_buys: number;
    voucher: string;
    licensee: string;
  }

  /** Every entrant, and the sum of the fees. */
  interface EntrantsForm {
    tournament: string;
    house: string;
    lines: EntrantLine[];
    fees: number;
    buy_ins: number;
  }

  type EntryStatus = 'active' | 'eliminated' | 'withdrawn' | 'disqualified' | 'finished';

  interface EquipmentLog {
    clause: string | null;
    earlier: number;
    log: SeenEntry[];
  }

  /** The body of every error response. */
  interface ErrorAnswer {
    error: ErrorBody;
  }

  interface ErrorBody {
    code: string;
    message: string;
    clause: string | null;
    facts?: Record<string, string | number>;
  }

  interface ErrorFrame {
    type: 'error';
    code: string;
    message: string;
  }

  type EventStage = 'waiting' | 'registration' | 'registered' | 'playing' | 'between rounds' | 'concluded';

  /** A fraction with its decimal value. */
  interface Exact {
    exact: string;
    decimal: number;
  }

  interface Explorer {
    books: ListedBook[];
    book: string;
    title: string;
    wheel: string;
    wheel_title: string;
    spun: SpunPart;
    flat: boolean;
    currency: Currency;
    zero: string;
    zero_words: string;
    zero_said: CodedMessage[];
    zero_clause: string | null;
    compartments: Compartment[];
    landscape: LayoutDrawing;
    portrait: LayoutDrawing;
    replica: Replicas | null;
    spots: Record<string, SpotOnCard>;
    wagers: WagerFigures[];
  }

  interface FavoritesAnswer {
    layouts: KeptLayout[];
  }

  interface FavoritesBody {
    wheel: string;
    layouts: KeptLayoutSent[];
  }

  interface FifthsMovedNews {
    kind: 'fifths-moved';
    number?: string;
    wagers?: WagerNews[];
  }

  interface FinishedRound {
    round: number;
    result: string;
    between: boolean;
    began: number;
    ended: number;
    first: number;
    last: number;
    dealer: string | null;
    wagers: RoundWager[];
  }

  interface FloatMovedNews {
    kind: 'float-moved';
    amount?: number;
    slip?: string;
  }

  interface FoundPeople {
    people: FoundPerson[];
  }

  /** A person who may enter: a player with an account, or an earlier entrant with the identity shown then. */
  interface FoundPerson {
    name: string;
    display: string;
    person: string;
    entry: number;
  }

  type Frame = Welcome
    | SnapshotFrame
    | Done
    | RefusedAnswer
    | NotAnswered
    | Pong
    | Presence
    | PaceFrame
    | Locked
    | ErrorFrame
    | Bye
    | NewsFrame;

  type Funds = 'cash' | 'atm-receipt' | 'ticket';

  interface GiveSecond {
    type: 'give-second';
    request: number;
  }

  interface GiveTip {
    type: 'give-tip';
    seat: number;
    amount: number;
    chips?: Chips;
  }

  type Happening = LicenseRecordedNews
    | SignPostedNews
    | SignRemovedNews
    | TableInspectedNews
    | WheelAdjustedNews
    | PartReplacedNews
    | ReplacementInspectedNews
    | TableOpenedNews
    | OpenedForTournamentNews
    | TableClosedNews
    | ShiftChangedNews
    | StaffRelievedNews
    | PlayEndedNews
    | FloatMovedNews
    | SeatTakenNews
    | SeatLeftNews
    | ChipsSetNews
    | ChipsBoughtNews
    | ChipsBroughtNews
    | ColoredUpNews
    | CashedOutNews
    | TipGivenNews
    | WagerPlacedNews
    | WagerMovedNews
    | WagerTakenDownNews
    | WagersChangedNews
    | VerbalWagerOfferedNews
    | VerbalWagerConfirmedNews
    | LateBetReturnedNews
    | BallSpunNews
    | WheelSpunNews
    | NoMoreBetsCalledNews
    | NumberAnnouncedNews
    | NoSpinCalledNews
    | BallInspectedNews
    | IrregularityReportedNews
    | IrregularityDecidedNews
    | DirectionCarriedOutNews
    | ActionObservedNews
    | NumberSetRightNews
    | CrownPlacedNews
    | PrisonChosenNews
    | CrownLiftedNews
    | CollectionReturnedNews
    | RoundVoidedNews
    | FifthsMovedNews
    | LosersCollectedNews
    | WinnersPaidNews
    | NumberCorrectedNews
    | DisputeRaisedNews
    | DisputeDecidedNews
    | BalanceCorrectedNews
    | TipsCorrectedNews
    | CorrectionBegunNews
    | SlipRequestedNews
    | SlipPreparedNews
    | SlipCarriedNews
    | SlipAcceptedNews
    | SlipVoidedNews
    | DeviceHeardNews
    | TicketPrintedNews
    | TicketRedeemedNews
    | CouponsIssuedNews
    | CouponPresentedNews
    | ClaimSettledNews
    | DropCountedNews
    | SecondAskedNews
    | SecondGivenNews
    | SecondDeniedNews;

  /** The first frame. `seat` is the terminal's seat; `watch` asks for a read-only view of what everyone sees. */
  interface Hello {
    type: 'hello';
    protocol: number;
    seat?: number | null;
    watch?: boolean;
    seen?: number;
    mark?: string;
  }

  interface InspectBall {
    type: 'inspect-ball';
    fit: boolean;
    note?: string;
  }

  interface InspectReplacement {
    type: 'inspect-replacement';
    fit: boolean;
    note?: string;
  }

  interface InspectTable {
    type: 'inspect-table';
    checks: Partial<Record<Check, boolean>>;
    note?: string;
  }

  interface IrregularityDecidedNews {
    kind: 'irregularity-decided';
    decision?: string;
    why?: string;
    action?: Action;
    number?: string;
  }

  interface IrregularityReportedNews {
    kind: 'irregularity-reported';
    what?: string;
  }

  interface IssueCoupons {
    type: 'issue-coupons';
    serials: string[];
    face: number;
  }

  /** `order` is an id chosen by the sender. */
  interface JoinOrder {
    order: string;
  }

  /** The record of a whole joint tournament, which the designated licensee keeps. */
  interface JointRecord {
    tournament: string;
    designated: string;
    lines: LicenseeLine[];
    collected: number;
    awarded: number;
    escrowed: number;
  }

  /** The heads of all streams, the last checkpoint, and the last verification. */
  interface JournalStatus {
    streams: ChainStream[];
    records: number;
    checkpoint: ChainCheckpoint | null;
    verified: Verification | null;
    verifying: boolean;
    progress: Progress | null;
  }

  interface KeptBet {
    spot: string;
    amount: number;
    tip: boolean;
  }

  interface KeptBetSent {
    spot: string;
    amount: number;
    tip?: boolean;
  }

  interface KeptLayout {
    name: string;
    bets: KeptBet[];
  }

  interface KeptLayoutSent {
    name: string;
    bets: KeptBetSent[];
  }

  interface KeyAnswer {
    id: string;
    label: string;
    added: number;
    used: number;
    blocked: boolean;
  }

  /** The challenge that one of the keys must sign. */
  interface KeyChallengeAnswer {
    ticket: string;
    challenge: string;
    rp_id: string;
    timeout_ms: number;
    keys: UsableKey[];
  }

  interface KeyEnrolled {
    key: KeyAnswer;
    codes: string[];
  }

  interface KeyList {
    keys: KeyAnswer[];
    codes_left: number;
    required: boolean;
  }

  interface LanguageBody {
    language: string;
  }

  /** The result of the last settled round for a seat with wagers in it. */
  interface LastRound {
    round: number;
    number: string;
    staked: number;
    kept: number;
    wagers: SeenResult[];
  }

  interface LateBetReturnedNews {
    kind: 'late-bet-returned';
    seat?: number;
    spot?: string;
    stake?: number;
  }

  interface LayoutDrawing {
    orientation: Orientation;
    width: number;
    height: number;
    boxes: DrawnBox[];
    spots: DrawnSpot[];
  }

  interface LeaveSeat {
    type: 'leave-seat';
    seat: number;
  }

  interface LicenseRecordedNews {
    kind: 'license-recorded';
    at?: number;
    name?: string;
    role?: Role;
    license?: string;
    signed?: string;
  }

  interface LicenseeLine {
    licensee: string;
    entries: number;
    collected: number;
  }

  interface LiftCrown {
    type: 'lift-crown';
  }

  interface ListedBook {
    id: string;
    title: string;
    wheels: BookWheel[];
  }

  interface Lobby {
    house: string;
    demonstration: boolean;
    logins: Login[];
    tables: Tile[];
  }

  interface Locked {
    type: 'locked';
  }

  /** A ready-made login; only demonstrations have them. */
  interface Login {
    name: string;
    role: Role;
    password: string;
    words: string;
  }

  interface LosersCollectedNews {
    kind: 'losers-collected';
    wagers?: WagerNews[];
  }

  interface MoveFifths {
    type: 'move-fifths';
  }

  interface MoveWager {
    type: 'move-wager';
    seat: number;
    spot: string;
    to: string;
    stake: number;
    chips?: Chips;
    color?: string;
    tip?: boolean;
  }

  type Must = 'change-password' | 'enroll-key';

  interface NameAndPassword {
    name: string;
    password: string;
  }

  interface NewKeyBody {
    ticket: string;
    label: string;
    client_data: string;
    attestation: string;
    transports?: string[];
  }

  /** What a browser needs to create a key. */
  interface NewKeyChallenge {
    ticket: string;
    challenge: string;
    rp_id: string;
    user: string;
    name: string;
    display: string;
    algorithms: number[];
    timeout_ms: number;
    exclude: string[];
  }

  interface NewPassword {
    old: string;
    new: string;
  }

  interface NewVoucher {
    amount: number;
    what?: string;
    owner?: string;
    until?: string | null;
    second?: SecondPerson | null;
  }

  /** A frame of news as a client decodes it, with every field that any audience may see. */
  interface NewsFrame {
    type: 'news';
    after: number;
    version: number;
    now: number;
    table?: TableNews | null;
    wagers?: SeenWagers | null;
    seats?: SeenSeat[];
    you?: SeenYou | null;
    happened?: (LicenseRecordedNews
      | SignPostedNews
      | SignRemovedNews
      | TableInspectedNews
      | WheelAdjustedNews
      | PartReplacedNews
      | ReplacementInspectedNews
      | TableOpenedNews
      | OpenedForTournamentNews
      | TableClosedNews
      | ShiftChangedNews
      | StaffRelievedNews
      | PlayEndedNews
      | FloatMovedNews
      | SeatTakenNews
      | SeatLeftNews
      | ChipsSetNews
      | ChipsBoughtNews
      | ChipsBroughtNews
      | ColoredUpNews
      | CashedOutNews
      | TipGivenNews
      | WagerPlacedNews
      | WagerMovedNews
      | WagerTakenDownNews
      | WagersChangedNews
      | VerbalWagerOfferedNews
      | VerbalWagerConfirmedNews
      | LateBetReturnedNews
      | BallSpunNews
      | WheelSpunNews
      | NoMoreBetsCalledNews
      | NumberAnnouncedNews
      | NoSpinCalledNews
      | BallInspectedNews
      | IrregularityReportedNews
      | IrregularityDecidedNews
      | DirectionCarriedOutNews
      | ActionObservedNews
      | NumberSetRightNews
      | CrownPlacedNews
      | PrisonChosenNews
      | CrownLiftedNews
      | CollectionReturnedNews
      | RoundVoidedNews
      | FifthsMovedNews
      | LosersCollectedNews
      | WinnersPaidNews
      | NumberCorrectedNews
      | DisputeRaisedNews
      | DisputeDecidedNews
      | BalanceCorrectedNews
      | TipsCorrectedNews
      | CorrectionBegunNews
      | SlipRequestedNews
      | SlipPreparedNews
      | SlipCarriedNews
      | SlipAcceptedNews
      | SlipVoidedNews
      | DeviceHeardNews
      | TicketPrintedNews
      | TicketRedeemedNews
      | CouponsIssuedNews
      | CouponPresentedNews
      | ClaimSettledNews
      | DropCountedNews
      | SecondAskedNews
      | SecondGivenNews
      | SecondDeniedNews)[];
    mark?: string;
  }

  interface NoMoreBetsCalledNews {
    kind: 'no-more-bets-called';
    waved?: boolean;
  }

  interface NoSpinCalledNews {
    kind: 'no-spin-called';
    reason?: NoSpinReason;
    basis?: Basis;
    clause?: string | null;
    adr?: number | null;
    ball?: BallFate;
  }

  type NoSpinReason = 'same-direction'
    | 'not-alternated'
    | 'too-few-revolutions'
    | 'foreign-object'
    | 'ball-left-wheel'
    | 'covered-number'
    | 'clapper-between'
    | 'supervisor-decision';

  /** The table gave no answer; `again` says whether to retry. */
  interface NotAnswered {
    type: 'answer';
    id: string;
    reason: string;
    detail: string;
    again: boolean;
    version: number;
    outcome: 'unanswered';
  }

  interface NumberAnnouncedNews {
    kind: 'number-announced';
    number?: string;
    revolutions?: number;
    between?: boolean;
    choose_until?: number;
  }

  interface NumberCorrectedNews {
    kind: 'number-corrected';
    round?: number;
    was?: string;
    number?: string;
    why?: string;
    wagers?: WagerNews[];
  }

  interface NumberSetRightNews {
    kind: 'number-set-right';
    was?: string;
    number?: string;
  }

  interface ObserveAction {
    type: 'observe-action';
    note?: string;
  }

  interface OfferVerbalWager {
    type: 'offer-verbal-wager';
    seat: number;
    spot: string;
    cash: number;
  }

  interface OpenTable {
    type: 'open-table';
    dealer: string;
    supervisor: string;
    float_count: number;
    tournament?: string;
    event?: string;
  }

  interface OpenedForTournamentNews {
    kind: 'opened-for-tournament';
    tournament?: string;
    event?: string;
  }

  type Orientation = 'landscape' | 'portrait';

  interface PaceFrame {
    type: 'pace';
    closes_at: number | null;
  }

  interface PartReplacedNews {
    kind: 'part-replaced';
    at?: number;
    part?: string;
    external?: boolean;
    what?: string;
    name?: string;
    license?: string;
    role?: Role;
    signed?: string;
  }

  /** The tournament as it was after a record. */
  interface PastTournament {
    version: number;
    last: number;
    tournament: SeenTournament;
    accounts: Record<string, number>;
  }

  interface PayWinners {
    type: 'pay-winners';
  }

  /** The prizes actually awarded. A voucher is a payout only if its use makes it one. */
  interface PayoutForm {
    tournament: string;
    house: string;
    lines: PayoutLine[];
    cash: number;
    merchandise: number;
    vouchers: number;
  }

  interface PayoutLine {
    award: number;
    event: string;
    place: number;
    entry: number;
    name: string;
    prize: string;
    amount: number;
    paid: boolean;
    item: string;
    admits: string;
  }

  type Phase = 'closed'
    | 'betting'
    | 'in-track'
    | 'no-more-bets'
    | 'spinning'
    | 'at-rest'
    | 'crowned'
    | 'collected'
    | 'paid';

  interface Ping {
    type: 'ping';
    n?: number;
  }

  interface PlaceCrown {
    type: 'place-crown';
  }

  interface PlaceWager {
    type: 'place-wager';
    seat: number;
    spot: string;
    stake: number;
    chips?: Chips;
    color?: string;
    tip?: boolean;
    coupon?: number;
    serial?: string;
  }

  interface PlayEndedNews {
    kind: 'play-ended';
    wagers?: WagerNews[];
  }

  /** The current session, in cents; if there is none, `since` is null and there are no sittings. */
  interface PlaySession {
    now: number;
    since: number | null;
    rounds: number;
    bought: number;
    cashed: number;
    held: number;
    result: number;
    break_ms: number;
    shared: boolean;
    sittings: SessionSitting[];
  }

  /** One compartment of the wheel replica: its outline, and where a chip goes. */
  interface Pocket {
    spot: string;
    label: string;
    color: string;
    x: number;
    y: number;
    outline: [number, number][];
  }

  /** A number of points. They add to points only: adding them to money or to a bare number raises TypeError. */
  interface Points {
    count: number;
  }

  /** The log and witnesses that a receipt is checked against. If you do not trust the house, get it elsewhere. */
  interface PolicyAnswer {
    policy: string;
  }

  interface Pong {
    type: 'pong';
    n: number;
    now: number;
  }

  interface PostSign {
    type: 'post-sign';
    sign: string;
    digest: string;
    place: string;
  }

  /** A sheet that players can have printed. */
  interface PostedCopy {
    thing: string;
    title: string;
  }

  /** The limits of a group of wagers: every, inside, outside, or one kind. */
  interface PostedLimits {
    group: string;
    minimum: number | null;
    maximum: number | null;
  }

  interface PostedLine {
    text: string;
    clause: string | null;
    basis: Basis;
    said: CodedMessage[];
  }

  /** One page, to read or to print. */
  interface PostedRules {
    title: string;
    sections: PostedSection[];
    copies: PostedCopy[];
  }

  interface PostedSection {
    title: string;
    lines: PostedLine[];
    code: string;
  }

  interface PrepareSlip {
    type: 'prepare-slip';
    slip: number;
  }

  /** The seats that changed; after a snapshot, every seat with a terminal. */
  interface Presence {
    type: 'presence';
    seats: SeatPresence[];
  }

  interface PrintedPaper {
    copy: number;
    pdf: string;
  }

  /** The rules of one tournament, as printed, handed to players and filed. */
  interface PrintedRules {
    title: string;
    house: string;
    chapters: RulesChapter[];
  }

  interface Prints {
    table: string;
    prints: SeenPrint[];
    languages: string[];
  }

  interface PrisonChosenNews {
    kind: 'prison-chosen';
    seat?: number;
    spot?: string;
    choice?: Choice;
  }

  /** The adjusted gross proceeds of each month: the entry fees collected in it. They are never negative. */
  interface ProceedsForm {
    tournament: string;
    house: string;
    lines: ProceedsLine[];
  }

  interface ProceedsLine {
    month: string;
    fees: number;
    counted: number;
  }

  /** The hash of the program's files as they are now. */
  interface ProgramAnswer {
    version: string;
    digest: string;
    files: number;
    same: boolean;
  }

  interface Progress {
    done: number;
    of: number;
  }

  /** A recovery code, or the ticket of a challenge and a security key's answer to it. */
  interface ProofBody {
    code?: string;
    ticket?: string;
    credential?: string;
    client_data?: string;
    authenticator_data?: string;
    signature?: string;
  }

  interface RaiseDispute {
    type: 'raise-dispute';
    round: number;
    what: string;
    seat?: number;
  }

  type Readership = 'players' | 'staff' | 'regulator';

  interface ReasonOnCard {
    reason: NoSpinReason;
    words: string;
    clause: string | null;
    remove: boolean;
  }

  interface Rebet {
    type: 'rebet';
    seat: number;
  }

  interface ReceiptAnswer {
    status: 'ready' | 'waiting';
    proof: string | null;
  }

  /** Lets its holder fetch the receipt. */
  interface ReceiptTicket {
    receipt: number;
    nonce: string;
  }

  /** One ticket per receipt; a player with many wagers gets several receipts for a round. */
  interface ReceiptTickets {
    table: string;
    round: number;
    receipts: ReceiptTicket[];
  }

  interface ReceiptWanted {
    round: number;
  }

  interface RecordLicense {
    type: 'record-license';
    name: string;
    role: Role;
    license: string;
  }

  /** A record as text. */
  interface RecordText {
    version: number;
    at: number;
    actor: string;
    role: string;
    kind: string;
    words: string;
    said: CodedMessage[];
    round: number;
    refused: RefusalText | null;
  }

  /** A rectangle given by its center. */
  interface Rect {
    x: number;
    y: number;
    width: number;
    height: number;
  }

  interface RedeemTicket {
    type: 'redeem-ticket';
    ticket: string;
  }

  interface RedeemVoucher {
    number: string;
    holder?: string;
  }

  interface RefusalText {
    code: string;
    clause: string | null;
    message: string;
    facts: Record<string, string | number>;
    basis: Basis;
  }

  interface RefusalWords {
    code: string;
    clause: string | null;
    basis: string;
    message: string;
    facts: Record<string, string | number>;
  }

  interface RefusedAnswer {
    type: 'answer';
    id: string;
    version: number;
    refusal: RefusalWords;
    outcome: 'refused';
  }

  interface RelieveStaff {
    type: 'relieve-staff';
    dealer: string;
    supervisor: string;
  }

  interface RemoveSign {
    type: 'remove-sign';
    sign: string;
    why: string;
  }

  interface ReplacePart {
    type: 'replace-part';
    part: string;
    what: string;
    name: string;
    license: string;
  }

  interface ReplacementInspectedNews {
    kind: 'replacement-inspected';
    at?: number;
    name?: string;
    parts?: string[];
    fit?: boolean;
    note?: string;
  }

  /** The wheel on the layout, as a racetrack. */
  interface Replica {
    width: number;
    height: number;
    band: number;
    pockets: Pocket[];
  }

  interface Replicas {
    landscape: Replica;
    portrait: Replica;
  }

  interface ReportAnswer {
    by: 'day' | 'shift';
    rows: ReportRow[];
  }

  interface ReportIrregularity {
    type: 'report-irregularity';
    what: string;
  }

  /** A day or a shift: cents and counts, ratios as decimals. */
  interface ReportRow {
    table: string;
    day: string;
    shift: number;
    dealer: string;
    supervisor: string;
    began: number;
    ended: number;
    counted: boolean;
    win: number;
    hold: number | null;
    rounds_per_hour: number | null;
    opening_float: number;
    closing_float: number;
    fills: number;
    credits: number;
    drop: number;
    drop_receipts: number;
    collected: number;
    paid: number;
    corrections: number;
    difference: number;
    tips: number;
    coupons: number;
    claims: number;
    rounds: number;
    no_spins: number;
    disputes: number;
    refused: number;
    open_ms: number;
  }

  interface RequestSlip {
    type: 'request-slip';
    kind: SlipKind;
    chips: Record<number, number>;
  }

  interface Reset {
    password: string;
    why: string;
    second?: SecondPerson | null;
  }

  interface ResetFactor {
    why: string;
    second?: SecondPerson | null;
  }

  /** How often something came up, and the band expected by chance. */
  interface ResultCount {
    name: string;
    color: string;
    chance: Exact;
    count: number;
    expected: Exact;
    low: number;
    high: number;
    inside: number;
  }

  interface ResultsAnswer {
    most: number;
    results: string[];
    inside: Exact;
    labels: ResultCount[];
    groups: ResultCount[][];
    outside: number;
    outside_expected: number;
  }

  /** The client missed something and asks for a snapshot. */
  interface Resync {
    type: 'resync';
  }

  interface ReturnLateBet {
    type: 'return-late-bet';
    seat: number;
    spot: string;
    stake: number;
  }

  /** A wager returned whole to its player, with its coupon. */
  interface Returned {
    stake: Stake;
    coupon: number;
  }

  type Role = 'player'
    | 'dealer'
    | 'pit-supervisor'
    | 'security'
    | 'key-manager'
    | 'maintenance'
    | 'slot-technician'
    | 'tournament-director'
    | 'accountant'
    | 'surveillance'
    | 'regulator'
    | 'cashier'
    | 'device';

  interface RoundVoidedNews {
    kind: 'round-voided';
    round?: number;
    why?: string;
    basis?: Basis;
    clause?: string | null;
    adr?: number | null;
    wagers?: WagerNews[];
  }

  interface RoundWager {
    seat: number;
    player: string;
    spot: string;
    amount: number;
    chips: Chips;
    color: string;
    coupon: number;
    tip: boolean;
    imprisoned: boolean;
    outcome: Verdict;
    winnings: number;
    returned: number;
  }

  interface RulesChapter {
    heading: string;
    paragraphs: RulesParagraph[];
  }

  /** One sentence or more, and the clause that requires it in print, if any. */
  interface RulesParagraph {
    text: string;
    clause: string | null;
  }

  interface SeatLeftNews {
    kind: 'seat-left';
    seat?: number;
  }

  interface SeatPresence {
    seat: number;
    connected: boolean;
    audio: boolean;
    announced: boolean;
  }

  interface SeatTakenNews {
    kind: 'seat-taken';
    seat?: number;
    player?: string;
  }

  interface SecondAskedNews {
    kind: 'second-asked';
    request?: number;
    amount?: number;
  }

  interface SecondDeniedNews {
    kind: 'second-denied';
    request?: number;
    why?: string;
    by?: string;
  }

  interface SecondGivenNews {
    kind: 'second-given';
    request?: number;
    by?: string;
  }

  /** Another person of the same role, who approves. */
  interface SecondPerson {
    name: string;
    password: string;
    proof?: ProofBody | null;
  }

  /** A check that an inspection of this table must answer. */
  interface SeenCheck {
    check: string;
    words: string;
    clause: string | null;
  }

  /** A wager whose player has yet to choose in prison. */
  interface SeenChoice {
    seat: number;
    spot: string;
    amount: number;
  }

  interface SeenColor {
    color: string;
    points: number;
  }

  interface SeenDealing {
    step: string;
    irregularity: string;
    directed: SeenDirected | null;
    ball_out: boolean;
    wheel: string;
    ball: string;
    verbal: SeenVerbal[];
    choosing: SeenChoice[];
    due: SeenDue[];
    settled_round: number;
    settled_number: string;
    waits_until: number;
    no_spin: string[];
    directions: string[];
  }

  /** The supervisor's direction about an irregularity. */
  interface SeenDirected {
    action: string;
    number: string;
    carried_out: boolean;
  }

  interface SeenDispute {
    dispute: number;
    round: number;
    what: string;
    decided: boolean;
  }

  /** A draw of seats from its commitment until the round starts. */
  interface SeenDraw {
    round: number;
    commitment: string;
    entries: number;
    nonces: number[];
    beacon: string;
    beacon_at: number;
    drawn: boolean;
  }

  /** A payment or return that the dealer is about to make. */
  interface SeenDue {
    seat: number;
    spot: string;
    amount: number;
    chips: string;
    winnings: number;
    returned: number;
    tip: boolean;
  }

  /** One line of the leaderboard. */
  interface SeenEntrant {
    entry: number;
    name: string;
    place: number;
    points: number;
    status: EntryStatus;
    table: number;
    seat: number;
    to_advance: number;
    next_table: number;
    next_seat: number;
    may_purchase: boolean;
    won: string;
    won_said: CodedMessage[];
  }

  /** An entry of the log; fields that its kind does not have are empty. */
  interface SeenEntry {
    at: number;
    kind: string;
    name: string;
    role: Role;
    part: string;
    external: boolean;
    what: string;
    license: string;
    signed: string;
    witness: string;
    witness_license: string;
    place: string;
    passed: boolean;
    failed: string[];
    note: string;
  }

  interface SeenEquipment {
    checks: SeenCheck[];
    obstacles: SeenObstacle[];
    inspection: SeenInspection | null;
    awaiting: string[];
    external_parts: boolean;
    secure_place: string;
    log_clause: string | null;
    log: SeenEntry[];
  }

  interface SeenHouse {
    house_float: number;
    drop: number;
    tips: number;
    coupons: number;
    claims: Record<string, number>;
  }

  interface SeenInspection {
    at: number;
    name: string;
    role: Role;
    passed: boolean;
    failed: string[];
    note: string;
  }

  /** Something that prevents the table from opening and the ball from being spun. */
  interface SeenObstacle {
    code: string;
    clause: string | null;
    basis: Basis;
    message: string;
    facts: Record<string, string | number>;
  }

  interface SeenPointsWager {
    entry: number;
    spot: string;
    points: number;
  }

  /** A printable item; the last four fields are for staff, and only set for signs. */
  interface SeenPrint {
    thing: string;
    title: string;
    audience: Readership;
    size: string;
    language: string;
    clause: string | null;
    records: boolean;
    sign: boolean;
    counted: boolean;
    state: SignState | null;
    code: string;
    place: string;
    name: string;
  }

  /** A prize in words, and its amount for the current pool. */
  interface SeenPrize {
    place: number;
    words: string;
    said: CodedMessage;
    amount: number;
  }

  /** A wager of the last settled round, and what its player kept of it: winnings plus returned stake. */
  interface SeenResult {
    spot: string;
    staked: number;
    kept: number;
    tip: boolean;
  }

  /** A seat as the viewer may see it; name and chips are for its player and for staff. */
  interface SeenSeat {
    seat: number;
    color: string;
    player: string | null;
    value: number | null;
    stacks: Partial<Record<Chips, number>> | null;
    design: string;
  }

  /** A proposal to split the prizes, for the remaining players and those who run the tournament. */
  interface SeenSplit {
    by: string;
    shares: SplitShare[];
  }

  /** A tournament for one viewer. */
  interface SeenTournament {
    id: string;
    title: string;
    house: string;
    stage: string;
    next: string;
    next_said: CodedMessage[];
    action: SuggestedCommand | null;
    tasks: string[];
    desk: TournamentDesk | null;
    colors: SeenColor[];
    events: SeenTournamentEvent[];
    mine: number[];
    demonstration: boolean;
    joins: string;
  }

  interface SeenTournamentAnswer {
    version: number;
    now: number;
    tournament: SeenTournament | null;
  }

  interface SeenTournamentEvent {
    id: string;
    title: string;
    stage: EventStage;
    round: number;
    rounds: number;
    round_since: number;
    games: number;
    fee: number;
    buy_in: number;
    cut: string;
    cut_said: CodedMessage[];
    pool: number;
    prizes: SeenPrize[];
    draw: SeenDraw | null;
    draws: number[];
    split: SeenSplit | null;
    split_due: number | null;
    leaderboard: SeenEntrant[];
    tables: SeenTournamentTable[];
  }

  interface SeenTournamentTable {
    number: number;
    games: number;
    games_left: number;
    is_open: boolean;
    place: string;
    takes_wagers: boolean;
    last_number: string;
    last_color: string;
    wagers: SeenPointsWager[];
  }

  /** A verbal wager that the dealer has yet to confirm. */
  interface SeenVerbal {
    seat: number;
    spot: string;
    cash: number;
  }

  /** A wager on the felt, where everybody sees its spot and color. */
  interface SeenWager {
    seat: number;
    spot: string;
    amount: number;
    color: string;
    chips: Chips;
    coupon: number;
    tip: boolean;
    imprisoned: boolean;
  }

  /** Wagers that changed (amount 0: gone), or all that the audience sees. */
  interface SeenWagers {
    whole: boolean;
    list: SeenWager[];
  }

  /** A verbal wager of the player that the dealer has yet to confirm. */
  interface SeenWord {
    spot: string;
    cash: number;
  }

  /** A player's own part: the seat, spots with a choice in prison to make, the last round, pending verbal wagers. */
  interface SeenYou {
    seat: number | null;
    choose: string[];
    last_round: LastRound | null;
    spoken: SeenWord[];
  }

  interface Self {
    name: string;
    role: string;
    seat: number | null;
  }

  type SentFrame = Hello | CommandFrame | Resync | Ping | Audio | Announced;

  /** The signed-in person and the session. */
  interface SessionAnswer {
    name: string;
    display: string;
    role: Role;
    csrf: string;
    locks_after_ms: number | null;
    locked: boolean;
    tables: string[];
    seat: number | null;
    license: string;
    must: Must | null;
    language: string;
  }

  /** One seat at one table, in cents. */
  interface SessionSitting {
    table: string;
    seat: number;
    since: number;
    until: number | null;
    rounds: number;
    bought: number;
    cashed: number;
    held: number;
    result: number;
  }

  interface SetChips {
    type: 'set-chips';
    seat: number;
    color: string;
    value: number;
    design?: string;
  }

  interface SettleClaim {
    type: 'settle-claim';
    player: string;
    amount: number;
    why: string;
    seat?: number;
  }

  interface ShiftChangedNews {
    kind: 'shift-changed';
    dealer?: string;
    supervisor?: string;
    float_count?: number;
    float_book?: number;
  }

  /** A sign, and the clause that requires it; None if the house posts it by choice. */
  interface Sign {
    text: string;
    clause: string | null;
    basis: Basis;
    said: CodedMessage[];
  }

  interface SignIn {
    name: string;
    password: string;
    proof?: ProofBody | null;
  }

  interface SignPostedNews {
    kind: 'sign-posted';
    at?: number;
    sign?: string;
    title?: string;
    lines?: string[];
    digest?: string;
    place?: string;
    approval?: string;
    name?: string;
    role?: Role;
  }

  interface SignRemovedNews {
    kind: 'sign-removed';
    at?: number;
    sign?: string;
    why?: string;
    name?: string;
    role?: Role;
  }

  type SignState = 'posted' | 'due' | 'replace' | 'not-approved' | 'remove';

  interface SlipAcceptedNews {
    kind: 'slip-accepted';
    slip?: number;
    by?: string;
  }

  interface SlipCarriedNews {
    kind: 'slip-carried';
    slip?: number;
    by?: string;
  }

  type SlipKind = 'fill' | 'credit';

  interface SlipPreparedNews {
    kind: 'slip-prepared';
    slip?: number;
    by?: string;
  }

  interface SlipRequestedNews {
    kind: 'slip-requested';
    slip?: number;
    way?: SlipKind;
    chips?: [number, number][];
    by?: string;
  }

  type SlipStep = 'prepare' | 'carry' | 'accept';

  interface SlipVoidedNews {
    kind: 'slip-voided';
    slip?: number;
    why?: string;
    by?: string;
  }

  interface SnapshotFrame {
    type: 'snapshot';
    version: number;
    now: number;
    view: View;
    mark: string;
  }

  interface SpinBall {
    type: 'spin-ball';
    wheel: Direction;
    ball: Direction;
  }

  interface SpinWheel {
    type: 'spin-wheel';
    wheel: Direction;
  }

  interface SplitShare {
    entry: number;
    name: string;
    amount: number;
    agreed: boolean;
  }

  /** A spot with its texts and figures; fractions are given exactly and as decimals. */
  interface SpotOnCard {
    name: string;
    title: string;
    named: string;
    wager: string;
    numbers: string[];
    pays: string;
    chance: Exact;
    edge: Exact;
    variance: Exact;
    minimum: number | null;
    maximum: number | null;
    clause: string | null;
    defined: string | null;
    basis: Basis;
    same_as: string | null;
    even_money: boolean;
    parts: number;
  }

  type SpunPart = 'ball' | 'wheel';

  /** What the float pays a stack (negative: takes back), and what remains as a claim. */
  interface StackDifference {
    seat: number;
    player: string;
    chips: Chips;
    paid: number;
    claimed: number;
  }

  interface StaffRelievedNews {
    kind: 'staff-relieved';
    dealer?: string;
    supervisor?: string;
  }

  /** Identifies a wager on the layout, with its amount. */
  interface Stake {
    seat: number;
    spot: string;
    chips: Chips;
    color: string;
    tip: boolean;
    amount: number;
    prison: number;
  }

  /** The type of a command with its fields, and the label of the button. */
  interface SuggestedCommand {
    type: string;
    words: string;
    fields: Record<string, string | number>;
    facts: Record<string, string | number>;
  }

  interface TableClosedNews {
    kind: 'table-closed';
    float_count?: number;
    float_book?: number;
  }

  interface TableFinding {
    message: string;
    clause: string | null;
    key: string;
  }

  interface TableInspectedNews {
    kind: 'table-inspected';
    at?: number;
    name?: string;
    role?: Role;
    checks?: Partial<Record<Check, boolean>>;
    note?: string;
  }

  /** Fields of the view that changed, except for seats, wagers and a player's own part. */
  interface TableNews {
    number?: string;
    phase?: Phase;
    round?: number;
    result?: string;
    results?: string[];
    choose_until?: number;
    next_step?: string | null;
    dealing?: SeenDealing | null;
    disputes?: SeenDispute[];
    dealer?: string | null;
    supervisor?: string | null;
    house?: SeenHouse | null;
    equipment?: SeenEquipment | null;
    tournament?: string;
  }

  interface TableOpenedNews {
    kind: 'table-opened';
    dealer?: string;
    supervisor?: string;
    float_count?: number;
  }

  interface TakeDown {
    type: 'take-down';
    seat: number;
    spot: string;
    stake: number;
    chips?: Chips;
    color?: string;
    tip?: boolean;
  }

  interface TakeSeat {
    type: 'take-seat';
    seat: number;
    player: string;
  }

  interface TerminalAnswer {
    id: string;
    table: string;
    seat: number;
    enrolled: number;
  }

  interface TerminalList {
    terminals: TerminalAnswer[];
  }

  interface TerminalPlace {
    table: string;
    seat: number;
  }

  interface Ticket {
    ticket: string;
    url: string;
  }

  interface TicketPrintedNews {
    kind: 'ticket-printed';
    ticket?: string;
    seat?: number;
    amount?: number;
  }

  interface TicketRedeemedNews {
    kind: 'ticket-redeemed';
    ticket?: string;
    amount?: number;
    seat?: number;
  }

  type TieRule = 'play-off' | 'draw' | 'share';

  interface Tile {
    number: string;
    title: string;
    book: string;
    book_title: string;
    wheel: string;
    wheel_title: string;
    ring: string;
    zero: string;
    zero_words: string;
    phase: Phase;
    round: number;
    last: string;
    results: string[];
    seats: number;
    taken: number;
    minimum: number | null;
    maximum: number | null;
    electronic: boolean;
    demonstration: boolean;
    automatic: boolean;
    findings: TableFinding[];
    note: string;
    automatic_name: string;
    dealer: string | null;
    step: string | null;
    disputes: number | null;
    obstacles: SeenObstacle[] | null;
    day: DayFigures | null;
  }

  interface TipGivenNews {
    kind: 'tip-given';
    seat?: number;
    amount?: number;
    chips?: Chips;
  }

  interface TipsCorrectedNews {
    kind: 'tips-corrected';
    amount?: number;
    claimed?: number;
    round?: number;
    why?: string;
  }

  interface TournamentAnswer {
    id: string;
    version: number;
    events: string[];
    next: string;
  }

  /** A book with tournament rules. */
  interface TournamentBook {
    id: string;
    title: string;
    wheels: string[];
  }

  interface TournamentBooks {
    books: TournamentBook[];
  }

  /** The layout and wheel of the tournament's tables; wagers there have no money limits. */
  interface TournamentCard {
    number: string;
    flat: boolean;
    compartments: Compartment[];
    landscape: LayoutDrawing;
    portrait: LayoutDrawing;
    spots: Record<string, SpotOnCard>;
  }

  /** The accounts and lists of a tournament. */
  interface TournamentDesk {
    book: string;
    digest: string;
    office: string;
    filed_at: number | null;
    may_start_at: number | null;
    criteria: string;
    tie: TieRule | null;
    licensees: string[];
    escrow_due: number | null;
    escrow_held: number;
    events: DeskEvent[];
    entries: DeskEntrant[];
    awards: PayoutLine[];
    vouchers: DeskVoucher[];
    fees: UncountedFees[];
    proceeds: Record<string, number>;
  }

  /** A tournament file; `order` is an id chosen by the sender. */
  interface TournamentFile {
    order: string;
    text: string;
  }

  interface TournamentFinding {
    key: string;
    wrong: string;
    right: string;
    clause: string | null;
  }

  /** The contents of all forms. */
  interface TournamentForms {
    entrants: EntrantsForm;
    payouts: PayoutForm;
    vouchers: VoucherForm[];
    proceeds: ProceedsForm;
    joint: JointRecord;
    colors: ColorNotice;
  }

  interface TournamentHistory {
    id: string;
    version: number;
    records: TournamentRecord[];
  }

  interface TournamentLineAnswer {
    id: string;
    title: string;
    house: string;
    stage: string;
    entries: number;
  }

  interface TournamentListAnswer {
    tournaments: TournamentLineAnswer[];
  }

  /** One command: its `type` and fields. Its actor and time come from the session and the clock. */
  interface TournamentOrder {
    order: string;
    command: Record<string, unknown>;
  }

  interface TournamentPrint {
    thing: string;
    title: string;
    audience: Readership;
    size: string;
    clause: string | null;
    records: boolean;
    counted: boolean;
  }

  interface TournamentPrints {
    tournament: string;
    prints: TournamentPrint[];
  }

  /** A record as text, with its command and the whole event. */
  interface TournamentRecord {
    version: number;
    at: number;
    actor: string;
    role: string;
    kind: string;
    words: string;
    said: CodedMessage[];
    round: number;
    refused: RefusalText | null;
    command: string;
    event: Record<string, unknown>;
  }

  /** A tournament file to check. */
  interface TournamentText {
    text: string;
  }

  interface UncountedFees {
    month: string;
    held: number;
  }

  interface Unlock {
    password: string;
    proof?: ProofBody | null;
  }

  interface UsableKey {
    credential: string;
    transports: string[];
  }

  interface VerbalWagerConfirmedNews {
    kind: 'verbal-wager-confirmed';
    seat?: number;
    spot?: string;
    chips?: Chips;
    color?: string;
    tip?: boolean;
    amount?: number;
    prison?: number;
  }

  interface VerbalWagerOfferedNews {
    kind: 'verbal-wager-offered';
    seat?: number;
    spot?: string;
    cash?: number;
  }

  type Verdict = 'win' | 'lose' | 'half' | 'imprisoned' | 'released' | 'void';

  /** The result of the last verification. */
  interface Verification {
    at: number;
    took_ms: number;
    ok: boolean;
    records: number;
    streams: number;
    checkpoints: number;
    sealed: number;
    events: number;
    rounds: number;
    orders: number;
    problems: string[];
  }

  /** The table as one viewer sees it. */
  interface View {
    number: string;
    phase: Phase;
    round: number;
    result: string;
    results: string[];
    seats: SeenSeat[];
    wagers: SeenWager[];
    you: SeenYou | null;
    choose_until: number;
    next_step: string | null;
    dealing: SeenDealing | null;
    disputes: SeenDispute[];
    dealer: string | null;
    supervisor: string | null;
    house: SeenHouse | null;
    equipment: SeenEquipment | null;
    tournament: string;
  }

  interface VoidRound {
    type: 'void-round';
    why: string;
  }

  interface VoidSlip {
    type: 'void-slip';
    slip: number;
    why: string;
  }

  interface VoucherAnswer {
    number: string;
    what: string;
    amount: number;
    owner: string;
    until: string | null;
    copies: number;
  }

  /** One prize voucher, for its winner only. */
  interface VoucherForm {
    number: string;
    tournament: string;
    title: string;
    house: string;
    winner: string;
    event: string;
    fee_value: number;
    buy_in_value: number;
    used: boolean;
  }

  /** A change of the amount on a spot; negative to take down. */
  interface WagerChange {
    spot: string;
    amount: number;
    chips?: Chips;
    color?: string;
    tip?: boolean;
  }

  /** The figures of one kind of wager. */
  interface WagerFigures {
    wager: string;
    name: string;
    named: string;
    covers: number;
    pays: string;
    chance: Exact;
    edge: Exact;
    variance: Exact;
    deviation: number;
    optional: boolean;
    clause: string | null;
    defined: string | null;
    basis: Basis;
    adr: number | null;
  }

  interface WagerMovedNews {
    kind: 'wager-moved';
    seat?: number;
    spot?: string;
    chips?: Chips;
    color?: string;
    tip?: boolean;
    amount?: number;
    prison?: number;
    to?: string;
    instructed?: boolean;
  }

  /** One wager of an event about many wagers; absent fields are zero, false or empty. */
  interface WagerNews {
    seat: number;
    spot: string;
    amount: number;
    chips: Chips;
    color?: string;
    tip?: boolean;
    winnings?: number;
    returned?: number;
    outcome?: string;
    clause?: string;
    basis?: string;
  }

  interface WagerPlacedNews {
    kind: 'wager-placed';
    seat?: number;
    spot?: string;
    chips?: Chips;
    color?: string;
    tip?: boolean;
    amount?: number;
    prison?: number;
    coupon?: number;
    instructed?: boolean;
  }

  interface WagerTakenDownNews {
    kind: 'wager-taken-down';
    seat?: number;
    spot?: string;
    chips?: Chips;
    color?: string;
    tip?: boolean;
    amount?: number;
    prison?: number;
    coupon?: number;
    instructed?: boolean;
  }

  interface WagersChangedNews {
    kind: 'wagers-changed';
    taken?: Returned[];
    placed?: Stake[];
    instructed?: boolean;
  }

  interface WaitingAnswer {
    slips: WaitingSlip[];
    requests: WaitingRequest[];
    silent: string[];
  }

  /** A request of one supervisor that another must approve. */
  interface WaitingRequest {
    table: string;
    request: number;
    kind: string;
    by: string;
    at: number;
    amount: number;
    why: string;
    yours: boolean;
    refusable: boolean;
    decision: string;
    dispute: number;
    awards: Record<number, number>;
    number: string;
    player: string;
    seat: number;
  }

  /** A fill or credit in progress; cents by denomination. */
  interface WaitingSlip {
    table: string;
    slip: number;
    kind: SlipKind;
    chips: Record<number, number>;
    amount: number;
    step: SlipStep;
    role: Role;
    people: string[];
    yours: boolean;
    voidable: boolean;
  }

  interface Welcome {
    type: 'welcome';
    protocol: number;
    you: Self;
    table: string;
    digest: string;
    now: number;
    heartbeat_ms: number;
    frame_max: number;
    commands_per_second: number;
  }

  interface WheelAdjustedNews {
    kind: 'wheel-adjusted';
    at?: number;
    part?: string;
    what?: string;
    name?: string;
    license?: string;
    role?: Role;
    signed?: string;
    witness?: string;
    witness_license?: string;
    place?: string;
  }

  interface WheelAlarm {
    spin: number;
    points_to: string;
    suspect: CodedMessage;
  }

  interface WheelFigures {
    span: 'all' | 'last' | 'opening';
    spins: number;
    since: number | null;
    until: number | null;
    counts: CountedLabel[];
    monitor: WheelMonitor | null;
  }

  /** The evidence against a fair wheel from all recorded numbers, whatever the requested span. */
  interface WheelMonitor {
    spins: number;
    evidence: number;
    peak: number;
    threshold: number;
    level: number;
    alarm: WheelAlarm | null;
    words: string;
  }

  interface WheelSpunNews {
    kind: 'wheel-spun';
    wheel?: Direction;
    irregular?: NoSpinReason | null;
  }

  interface Why {
    why: string;
  }

  interface WinnersPaidNews {
    kind: 'winners-paid';
    wagers?: WagerNews[];
  }

  /** What GET takes and gives, by path. */
  interface Get {
    /** A tournament as it was after one of its records. */
    (path: `/tournaments/${string}/at/${string}`): Promise<PastTournament>;
    /** The table after a record. */
    (path: `/tables/${string}/at/${string}`): Promise<View>;
    /** What correcting the last number would pay and take back; nothing is recorded. */
    (path: `/tables/${string}/correction` | `/tables/${string}/correction?${string}`): Promise<CorrectionPreview>;
    /** The records of a tournament, in order. */
    (path: `/tournaments/${string}/records` | `/tournaments/${string}/records?${string}`): Promise<TournamentHistory>;
    /** The timeline: records as text. Significant events outside the tables: accounts, sessions, terminals, the service. */
    (path: `/tables/${string}/records`
      | `/tables/${string}/records?${string}`
      | '/premises/records'
      | `/premises/records?${string}`): Promise<RecordText[]>;
    /** The last 500 results, with counts and expected bands. */
    (path: `/tables/${string}/results`): Promise<ResultsAnswer>;
    /** People who may enter, by name or identity. */
    (path: `/tournaments/${string}/people` | `/tournaments/${string}/people?${string}`): Promise<FoundPeople>;
    /** What can be printed for a tournament now. */
    (path: `/tournaments/${string}/prints`): Promise<TournamentPrints>;
    /** The dispute bundle of a round, a file that proves it. This document. */
    (path: `/tables/${string}/bundle`
      | `/tables/${string}/bundle?${string}`
      | '/openapi.json'): Promise<Record<string, unknown>>;
    /** What can be printed for a table. */
    (path: `/tables/${string}/prints`): Promise<Prints>;
    /** Win, drop and hold. */
    (path: `/tables/${string}/report` | `/tables/${string}/report?${string}`): Promise<ReportAnswer>;
    /** Finished rounds, newest first. */
    (path: `/tables/${string}/rounds` | `/tables/${string}/rounds?${string}`): Promise<FinishedRound[]>;
    /** The contents of the forms. */
    (path: `/tournaments/${string}/forms`): Promise<TournamentForms>;
    /** The printed rules. */
    (path: `/tournaments/${string}/rules`): Promise<PrintedRules>;
    /** The posted rules of a table. */
    (path: `/tables/${string}/rules`): Promise<PostedRules>;
    /** How often each compartment came up, and the evidence against a fair wheel. */
    (path: `/tables/${string}/wheel` | `/tables/${string}/wheel?${string}`): Promise<WheelFigures>;
    /** The layout and the wheel of a tournament's tables. */
    (path: `/tournaments/${string}/card`): Promise<TournamentCard>;
    /** Duration and result of the player's current session. */
    (path: `/tables/${string}/play`): Promise<PlaySession>;
    /** The log of inspections, adjustments and replacements. */
    (path: `/tables/${string}/log` | `/tables/${string}/log?${string}`): Promise<EquipmentLog>;
    /** A receipt, once a cosigned checkpoint covers it. */
    (path: `/receipts/${string}` | `/receipts/${string}?${string}`): Promise<ReceiptAnswer>;
    /** The books with tournament rules. */
    (path: '/tournament-books'): Promise<TournamentBooks>;
    /** A tournament as this viewer may see it. */
    (path: `/tournaments/${string}` | `/tournaments/${string}?${string}`): Promise<SeenTournamentAnswer>;
    /** The card of a table. */
    (path: `/tables/${string}`): Promise<Card>;
    /** The person's security keys. */
    (path: '/session/keys'): Promise<KeyList>;
    /** The tournaments. */
    (path: '/tournaments'): Promise<TournamentListAnswer>;
    /** The player's saved layouts for a kind of wheel. */
    (path: '/favorites' | `/favorites?${string}`): Promise<FavoritesAnswer>;
    /** Every enrolled terminal. */
    (path: '/terminals'): Promise<TerminalList>;
    /** Every account. */
    (path: '/accounts'): Promise<AccountList>;
    /** The signed-in person; 204 if nobody is signed in. */
    (path: '/session'): Promise<SessionAnswer>;
    /** Pending work: slips in progress, and requests for a second person. */
    (path: '/waiting' | `/waiting?${string}`): Promise<WaitingAnswer>;
    /** Alerts, which stay until they are acknowledged. */
    (path: '/alerts'): Promise<AlertList>;
    /** The log and witnesses to check receipts against. */
    (path: '/policy'): Promise<PolicyAnswer>;
    /** The lobby: a tile for each table. */
    (path: '/tables'): Promise<Lobby>;
    /** The state of the journal's chain. */
    (path: '/chain'): Promise<JournalStatus>;
    /** Exact figures and the drawing of a layout. */
    (path: '/odds' | `/odds?${string}`): Promise<Explorer>;
  }

  /** What POST takes and gives, by path. */
  interface Post {
    /** Prints a prize voucher; every print is recorded, and later ones are marked as copies. Prints a slip of a table; every print is recorded, and later ones are marked as copies. Prints a voucher; every print is recorded, and later ones are marked as copies. */
    (path: `/tournaments/${string}/prints/${string}`
      | `/tournaments/${string}/prints/${string}?${string}`
      | `/tables/${string}/prints/${string}`
      | `/tables/${string}/prints/${string}?${string}`
      | `/vouchers/${string}/paper`
      | `/vouchers/${string}/paper?${string}`): Promise<PrintedPaper>;
    /** Send a command to a tournament. */
    (path: `/tournaments/${string}/commands`, body: TournamentOrder): Promise<TournamentAnswer>;
    /** Remove a security key. */
    (path: `/session/keys/${string}/remove`, body: Confirmation): Promise<KeyList>;
    /** Records the player's stakes and payouts of a round, for a receipt. */
    (path: `/tables/${string}/receipts`, body: ReceiptWanted): Promise<ReceiptTickets>;
    /** Change display name or license number. */
    (path: `/accounts/${string}/details`, body: ChangeDetails): Promise<AccountAnswer>;
    /** Disable the account; sessions end. Enable the account again. Lift a lockout. */
    (path: `/accounts/${string}/disable`
      | `/accounts/${string}/enable`
      | `/accounts/${string}/lift`, body: Why): Promise<AccountAnswer>;
    /** Acknowledge an alert; name and time are recorded. */
    (path: `/alerts/${string}/acknowledge`): Promise<AlertAnswer>;
    /** Switches the automatic dealer of a demonstration table. */
    (path: `/tables/${string}/dealing`, body: DealingBody): Promise<DealingAnswer>;
    /** Remove all security keys; sessions end. */
    (path: `/accounts/${string}/factor`, body: ResetFactor): Promise<AccountAnswer>;
    /** A challenge for an enrolled key, to confirm a change or to unlock the console. */
    (path: '/session/keys/challenge'): Promise<KeyChallengeAnswer>;
    /** Set a new password; sessions end. */
    (path: `/accounts/${string}/reset`, body: Reset): Promise<AccountAnswer>;
    /** Take a terminal out of service. */
    (path: `/terminals/${string}/revoke`, body: Why): Promise<TerminalAnswer>;
    /** Join a demonstration tournament after reading its rules. */
    (path: `/tournaments/${string}/join`, body: JoinOrder): Promise<TournamentAnswer>;
    /** Change the role; sessions end. */
    (path: `/accounts/${string}/role`, body: ChangeRole): Promise<AccountAnswer>;
    /** A challenge for the security key of a second key manager. A challenge for a security key at sign-in. */
    (path: '/accounts/challenge' | '/session/challenge', body: NameAndPassword): Promise<KeyChallengeAnswer>;
    /** All findings in a tournament file; nothing is recorded. */
    (path: '/tournament-checks', body: TournamentText): Promise<CheckedTournament>;
    /** A challenge for a new security key. */
    (path: '/session/keys/new', body: Confirmation): Promise<NewKeyChallenge>;
    /** Choose the language of the pages for the account. */
    (path: '/session/language', body: LanguageBody): Promise<null>;
    /** Change one's password; the person's other sessions end. */
    (path: '/session/password', body: NewPassword): Promise<SessionAnswer>;
    /** Make this device the terminal of the seat that the code is for. */
    (path: '/terminals/enroll', body: Enroll): Promise<SessionAnswer>;
    /** A code that enrolls one terminal for a seat, valid for ten minutes. */
    (path: '/terminals/codes', body: TerminalPlace): Promise<CodeAnswer>;
    /** Redeems a voucher by its number, once. */
    (path: '/vouchers/redeem', body: RedeemVoucher): Promise<VoucherAnswer>;
    /** Report activity at the console, so that it does not lock for five minutes. */
    (path: '/session/active'): Promise<null>;
    /** Unlock the console, with a key or code if the house requires one for the role. */
    (path: '/session/unlock', body: Unlock): Promise<SessionAnswer>;
    /** New recovery codes; older ones are void. */
    (path: '/session/codes', body: Confirmation): Promise<Codes>;
    /** Enroll a new security key; the first one comes with recovery codes. */
    (path: '/session/keys', body: NewKeyBody): Promise<KeyEnrolled>;
    /** Draft a tournament from its file, or change one that has not begun. */
    (path: '/tournaments', body: TournamentFile): Promise<TournamentAnswer>;
    /** Replaces the player's saved layouts for a kind of wheel. */
    (path: '/favorites', body: FavoritesBody): Promise<FavoritesAnswer>;
    /** Create an account with one role. */
    (path: '/accounts', body: Create): Promise<AccountAnswer>;
    /** Issues a voucher. */
    (path: '/vouchers', body: NewVoucher): Promise<VoucherAnswer>;
    /** Hash the program's files now. */
    (path: '/program'): Promise<ProgramAnswer>;
    /** Sign in. */
    (path: '/session', body: SignIn): Promise<SessionAnswer>;
    /** A ticket for a socket on the separate socket port. */
    (path: '/tickets'): Promise<Ticket>;
    /** Makes a verified copy of the journal in the backup directory. */
    (path: '/backup'): Promise<BackedUp>;
    /** Verifies the whole journal now. */
    (path: '/chain'): Promise<Verification>;
  }

  /** What DELETE takes and gives, by path. */
  interface Delete {
    /** Sign out. */
    (path: '/session'): Promise<null>;
  }
}
