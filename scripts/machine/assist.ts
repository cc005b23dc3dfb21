import { isObject } from '@/lib/core/json'
import { type Door, DoorProblem, exits, type Message } from './door'
import { propose } from './propose'
import { type Known, type Prepared, readTicket, rules, type Ticket, wantsMoneyBack } from './ticket'

/** What the assistant made of a ticket: what it took it for, whom it's about, and what waits for a person now. */
export type Assisted = {
  ticket: string
  asksFor: string
  buyerId: string
  verb: string
  effect: Message | null
  proposal: Message
}

const objects = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isObject) : [])
const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/**
 * A scripted assistant: fixed rules on the words of a ticket, no model. It reads, and it proposes; where more than one thing could be meant
 * it stops and says so. What it reads is data to it: nothing in a ticket or an answer can make it call anything else.
 */
export async function assist(door: Door, given: string): Promise<Assisted> {
  const ticket = readTicket(given)
  const buyerId = await buyerOf(door, ticket)
  const { asksFor, prepared } = await prepare(door, ticket, buyerId)
  if (typeof prepared === 'string') throw new DoorProblem(`${prepared} Nothing was proposed.`, exits.notFound)
  const { verb, body, subscriptionId } = prepared
  const { effect, proposal } = await propose(door, {
    verb,
    params: { buyerId, ...(subscriptionId !== undefined && { subscriptionId }) },
    body,
    reason: `The ticket asks for ${asksFor}`,
    ticket: ticket.reference,
    source: { where: `ticket ${ticket.reference}`, quote: ticket.quote },
  })
  return { ticket: ticket.reference, asksFor, buyerId, verb, effect, proposal }
}

async function buyerOf(door: Door, { from }: Ticket): Promise<string> {
  if (from === null) throw new DoorProblem('The ticket names no e-mail. Nothing was proposed.', exits.notFound)
  const hits = objects((await door.call('find_buyer', { text: from })).hits)
  const exact = hits.filter(({ match }) => match === 'exact').flatMap(({ buyerId }) => textOf(buyerId) ?? [])
  const [buyerId, ...others] = new Set(exact)
  if (buyerId !== undefined && others.length === 0) return buyerId
  throw new DoorProblem(
    buyerId === undefined
      ? 'No buyer has exactly this e-mail. Nothing was proposed.'
      : 'Several buyers could be meant. A person has to choose. Nothing was proposed.',
    exits.notFound,
  )
}

async function prepare(door: Door, ticket: Ticket, buyerId: string): Promise<{ asksFor: string; prepared: Prepared }> {
  if (wantsMoneyBack.test(ticket.text)) return { asksFor: 'money back', prepared: await moneyBack(door, ticket, buyerId) }
  const rule = rules.find(({ means }) => means.test(ticket.text))
  if (!rule) throw new DoorProblem('The assistant doesn’t understand this ticket. Nothing was proposed.', exits.notFound)
  return { asksFor: rule.says, prepared: rule.prepare(knownIn(await door.call('read_buyer', { buyerId })), ticket) }
}

/** A charge is given back only where the same amount was received twice in one order: the later of the two. */
async function moneyBack(door: Door, { reference }: Ticket, buyerId: string): Promise<Prepared> {
  for (const { orderId } of objects((await door.call('charge_history', { buyerId })).orders).slice(0, 3)) {
    if (typeof orderId !== 'string') continue
    const { attempts } = await door.call('explain_charge', { buyerId, orderId })
    const received = objects(attempts)
      .filter(({ came }) => came === 'received')
      .toSorted((one, other) => String(one.at).localeCompare(String(other.at)))
    const last = received.at(-1)
    const isTwice = received.filter(({ amount, currency }) => amount === last?.amount && currency === last?.currency).length > 1
    if (!last || !isTwice) continue
    const { chargeId, amount } = last
    return { verb: 'requestRefund', body: { orderId, chargeId, amount, reason: `Charged twice, says ${reference}` } }
  }
  return 'None of the newest orders was charged twice. A person has to look.'
}

function knownIn({ subscriptions, tokens }: Message): Known {
  return {
    subscriptions: objects(subscriptions).map((each) => {
      const fact = factsIn(each)
      const autocharge = fact('autoChargeStatus')
      return {
        id: String(each.id),
        status: textOf(fact('status')),
        autocharge: typeof autocharge === 'boolean' ? autocharge : null,
        endDate: textOf(fact('endDate')),
      }
    }),
    tokens: objects(tokens).map((each) => {
      const isEnabled = factsIn(each)('isEnabled')
      return { id: Number(each.id), isEnabled: typeof isEnabled === 'boolean' ? isEnabled : null }
    }),
  }
}

function factsIn({ facts }: Record<string, unknown>): (name: string) => unknown {
  const all = objects(facts)
  return (name) => {
    const fact = all.find(({ field }) => field === name)
    return fact?.value ?? fact?.untrustedValue
  }
}
