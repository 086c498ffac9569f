// Types that several scripts of the pages share, and that follow from no struct of the service.

declare namespace Page {
  /** A table as a page holds it: what is a player's own stands beside it. */
  type View = Omit<Service.View, 'you'>;

  /** Who was told of a wager or a choice by which hand. */
  type By = 'pointer' | 'keyboard' | 'touch';

  /** What a form asks for a command. */
  type Asked<T extends Service.Command['type'], K extends PropertyKey> = Required<
    Pick<Extract<Service.Command, { type: T }>, K & keyof Extract<Service.Command, { type: T }>>
  >;
}

/** What the elements of the pages tell. */
interface GlobalEventHandlersEventMap {
  'choice': CustomEvent<Service.ChooseInPrison>;
  'chosen': CustomEvent<string>;
  'cr-aim': CustomEvent<{ spot: string | null; name: string; figures: Service.SpotOnCard | undefined; by: Page.By }>;
  'cr-announced': CustomEvent<{ call: string; round: number; words: string; audible: boolean; visual: boolean }>;
  'cr-bet': CustomEvent<{ spot: string; take: boolean }>;
  'cr-buy-more': Event;
  'cr-called': CustomEvent<{ spot: string; stake: number; words: string }>;
  'cr-chip': CustomEvent<{ amount: number; chips: Service.Chips; color: string; least?: boolean }>;
  'cr-choose': CustomEvent<{ spot: string; choice: Service.Choice }>;
  'cr-due': CustomEvent<{ words: string }>;
  'cr-join': CustomEvent<{ seat: number | null; color: string | null; value: number | null; amount: number | null }>;
  'cr-locked': Event;
  'cr-moment': CustomEvent<{ version: number; by: 'person' | 'play' }>;
  'cr-move': CustomEvent<{ spot: string; to: string }>;
  'cr-record': CustomEvent<{ record: Service.RecordText }>;
  'cr-tail': CustomEvent<{ last: number }>;
  'cr-take': CustomEvent<{ wager: Service.SeenWager }>;
  'cr-typed': CustomEvent<{ spot: string; stake: number | null; text: string }>;
  'seat': CustomEvent<number>;
  'session': CustomEvent<Service.SessionAnswer | null>;
  'step': CustomEvent<Service.Command>;
  'task': CustomEvent<string>;
  'tile': CustomEvent<string>;
  'unlocked': Event;
}
