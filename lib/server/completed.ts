import 'server-only'
import { inZone } from '@/lib/dates'
import type { changeExpirationDate, createBuyer, createInitialOrder } from '@/lib/operations'
import type { BodyOf, Operation } from '@/lib/operations/operation'
import { orderMark } from '@/lib/order-mark'
import { invalid, problem } from '@/lib/problem'
import { env } from './env'
import { factsOf } from './knowledge/facts'
import type { Merchant } from './merchants'

type About = { merchant: Merchant; renewalConfirmed: boolean; actionId: string; now?: Date }

/**
 * The body as it will be sent, once the rules hold that a schema cannot know: those that need the merchant account, its day, or the
 * configuration. Throws a ServiceProblem.
 */
export async function completed(operation: Operation, body: unknown, about: About): Promise<unknown> {
  const rule = rules[operation.name]
  return rule ? rule(body, about) : body
}

const rules: Record<string, (body: unknown, about: About) => unknown> = {
  createBuyer: (body, { merchant }) => {
    const { merchantCode, buyerMeta, ...buyer } = body as BodyOf<typeof createBuyer>
    if (merchantCode !== undefined && merchantCode !== merchant.code) {
      throw invalid([
        {
          field: 'merchantCode',
          title: `This request is about ${merchant.code}; leave the code out or choose the other merchant account`,
        },
      ])
    }
    // service-facts D19: an empty map is left out.
    return { merchantCode: merchant.code, ...buyer, ...(buyerMeta && Object.keys(buyerMeta).length > 0 ? { buyerMeta } : {}) }
  },

  // service-interface, Subscription expiration: not in the past; today's date renews, and so charges, by itself.
  changeExpirationDate: (body, { merchant, renewalConfirmed, now = new Date() }) => {
    const { expirationDate } = body as BodyOf<typeof changeExpirationDate>
    const today = inZone(now.getTime(), merchant.timeZone).day
    if (expirationDate < today)
      throw invalid([{ field: 'expirationDate', title: `Not earlier than today, ${today} in ${merchant.timeZone}` }])
    if (expirationDate > today) return body
    if (renewalConfirmed) return body
    const title =
      'Today’s date renews the subscription and charges the buyer within 30 minutes: choose a later day, or confirm the renewal'
    throw problem('invalid', 'Today’s date needs a confirmation.', {
      code: 'confirm_required',
      fields: [{ field: 'expirationDate', title }],
    })
  },

  createInitialOrder: async (body, { merchant, actionId }) => {
    const { buyerId, ...order } = body as BodyOf<typeof createInitialOrder>
    const hosts = env().RETURN_URL_HOSTS
    if (hosts.length > 0 && !hosts.includes(new URL(order.returnUrl).host)) {
      throw invalid([{ field: 'returnUrl', title: `Only these hosts are allowed: ${hosts.join(', ')}` }])
    }
    const buyer = order.buyer ?? (buyerId === undefined ? undefined : { email: await knownEmail(merchant, buyerId) })
    return { ...order, metaData: { ...order.metaData, [orderMark]: actionId }, ...(buyer && { buyer }) }
  },
}

async function knownEmail(merchant: Merchant, buyerId: string): Promise<string> {
  const known = (await factsOf(merchant.code, buyerId, 'buyer')).find(({ field }) => field === 'email')?.value
  if (typeof known === 'string') return known
  throw invalid([{ field: 'buyerId', title: 'No e-mail of this buyer is known: type it' }])
}
