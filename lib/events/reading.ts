import { inZone, momentWithOffset, serviceTime } from '@/lib/core/dates'
import { oneId } from '@/lib/core/fold'
import { DoubledKey, exceedsDepth, isObject, parsedJson } from '@/lib/core/json'

/**
 * What an event of the service says (service-facts, section 5). Events are unsigned and written in three versions with quirks, so whatever
 * is missing or odd is null, and whatever is new is kept as text.
 */
export type Reading = {
  /** `subscription`, `charge`, `charge_unsuccess`, or a type that we don't know. */
  type: string
  action: string
  /** The account as the event names it. */
  merchant: string | null
  buyer: { id: string | null; email: string | null; name: string | null }
  /** What it is about; of an event of a type that we don't know, nothing. */
  thing: { kind: 'subscription'; of: SubscriptionSaid } | { kind: 'charge'; of: ChargeSaid } | null
  /** When the service says that it happened, in service time; without fraction where it has none. */
  saidAt: string | null
  /** Somebody wrote a key twice, so two readers may see two events. It proves nothing. */
  isDoubled: boolean
}

export type SubscriptionSaid = {
  id: string
  status: string | null
  /** In service time, so that its day is the account's. */
  endDate: string | null
  autocharge: boolean | null
  productCode: string | null
  productName: string | null
  /** The digits as they were written. */
  price: string | null
  currency: string | null
  chargeId: string | null
}

export type ChargeSaid = {
  id: string
  status: string | null
  isServiceFee: boolean
  orderId: string | null
  orderType: string | null
  amount: string | null
  currency: string | null
  /** The order's own data, where it is an object of texts. */
  metaData: Record<string, string>
  lastFour: string | null
  provider: string | null
  mid: string | null
  decline: string | null
}

/** Why a body tells nothing, in a few words for the list of events. */
export type Unreadable = { unreadable: string }

const maxLevels = 40
const maxText = 1_000

/** Reads what was posted to us. It never throws, whatever the text is. `zone` is the merchant account's, in which a time without one is told. */
export function readEvent(text: string, zone: string): Reading | Unreadable {
  const body = bodyOf(text.replace(/^\uFEFF/, ''))
  if (body === null) return { unreadable: 'it isn’t JSON' }
  const { value, isDoubled } = body
  if (!isObject(value)) return { unreadable: 'it isn’t a JSON object' }
  if (exceedsDepth(value, maxLevels)) return { unreadable: 'it’s nested too deeply' }
  const [type, action] = [textOf(value.type), textOf(value.action)]
  if (action === null) return { unreadable: 'it names no action' }
  const subscription = objectOf(value.subscriptionData)
  const charge = objectOf(value.chargeData)
  const thing = thingOf(value, subscription, charge, zone)
  const postedAt = thing?.kind === 'subscription' ? subscription.updatedAt : charge.createdAt
  return {
    type: type ?? '',
    action,
    merchant: textOf(value.merchant),
    buyer: buyerOf(objectOf(value.buyer), subscription, charge),
    thing,
    saidAt: timeOf(textOf(postedAt), zone),
    isDoubled,
  }
}

/** Amounts that come as numbers keep their digits: a number of JavaScript would round them. */
const amounts = /("amount"\s*:\s*)(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g

function bodyOf(text: string): { value: unknown; isDoubled: boolean } | null {
  const exact = text.replace(amounts, '$1"$2"')
  try {
    return { value: parsedJson(exact), isDoubled: false }
  } catch (cause) {
    return cause instanceof DoubledKey ? { value: JSON.parse(exact), isDoubled: true } : null
  }
}

function thingOf(event: Fields, subscription: Fields, charge: Fields, zone: string): Reading['thing'] {
  if (event.type === 'subscription') {
    const of = subscriptionOf(subscription, idOf(event.chargeId), zone)
    return of && { kind: 'subscription', of }
  }
  const of = event.type === 'charge' || event.type === 'charge_unsuccess' ? chargeOf(charge, objectOf(event.declineData)) : null
  return of && { kind: 'charge', of }
}

type Fields = Record<string, unknown>

function buyerOf(buyer: Fields, subscription: Fields, charge: Fields): Reading['buyer'] {
  const name = [textOf(charge.firstName), textOf(charge.lastName)].filter((part) => part !== null).join(' ')
  return {
    id: idOf(buyer.id) ?? idOf(subscription.buyerId) ?? idOf(charge.buyerId),
    email: firstNonEmpty(buyer.email, buyer.buyerEmail, subscription.buyerEmail, charge.buyerEmail),
    name: name === '' ? null : name,
  }
}

function subscriptionOf(fields: Fields, chargeId: string | null, zone: string): SubscriptionSaid | null {
  const id = idOf(fields.id)
  if (id === null) return null
  const product = objectOf(fields.product)
  const price = objectOf(product.productPrice)
  return {
    id,
    chargeId,
    status: textOf(fields.status),
    endDate: timeOf(textOf(fields.endDate), zone),
    autocharge: flagOf(fields),
    productCode: textOf(product.code),
    productName: textOf(product.name),
    price: textOf(price.amount),
    currency: textOf(price.currency)?.toUpperCase() ?? null,
  }
}

/** The service spells it in three ways, one of them with a Cyrillic letter (service-facts, D34 and 5.2). */
const autochargeNames = ['autochargeStatus', 'autoChargeStatus', 'auto\u0421hargeStatus']

/** Null where it isn't said, or said in two ways. */
function flagOf(fields: Fields): boolean | null {
  const flags = new Set(autochargeNames.map((name) => fields[name]).filter((flag) => typeof flag === 'boolean'))
  return flags.size === 1 ? ([...flags][0] ?? null) : null
}

function chargeOf(fields: Fields, decline: Fields): ChargeSaid | null {
  const id = idOf(fields.id)
  if (id === null) return null
  const order = objectOf(fields.order)
  const provider = objectOf(fields.provider)
  const card = objectOf(objectOf(fields.paymentMethod).data)
  return {
    id,
    status: textOf(fields.status),
    isServiceFee: fields.isServiceFee === true,
    orderId: textOf(order.id),
    orderType: textOf(order.type),
    amount: textOf(order.amount),
    currency: textOf(order.currency)?.toUpperCase() ?? null,
    metaData: textsOf(order.metaData ?? order.metadata),
    lastFour: firstNonEmpty(card.lastFour, card.lastFourDigits),
    provider: textOf(provider.name),
    mid: textOf(objectOf(provider.mid).name),
    decline: firstNonEmpty(decline.code, decline.errorMessage, decline.type),
  }
}

/** Empty for anything but an object: a list that is empty stands for no data. */
const objectOf = (value: unknown): Fields => (isObject(value) ? value : {})

function textsOf(value: unknown): Record<string, string> {
  const pairs = Object.entries(objectOf(value)).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return Object.fromEntries(pairs.slice(0, 50))
}

/** A text that says something, of bounded length and without halves of characters; a number stands as it was written. */
function textOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = `${value}`
    .trim()
    .slice(0, maxText)
    .replace(/\p{Surrogate}|\0/gu, '')
  return text === '' ? null : text
}

const firstNonEmpty = (...values: unknown[]): string | null => values.map(textOf).find((text) => text !== null) ?? null

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function idOf(value: unknown): string | null {
  const text = oneId(textOf(value) ?? '')
  return uuid.test(text) ? text : null
}

/** `2025-01-02 03:04:05` in the account's zone, however it was written; with the fraction where it isn't zero. */
function timeOf(text: string | null, zone: string): string | null {
  const given = serviceTime(text)
  if (given === null) return null
  const moment = momentWithOffset(text)
  const { day, time } = moment === null ? given : inZone(moment, zone)
  const fraction = /\.(\d*?)0*(?:Z|[+-]\d\d:?\d\d)?$/.exec(text ?? '')?.[1] ?? ''
  return `${day} ${time}${fraction && `.${fraction}`}`
}
