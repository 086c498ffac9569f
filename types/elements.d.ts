// Written by `make docs` from the elements that the pages define: change those.

interface HTMLElementTagNameMap {
  'cr-board': import('../src/croupier/web/static/ui/cr-board.js').CrBoard;
  'cr-called': import('../src/croupier/web/static/ui/cr-called.js').CrCalled;
  'cr-chips': import('../src/croupier/web/static/ui/cr-chips.js').CrChips;
  'cr-counts': import('../src/croupier/web/static/ui/cr-counts.js').CrCounts;
  'cr-emblem': import('../src/croupier/web/static/ui/cr-emblem.js').CrEmblem;
  'cr-figures': import('../src/croupier/web/static/ui/cr-figures.js').CrFigures;
  'cr-language': import('../src/croupier/web/static/ui/cr-language.js').CrLanguage;
  'cr-leaderboard': import('../src/croupier/web/static/ui/cr-leaderboard.js').CrLeaderboard;
  'cr-limits': import('../src/croupier/web/static/ui/cr-limits.js').CrLimits;
  'cr-signs': import('../src/croupier/web/static/ui/cr-limits.js').CrSigns;
  'cr-lock': import('../src/croupier/web/static/ui/cr-lock.js').CrLock;
  'cr-masthead': import('../src/croupier/web/static/ui/cr-masthead.js').CrMasthead;
  'cr-next': import('../src/croupier/web/static/ui/cr-next.js').CrNext;
  'cr-numpad': import('../src/croupier/web/static/ui/cr-numpad.js').CrNumpad;
  'cr-phase': import('../src/croupier/web/static/ui/cr-phase.js').CrPhase;
  'cr-prison': import('../src/croupier/web/static/ui/cr-prison.js').CrPrison;
  'cr-rack': import('../src/croupier/web/static/ui/cr-rack.js').CrRack;
  'cr-replay': import('../src/croupier/web/static/ui/cr-replay.js').CrReplay;
  'cr-results': import('../src/croupier/web/static/ui/cr-results.js').CrResults;
  'cr-rounds': import('../src/croupier/web/static/ui/cr-rounds.js').CrRounds;
  'cr-seat': import('../src/croupier/web/static/ui/cr-seat.js').CrSeat;
  'cr-seating': import('../src/croupier/web/static/ui/cr-seating.js').CrSeating;
  'cr-seats': import('../src/croupier/web/static/ui/cr-seats.js').CrSeats;
  'cr-slip': import('../src/croupier/web/static/ui/cr-slip.js').CrSlip;
  'cr-tile': import('../src/croupier/web/static/ui/cr-tile.js').CrTile;
  'cr-timeline': import('../src/croupier/web/static/ui/cr-timeline.js').CrTimeline;
  'cr-toasts': import('../src/croupier/web/static/ui/cr-toasts.js').CrToasts;
  'cr-tournament-replay': import('../src/croupier/web/static/ui/cr-tournament-replay.js').CrTournamentReplay;
  'cr-track': import('../src/croupier/web/static/ui/cr-track.js').CrTrack;
  'cr-wheel': import('../src/croupier/web/static/ui/cr-wheel.js').CrWheel;
}
