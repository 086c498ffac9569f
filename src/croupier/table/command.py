"""Every command of a table by its name, from the modules of its subjects; those about money are in `money_command`.

Time, chance and identity arrive as fields. Each command declares the roles that may give it.
"""

from __future__ import annotations

from croupier.equipment.command import PitCommand
from croupier.table import correction_command, seat_command, shift_command, spin_command, wager_command
from croupier.table.correction_command import *  # noqa: F403
from croupier.table.money_command import MoneyCommand, SettleClaim
from croupier.table.seat_command import *  # noqa: F403
from croupier.table.shift_command import *  # noqa: F403
from croupier.table.spin_command import *  # noqa: F403
from croupier.table.wager_command import *  # noqa: F403
from croupier.terms.message import Command as Command  # noqa: PLC0414 (re-exported as the base class)

ForTwo = correction_command.DecideDispute | correction_command.CorrectNumber | SettleClaim
"""Commands that need a second person above an amount that the house sets."""
AnyCommand = (
    PitCommand
    | shift_command.TableCommand
    | seat_command.SeatCommand
    | wager_command.LayoutCommand
    | spin_command.SpinCommand
    | spin_command.IrregularityCommand
    | spin_command.SettlingCommand
    | correction_command.CorrectionCommand
    | MoneyCommand
)
