import type { Role } from '@/lib/core/roles'
import type { Waiting, WaitingAnswer } from './waiting'
import { waitingRows } from './waiting-rows'

/** What waits for somebody for whom nothing does. */
export const nothingWaits: Waiting = {
  unconfirmed: [],
  team: [],
  approvals: [],
  mentions: [],
  guides: [],
  promises: [],
  incidents: [],
  troubles: [],
  notices: [],
  refunds: { waiting: 0, overdue: 0, oldest: null, first: null, accounts: [], mine: [] },
  buyers: {},
}

/** As the server answers it to somebody. */
export const answerWith = (waiting: Partial<Waiting>, role: Role): WaitingAnswer => {
  const all = { ...nothingWaits, ...waiting }
  return { ...all, rows: waitingRows(all, role) }
}
