import { rules as changeAutochargeStatus } from './change-autocharge-status/rules'
import { rules as changeBuyerEmail } from './change-buyer-email/rules'
import { rules as changeExpirationDate } from './change-expiration-date/rules'
import { rules as createBuyer } from './create-buyer/rules'
import { rules as createInitialOrder } from './create-initial-order/rules'
import type { CommandRules, RuledCommand } from './declare/command-rules'
import { rules as disableToken } from './disable-token/rules'
import { rules as downgradeSubscription } from './downgrade-subscription/rules'
import { rules as enableToken } from './enable-token/rules'
import { type CommandName, type Commands, commands } from './index'

/** What is decided about each command. Only work on the journal loads it: a command's route has its own rules alone. */
export const rules: { [N in CommandName]: CommandRules<Commands[N]> } = {
  createBuyer,
  disableToken,
  enableToken,
  createInitialOrder,
  changeAutochargeStatus,
  changeExpirationDate,
  downgradeSubscription,
  changeBuyerEmail,
}

/** A command by its name, or null where there is none: a journal may name what another version knew. */
export function ruledCommand(name: string): RuledCommand | null {
  if (!Object.hasOwn(rules, name)) return null
  const known = name as CommandName
  return { operation: commands[known] as RuledCommand['operation'], rules: rules[known] }
}
