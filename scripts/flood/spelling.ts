import { gzipSync } from 'node:zlib'
import type { Charge, Happening, Subscription } from './shop'

type Spelled = { text: string; isPacked: boolean }

/** Puts a happening into words as the service does: one of its versions, with the quirks that its documents and samples show. */
export function spelled(happening: Happening, merchant: string, random: () => number): Spelled {
  const isOld = random() < 0.25
  const { id, email } = happening.buyer
  const shout = (text: string) => (random() < 0.1 ? text.toUpperCase() : text)
  const metaData = random() < 0.5 ? [] : {}
  const buyer = isOld ? {} : { buyer: { id: shout(id), ...(random() < 0.2 ? { buyerEmail: email } : { email }), metaData } }
  const within = isOld || random() < 0.3 ? { buyerId: id, buyerEmail: email } : {}
  const type =
    'subscription' in happening ? 'subscription' : happening.action === 'charge_unsuccess' ? 'charge_unsuccess' : 'charge'
  const data =
    'charge' in happening
      ? { chargeData: { ...chargeIn(happening.charge, happening, random), ...within } }
      : { subscriptionData: { ...subscriptionIn(happening.subscription, random), ...within } }
  const declineData = type === 'charge_unsuccess' ? { declineData: { type: 'insufficient_funds', code: 'acq.51' } } : {}
  const extra = random() < 0.2 ? { version: '2.2', unknown: { nested: [1, null] } } : {}
  const event = { type, action: happening.action, merchant: shout(merchant), ...buyer, ...data, ...declineData, ...extra }
  const pairs = Object.entries(event)
  const json = JSON.stringify(random() < 0.3 ? Object.fromEntries(pairs.toReversed()) : event, null, random() < 0.1 ? 2 : 0)
  // The table says text and the sample shows a number.
  const text = random() < 0.5 ? json.replace(/("productPrice":\s*\{\s*"amount":\s*)"([\d.]+)"/, '$1$2') : json
  return { text: random() < 0.05 ? `\uFEFF${text}` : text, isPacked: random() < 0.1 }
}

const timeIn = (time: string, random: () => number) => {
  const said = random() < 0.3 ? time.replace(' ', 'T') : time
  return random() < 0.3 ? `${said}.000000` : said
}

function chargeIn(charge: Charge, { buyer }: Happening, random: () => number): object {
  const { id, status, createdAt, orderId, amount, currency, lastFour, provider } = charge
  const order = {
    id: orderId,
    type: 'autocharge',
    currency,
    amount,
    locale: 'en',
    [random() < 0.5 ? 'metaData' : 'metadata']: {},
  }
  const card = { bin: '400000', [random() < 0.5 ? 'lastFour' : 'lastFourDigits']: lastFour }
  return {
    id,
    status,
    firstName: buyer.firstName,
    lastName: buyer.lastName,
    createdAt: timeIn(createdAt, random),
    isServiceFee: false,
    order,
    paymentMethod: { type: 'card', data: card },
    provider: { name: provider, mid: { name: 'default' } },
  }
}

function subscriptionIn({ id, status, updatedAt, endDate, autocharge, price }: Subscription, random: () => number): object {
  const flag = ['autochargeStatus', 'autoChargeStatus', 'auto\u0421hargeStatus'][Math.floor(random() * 3)] ?? ''
  return {
    ...{ id, status, startDate: '2026-10-01 00:00:00', endDate: timeIn(endDate, random), createdAt: '2026-10-01 00:00:00' },
    ...{ updatedAt: timeIn(updatedAt, random), isManual: false, [flag]: autocharge },
    product: { code: 'NWPLUS1', name: 'Northwind Plus 1 month', productPrice: { amount: price, currency: 'EUR' } },
  }
}

/** What no service would send, and what somebody may. `isKept`: whether it is answered 202. */
export function garbage(
  happening: Happening,
  merchant: string,
  random: () => number,
): { body: Buffer | string; isKept: boolean } {
  const { text } = spelled(happening, merchant, random)
  const kinds: (() => { body: Buffer | string; isKept: boolean })[] = [
    () => ({ body: text.slice(0, Math.floor(random() * text.length)), isKept: true }),
    () => ({ body: `[${text}]`, isKept: true }),
    () => ({ body: 'null', isKept: true }),
    () => ({ body: `${'['.repeat(30_000)}`, isKept: true }),
    () => ({
      body: JSON.stringify({ type: 'charge', action: 'charge_settle', merchant, chargeData: null, '\u0000': '\ud800' }),
      isKept: true,
    }),
    () => ({ body: `{"action":"x","note":"${'a'.repeat(66_000)}"}`, isKept: false }),
    () => ({ body: gzipSync(Buffer.alloc(5_000_000, 32)), isKept: false }),
  ]
  return kinds[Math.floor(random() * kinds.length)]?.() ?? { body: '', isKept: true }
}
