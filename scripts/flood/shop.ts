import { createHash } from 'node:crypto'
import { randomFrom } from '@/lib/platform/random-for-tests'

// Written from the service's documents. It shares nothing with how the dashboard reads events, so that both can't make the same mistake.

type Buyer = { id: string; email: string; firstName: string; lastName: string }
export type Charge = {
  id: string
  status: string
  createdAt: string
  orderId: string
  amount: string
  currency: string
  lastFour: string
  provider: string
}
export type Subscription = { id: string; status: string; updatedAt: string; endDate: string; autocharge: boolean; price: string }

/** One thing that happened at the service, before it is put into words. */
export type Happening = {
  /** Two happenings of one name are told so differently that nobody can say which is true. */
  name: string
  action: string
  buyer: Buyer
} & ({ charge: Charge } | { subscription: Subscription })

/** What must stand in the tables once everything is known. */
export type Truth = {
  /** Charges by id, as they ended. */
  charges: Map<string, Charge & { buyerId: string }>
  /** Which action a subscription was last told of. */
  subscriptions: Map<string, string>
  /** How many happenings are told, and how many of them contradict another one. */
  happenings: number
  contradicted: number
  buyers: Buyer[]
}

const idFor = (text: string) =>
  createHash('sha256')
    .update(`flood ${text}`)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5')

const moment = (seconds: number) =>
  new Date(Date.parse('2026-10-01T00:00:00Z') + seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ')

/** Of each buyer so many happenings in the order in which they happened, and what they came to. */
export function shop(buyers: number, events: number, seed = 1): { happenings: Happening[]; truth: Truth } {
  const random = randomFrom(seed)
  const perBuyer = Math.ceil(events / buyers)
  const truth: Truth = { charges: new Map(), subscriptions: new Map(), happenings: 0, contradicted: 0, buyers: [] }
  const happenings: Happening[] = []
  for (let number = 0; number < buyers; number += 1) {
    const buyer = buyerOf(number)
    truth.buyers.push(buyer)
    const own = lifeOf(buyer, number, perBuyer, random)
    record(truth, own)
    happenings.push(...own)
  }
  truth.happenings = happenings.length
  return { happenings, truth }
}

const first = ['Ana', 'Bo', 'Cem', 'Dita', 'Eske', 'Femi', 'Gus', 'Hana']
const last = ['Abel', 'Brodie', 'Castor', 'Demir', 'Eklund', 'Farrow', 'Gram']

const buyerOf = (number: number): Buyer => ({
  id: idFor(`buyer ${number}`),
  email: `flood${number}@example.test`,
  firstName: first[number % first.length] ?? '',
  lastName: last[number % last.length] ?? '',
})

/** Months of one buyer: an order with its attempts and what became of the subscription, over and over. */
function lifeOf(buyer: Buyer, number: number, count: number, random: () => number): Happening[] {
  const life: Happening[] = []
  const subscription = idFor(`subscription ${number}`)
  const currency = ['EUR', 'BRL', 'USD'][number % 3] ?? ''
  let [second, autocharge, month] = [number % 3_000, true, 0]
  const tell = (action: string, status: string, more = {}) => {
    const updatedAt = moment(second)
    const of = { id: subscription, status, updatedAt, endDate: moment(second + 2_592_000), autocharge, price: '19.90' }
    const name = `${action} ${subscription} ${updatedAt}`
    life.push({ name, action: `subscription_${action}`, buyer, subscription: { ...of, ...more } })
  }
  tell('user_create', 'active')
  while (life.length < count) {
    second += 40_000 + Math.floor(random() * 20_000)
    life.push(...orderOf({ buyer, month, number, currency, createdAt: moment(second), random }))
    second += 60
    const turn = random()
    if (turn < 0.3) {
      autocharge = !autocharge
      tell(autocharge ? 'user_auto_charge_on' : 'manual_auto_charge_off', 'active')
    } else if (turn < 0.6) tell('scheduled_renew', 'active')
    else if (turn < 0.7) tell('scheduled_failed_capture', 'blocked')
    else if (turn < 0.75) {
      // Both in one second: what ends it is later.
      tell('user_auto_charge_off', 'active', { autocharge: false })
      tell('event_refund', 'disabled', { autocharge: false })
    } else if (turn < 0.77) {
      tell('manual_end_date', 'active')
      tell('manual_end_date', 'active', { endDate: moment(second + 99_999) })
    }
    month += 1
  }
  return life.slice(0, count)
}

type Order = { buyer: Buyer; month: number; number: number; currency: string; createdAt: string; random: () => number }

/** Authorized and captured, settled at once, declined, or declined and paid by another attempt in the same second. */
function orderOf({ buyer, month, number, currency, createdAt, random }: Order): Happening[] {
  const turn = random()
  const orderId = createHash('sha256').update(`order ${number} ${month}`).digest('base64url').replace(/[-_]/g, 'x').slice(0, 8)
  const amount = `${10 + (number % 90)}.${String(month % 100).padStart(2, '0')}`
  const attempt = (which: string, action: string, status: string): Happening => {
    const id = idFor(`charge ${number} ${month} ${which}`)
    const provider = which === 'first' ? 'acqglobal' : 'acqlocal'
    const charge = { id, status, createdAt, orderId, amount, currency, lastFour: String(1_000 + (number % 9_000)), provider }
    return { name: `${action} ${id}`, action, buyer, charge }
  }
  const declined = attempt('first', 'charge_unsuccess', 'declined')
  if (turn < 0.5) return [attempt('first', 'charge_authorize', 'authorized'), attempt('first', 'charge_capture', 'captured')]
  if (turn < 0.75) return [attempt('first', 'charge_settle', 'settled')]
  if (turn < 0.9) return [declined]
  return [declined, attempt('cascade', 'charge_settle', 'settled')]
}

/** What happens later is what is so; where one thing was told in two ways, neither counts. */
function record(truth: Truth, life: readonly Happening[]): void {
  const times = new Map<string, number>()
  for (const { name } of life) times.set(name, (times.get(name) ?? 0) + 1)
  for (const happening of life) {
    if (times.get(happening.name) !== 1) truth.contradicted += 1
    else if ('charge' in happening) truth.charges.set(happening.charge.id, { ...happening.charge, buyerId: happening.buyer.id })
    else truth.subscriptions.set(happening.subscription.id, happening.action)
  }
}
