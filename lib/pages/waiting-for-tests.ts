import type { Waiting } from './waiting'

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
  refunds: { waiting: 0, overdue: 0, oldest: null, first: null, mine: [] },
  buyers: {},
}
