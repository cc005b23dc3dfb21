import { createHash } from 'node:crypto'

// The sender is written from the documents and shares nothing with the reader.

const idFor = (text: string) =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5')
const two = (number: number) => String(number).padStart(2, '0')

/** A shop's day as the service tells of it: per buyer an order with its attempts, and what became of the subscription. */
export function day(merchant: string, buyers: number) {
  const events: object[] = []
  const charges = new Map<string, string>()
  for (let number = 0; number < buyers; number += 1) {
    const [buyerId, subscriptionId] = [idFor(`b${number}`), idFor(`s${number}`)]
    const email = `buyer${number}@example.test`
    const old = number % 3 === 0
    const whose = old ? {} : { buyer: { id: buyerId, email, metaData: [] } }
    const within = old ? { buyerId, buyerEmail: email } : {}
    const minute = two(number % 60)
    const made = `2026-11-22 03:${minute}:01${number % 2 ? '.000000' : ''}`
    const order = {
      id: `Or${String(number).padStart(6, '0')}`,
      currency: 'EUR',
      amount: number % 2 ? 19.9 : '19.90',
      metaData: {},
    }
    const attempt = (name: string, action: string, status: string) => {
      const id = idFor(`${name}${number}`)
      const type = action === 'charge_unsuccess' ? action : 'charge'
      events.push({ type, action, merchant, ...whose, chargeData: { id, status, createdAt: made, order, ...within } })
      charges.set(id, status)
    }
    if (number % 4 === 0) attempt('declined', 'charge_unsuccess', 'declined')
    attempt('paid', 'charge_authorize', 'authorized')
    attempt('paid', 'charge_capture', 'captured')
    const event = (second: number, action: string, status: string) => {
      const updatedAt = number % 2 ? `2026-11-22T04:${minute}:${two(second)}` : `2026-11-22 04:${minute}:${two(second)}`
      const flag = old ? 'autoChargeStatus' : number % 5 === 0 ? 'auto\u0421hargeStatus' : 'autochargeStatus'
      const data = { id: subscriptionId, buyerId, buyerEmail: email, status, updatedAt, [flag]: second % 2 === 0 }
      events.push({ type: 'subscription', action: `subscription_${action}`, merchant, ...whose, subscriptionData: data })
    }
    event(1, 'user_create', 'active')
    event(2, 'manual_auto_charge_off', 'active')
    if (number % 7 === 0) event(3, 'event_chargeback', 'suspended')
  }
  return { texts: events.map((event) => JSON.stringify(event)), charges, buyerId: idFor('b0') }
}
