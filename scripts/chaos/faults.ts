import { gatewayFaults, gatewayPassage } from './gateway'
import { chosen, oneIn, type Random } from './plan'
import type { Passage } from './wire'

export const commandNames = [
  ...['createBuyer', 'disableToken', 'enableToken', 'createInitialOrder', 'changeAutochargeStatus'],
  ...['changeExpirationDate', 'downgradeSubscription', 'changeBuyerEmail'],
]
const reads = ['getChargeHistory', 'listTokens', 'listSubscriptions', 'getOneClickPrices', 'findBuyerByEmail']

type Order = Record<string, unknown>
/** What goes wrong with a request: at the service, or on the line. */
export type RequestFault = { name: string; order?: Order; passage?: Passage }

/** Answered with 204, which has no body that could be slow. */
const withoutBody = new Set(['disableToken', 'enableToken', 'changeBuyerEmail'])

/** What leaves open whether it was applied: half of the time it was. */
const losing: Record<string, (random: Random, applied: boolean) => Order> = {
  hold: (_, applied) => ({ applied }),
  delay: (random) => ({ ms: 100 + Math.floor(random() * 300) }),
  reset: (random, applied) => (oneIn(random, 2) ? { applied, at: 'start' } : { applied, at: 'body', ms: 5 }),
  html500: (_, applied) => ({ applied }),
  empty500: (_, applied) => ({ applied }),
  error500: (_, applied) => ({ applied }),
  notJson: (_, applied) => ({ applied }),
  wrongShape: (_, applied) => ({ applied }),
  redirect: (_, applied) => ({ applied }),
  huge: (_, applied) => ({ applied, bytes: 2 ** 21 }),
  slowBody: () => ({ ms: 20 }), // the shortest answer takes longer than a socket lives
}

/** A refusal says that nothing was applied, and a service that lies about that is beyond anybody. */
const refusing: Record<string, Order> = { authFailure: {}, race: {}, tooMany: { seconds: 1 }, invalid: {}, refused: {} }

export const refusals: readonly string[] = Object.keys(refusing)
export const troubles: readonly string[] = ['none', ...Object.keys(losing), ...refusals, ...gatewayFaults]
/** An answer under way long enough for something to happen to whoever waits for it. */
export const lingering: readonly string[] = ['hold', 'delay']
/** An answer that comes at once and settles its action, if somebody is still there to write it down. */
export const answering: readonly string[] = ['none', 'refused']

/** A trouble by its name, as it is ordered for the next request of an operation. */
export function faultNamed(name: string, random: Random, operation: string): RequestFault {
  const applied = oneIn(random, 2)
  if (name.startsWith('gateway')) return { name, passage: gatewayPassage(name, applied) }
  const more = losing[name]?.(random, applied) ?? refusing[name]
  return more ? { name, order: { operation, fault: name, ...more } } : { name }
}

/** Some trouble for the next request of some operation. */
export function faultFrom(random: Random): RequestFault & { operation: string } {
  const operation = oneIn(random, 4) ? chosen(random, reads) : chosen(random, commandNames)
  const name = oneIn(random, 3) ? chosen(random, refusals) : chosen(random, Object.keys(losing))
  return { operation, ...faultNamed(name, random, operation) }
}

/** How a command may end that met a trouble, with nobody killed meanwhile. */
export function outcomeOf(trouble: string, operation: string): 'done' | 'refused' | 'unconfirmed' {
  if (refusals.includes(trouble)) return 'refused'
  if (trouble === 'none' || trouble === 'delay') return 'done'
  if (withoutBody.has(operation) && trouble === 'slowBody') return 'done'
  return 'unconfirmed'
}
