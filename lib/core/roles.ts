export const roles = ['agent', 'finance', 'manager', 'admin'] as const
export type Role = (typeof roles)[number]

/** Who may do what. Checked in the handler on every request; pages only show what it says. */
const holders = {
  read: ['agent', 'finance', 'manager', 'admin'],
  reveal: ['agent', 'finance', 'manager', 'admin'],
  revealCard: ['finance', 'admin'],
  act: ['agent', 'manager', 'admin'],
  renewWithoutApproval: ['manager', 'admin'],
  approve: ['manager', 'admin'],
  requestRefund: ['agent', 'manager'],
  decideRefund: ['finance', 'manager'],
  wholeJournal: ['finance', 'manager', 'admin'],
  lists: ['agent', 'finance', 'manager', 'admin'],
  shareViews: ['finance', 'manager', 'admin'],
  handOver: ['agent', 'finance', 'manager', 'admin'],
  report: ['agent', 'finance', 'manager', 'admin'],
  exportLists: ['finance', 'manager', 'admin'],
  editReplies: ['manager', 'admin'],
  seeEvents: ['manager', 'admin'],
  alertRules: ['manager', 'admin'],
  planIncident: ['manager', 'admin'],
  decideIncident: ['manager', 'admin'],
  watchIncident: ['agent', 'finance', 'manager', 'admin'],
  agents: ['admin'],
  settings: ['admin'],
} as const satisfies Record<string, readonly Role[]>

export type DashboardRight = keyof typeof holders

export function may(role: Role, right: DashboardRight): boolean {
  return (holders[right] as readonly Role[]).includes(role)
}

/** Why somebody without a right may not do something. */
export const needsRole = (right: DashboardRight): string => `Needs the ${roleFor(right)} role.`

/** The role to name to somebody who lacks a right: the least of those that hold it. */
export function roleFor(right: DashboardRight): Role {
  return holders[right][0]
}
