import type { OperationName } from './operations'

/** What fills the Reason field at one press, by command. The text goes to the service as it stands here; change it to the desk's own words. */
export const reasonPresets: Partial<Record<OperationName, readonly string[]>> = {
  changeAutochargeStatus: ['Asked by the buyer', 'Too expensive', 'Not used', 'Bought twice', 'Other'],
  changeExpirationDate: ['Goodwill', 'Outage', 'Bought twice', 'Agreed with the buyer', 'Other'],
}
