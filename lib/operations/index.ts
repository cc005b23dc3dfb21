import { changeAutochargeStatus } from './change-autocharge-status/operation'
import { changeBuyerEmail } from './change-buyer-email/operation'
import { changeExpirationDate } from './change-expiration-date/operation'
import { createBuyer } from './create-buyer/operation'
import { createInitialOrder } from './create-initial-order/operation'
import { disableToken } from './disable-token/operation'
import { downgradeSubscription } from './downgrade-subscription/operation'
import { enableToken } from './enable-token/operation'
import { queries } from './queries'

// What the service does, command by command and query by query. A query is one file in `queries/`. A command is a folder of three:
// operation.ts declares the request, words.ts has the texts, and rules.ts decides what it does, how it's undone and when it may be sent.
// A new command has a line here, in words.ts and in rules.ts; CONTRIBUTING, "Add an operation", has the rest.

/** The commands, in the order of the service's interface document. */
export const commands = {
  createBuyer,
  disableToken,
  enableToken,
  createInitialOrder,
  changeAutochargeStatus,
  changeExpirationDate,
  downgradeSubscription,
  changeBuyerEmail,
}

export const operations = { ...commands, ...queries }

export type Commands = typeof commands
export type CommandName = keyof Commands
export type Operations = typeof operations
export type OperationName = keyof Operations
