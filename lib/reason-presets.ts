/** The commands that take a reason. */
export const reasonedCommands = ['changeAutochargeStatus', 'changeExpirationDate'] as const
export type ReasonedCommand = (typeof reasonedCommands)[number]

/** What fills the Reason field at one press, by command. The text goes to the service as it stands here. */
export type ReasonPresets = Record<ReasonedCommand, readonly string[]>

/** Until an admin has given the desk's own words. */
export const defaultReasonPresets: ReasonPresets = {
  changeAutochargeStatus: ['Asked by the buyer', 'Too expensive', 'Not used', 'Bought twice', 'Other'],
  changeExpirationDate: ['Goodwill', 'Outage', 'Bought twice', 'Agreed with the buyer', 'Other'],
}

export const isReasoned = (operation: string): operation is ReasonedCommand =>
  (reasonedCommands as readonly string[]).includes(operation)
