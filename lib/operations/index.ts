import { changeAutochargeStatus } from './change-autocharge-status/operation'
import { changeBuyerEmail } from './change-buyer-email/operation'
import { changeExpirationDate } from './change-expiration-date/operation'
import { createBuyer } from './create-buyer/operation'
import { createInitialOrder } from './create-initial-order/operation'
import { disableToken } from './disable-token/operation'
import { downgradeSubscription } from './downgrade-subscription/operation'
import { enableToken } from './enable-token/operation'
import { queries } from './queries'

// What the service does. A query is its declaration. A command's folder has three files: operation.ts declares it, words.ts has what people
// read, and rules.ts says what it does, how it is undone and when it may be sent.

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
