import { chosen, oneIn, type Random } from './plan'

const commands = [
  ...['createBuyer', 'disableToken', 'enableToken', 'createInitialOrder', 'changeAutochargeStatus'],
  ...['changeExpirationDate', 'downgradeSubscription', 'changeBuyerEmail'],
]
const reads = ['getChargeHistory', 'listTokens', 'listSubscriptions', 'getOneClickPrices', 'findBuyerByEmail']

type Order = Record<string, unknown>

/** Answered with 204: any JSON in a success says that it is done, so a service that has not done it would lie. */
const withoutBody = new Set(['disableToken', 'enableToken', 'changeBuyerEmail'])

/** What leaves open whether it was applied: half of the time it was. */
const losing = (random: Random, operation: string): Order => {
  const applied = oneIn(random, 2)
  return chosen<Order>(random, [
    { fault: 'hold', applied },
    { fault: 'delay', ms: 100 + Math.floor(random() * 300) },
    { fault: 'reset', applied, at: 'start' },
    { fault: 'reset', applied, at: 'body', ms: 5 },
    { fault: 'html500', applied },
    { fault: 'empty500', applied },
    { fault: 'error500', applied },
    { fault: 'notJson', applied },
    { fault: 'wrongShape', applied: applied || withoutBody.has(operation) },
    { fault: 'redirect', applied },
    { fault: 'huge', applied, bytes: 2 ** 21 },
    { fault: 'slowBody', ms: 8 },
  ])
}

/** A refusal says that nothing was applied, and a service that lies about that is beyond anybody. */
const refusing = (random: Random): Order =>
  chosen<Order>(random, [
    { fault: 'authFailure' },
    { fault: 'race' },
    { fault: 'tooMany', seconds: 1 },
    { fault: 'invalid' },
    { fault: 'refused' },
  ])

/** A fault for the stand-in's next request of some operation. */
export function faultFrom(random: Random): Order {
  const operation = oneIn(random, 4) ? chosen(random, reads) : chosen(random, commands)
  return { operation, ...(oneIn(random, 3) ? refusing(random) : losing(random, operation)) }
}
