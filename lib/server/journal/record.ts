import 'server-only'
import type { CommandCall } from '../admit'
import { log } from '../log'
import type { Action } from './intent'
import { type Outcome, settle } from './outcome'
import { spill } from './spill'

/** Writes an outcome; where the database cannot, keeps it in a file beside it until it can. Never rejects: the outcome is told as it is. */
export async function record(
  action: Action,
  { operation, body }: Pick<CommandCall, 'operation' | 'body'>,
  outcome: Outcome,
): Promise<void> {
  try {
    await settle(action, operation, body, outcome)
    log.info({ actionId: action.action_id, operation: action.operation, outcome: outcome.state }, 'outcome')
  } catch (cause) {
    log.error({ err: cause, actionId: action.action_id, outcome: outcome.state }, 'journal_pending')
    spill(action, body, outcome)
  }
}
