import { uuidPattern } from '../formats'

const buyers = (version: 'v2' | 'v3') => `/api/${version}/buyers`

/** A path under one buyer. Ids are lower-case uuids (D17); any other text is a path the service does not have. */
export const underBuyer = (version: 'v2' | 'v3', rest = ''): string => `${buyers(version)}/:buyerId{${uuidPattern}}${rest}`

export const underSubscription = (rest: string): string =>
  underBuyer('v2', `/subscriptions/:subscriptionId{${uuidPattern}}${rest}`)
