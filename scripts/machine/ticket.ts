/** A ticket as it's given: lines such as `Ticket: T-1` and `From: …`, an empty line, and what the customer wrote. */
export type Ticket = { reference: string; from: string | null; text: string; quote: string }

const longestQuote = 2_000
const email = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+\.[a-z]{2,}/i

export function readTicket(given: string): Ticket {
  const [head = '', ...rest] = given.replaceAll('\r\n', '\n').split(/\n\s*\n/)
  const heads = new Map(
    [...head.matchAll(/^([A-Za-z-]{2,20}):[ \t]*(.+)$/gm)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
  )
  const text = (heads.size > 0 ? rest.join('\n\n') : given).trim()
  const from = email.exec(heads.get('from') ?? text)?.[0] ?? null
  return {
    reference: (heads.get('ticket') ?? 'no ticket').trim().slice(0, 64),
    from,
    text,
    quote: text.slice(0, longestQuote),
  }
}

/** A buyer as the tools tell of them: of what is known only what a rule may ask for. */
export type Known = {
  subscriptions: { id: string; status: string | null; autocharge: boolean | null; endDate: string | null }[]
  tokens: { id: number; isEnabled: boolean | null }[]
}

/** What a ticket may ask for. `find` says which words mean it; `prepare` what is to be done, or why it can't be told. */
export type Prepared = { verb: string; body: Record<string, unknown>; subscriptionId?: string } | string

type Rule = { means: RegExp; says: string; prepare: (known: Known, ticket: Ticket) => Prepared }

const reasonOf = ({ reference }: Ticket) => `Asked for in ${reference}`

/** The one thing that something could be meant of. Where there are several, a person has to choose. */
function only<T>(all: readonly T[], what: string): T | string {
  const [first, ...others] = all
  if (first === undefined) return `The buyer has no ${what}.`
  return others.length === 0 ? first : `The buyer has ${all.length} of these: ${what}. A person has to choose.`
}

const live = ({ status }: Known['subscriptions'][number]) => status === null || status === 'active'

const switched =
  (to: boolean): Rule['prepare'] =>
  ({ subscriptions }, ticket) => {
    const one = only(
      subscriptions.filter((each) => live(each) && each.autocharge === !to),
      `active subscription with autocharge ${to ? 'off' : 'on'}`,
    )
    if (typeof one === 'string') return one
    const body = { autochargeStatus: to, ...(!to && { reason: reasonOf(ticket) }) }
    return { verb: to ? 'autochargeOn' : 'autochargeOff', subscriptionId: one.id, body }
  }

const toggled =
  (to: boolean): Rule['prepare'] =>
  ({ tokens }) => {
    const one = only(
      tokens.filter(({ isEnabled }) => isEnabled === !to),
      `payment token that is ${to ? 'disabled' : 'enabled'}`,
    )
    return typeof one === 'string' ? one : { verb: to ? 'enableToken' : 'disableToken', body: { chargeMethodTokenId: one.id } }
  }

const numbers: Readonly<Record<string, number>> = { a: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, ten: 10 }
const days: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30 }
const span = /\b(\d{1,2}|a|one|two|three|four|five|six|ten)\s+(?:\w+\s+)?(day|week|month)s?\b/i
const dayMs = 86_400_000

function longer({ subscriptions }: Known, ticket: Ticket): Prepared {
  const one = only(subscriptions.filter(live), 'active subscription')
  if (typeof one === 'string') return one
  const [, count = '', unit = ''] = span.exec(ticket.text) ?? []
  const added = (numbers[count.toLowerCase()] ?? Number(count)) * (days[unit.toLowerCase()] ?? 0)
  const end = one.endDate === null ? Number.NaN : Date.parse(one.endDate.slice(0, 10))
  if (!(added > 0)) return 'The ticket doesn’t say how much longer.'
  if (Number.isNaN(end)) return 'The end date isn’t known.'
  const expirationDate = new Date(end + added * dayMs).toISOString().slice(0, 10)
  return { verb: 'changeEndDate', subscriptionId: one.id, body: { expirationDate, reason: reasonOf(ticket) } }
}

function otherEmail(_: Known, { text, from }: Ticket): Prepared {
  const all = text.match(new RegExp(email, 'gi')) ?? []
  const one = only(
    [...new Set(all.map((each) => each.replace(/\.$/, '')))].filter((each) => each !== from),
    'new e-mail in the ticket',
  )
  return typeof one === 'string' && !one.includes('@') ? one : { verb: 'changeEmail', body: { email: one } }
}

function link(_: Known, { text }: Ticket): Prepared {
  const [productCode] = /\b[A-Z]{4,}\d{1,2}\b/.exec(text) ?? []
  if (productCode === undefined) return 'The ticket doesn’t name the code of a product.'
  const body = { isMobile: false, returnUrl: 'https://shop.example.test/thanks', products: [{ productCode }] }
  return { verb: 'createPaymentLink', body }
}

/** The first that fits counts, so what is narrow stands before what is wide. Refunds have a look at the charges and stand apart. */
export const rules: readonly Rule[] = [
  {
    means: /\b(new|other|changed?)\b.{0,30}\be-?mail|\be-?mail\b.{0,30}\b(changed|is now)\b/is,
    says: 'another e-mail',
    prepare: otherEmail,
  },
  { means: /\b(payment )?link\b/i, says: 'a payment link', prepare: link },
  {
    means: /\b(lost|stolen|remove|forget|stop using)\b.{0,40}\bcard\b|\bcard\b.{0,40}\b(lost|stolen|removed)\b/is,
    says: 'a card that must not be charged any more',
    prepare: toggled(false),
  },
  {
    means: /\b(use|charge|allow)\b.{0,40}\b(old|first|other|blocked)?\s*card\b.{0,30}\bagain\b/is,
    says: 'a card that may be charged again',
    prepare: toggled(true),
  },
  { means: /\b(extend|extra|(?<!no )longer|make up for|add)\b/i, says: 'a later end date', prepare: longer },
  {
    means: /\b(keep|continue|turn (it|renewal) (back )?on|renew automatically|changed my mind)\b/i,
    says: 'autocharge on',
    prepare: switched(true),
  },
  {
    means: /\b(cancel|stop renewing|don['’]t renew|do not renew|no more charges|unsubscribe|not renew)\b/i,
    says: 'autocharge off',
    prepare: switched(false),
  },
]

/** What asks for money back. */
export const wantsMoneyBack = /\b(refund|money back|charged (me )?twice|twice)\b/i
