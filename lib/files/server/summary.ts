import 'server-only'
import type { OfRefunds } from '@/lib/charges/answer-parts'
import { factsOf, productTitle, shownAmount } from '@/lib/charges/order-facts'
import { outcomeOf } from '@/lib/charges/outcome'
import { methodName } from '@/lib/charges/payment-method-words'
import { whatHappened } from '@/lib/charges/what-happened'
import { whatToTell } from '@/lib/charges/what-to-tell'
import { formatAmount } from '@/lib/core/money'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { replyBody, type Wording } from '@/lib/replies/reply'
import { english } from '@/lib/replies/texts/en'
import { levelLabels, type Manifest } from '../evidence'
import type { ActionLine } from './at-level'

type Contents = Omit<Manifest, 'files' | 'format'>
const maxRows = { orders: 12, actions: 10 }
const inEnglish: Wording = { locale: 'en', texts: english, country: null, agent: null }

/** What the page is made of. `orders` are masked for its level; `refunds` is what became of them, by order id. */
type SummaryOf = { orders: readonly Order[]; actions: readonly ActionLine[]; refunds: ReadonlyMap<string, OfRefunds> }

/** One page for people, made to be printed or saved as PDF, on A4 as on Letter. It needs nothing but itself. */
export function summaryPage(contents: Contents, { orders, actions, refunds }: SummaryOf): string {
  const title = `Evidence for buyer ${contents.buyerId}`
  const period =
    contents.period.from || contents.period.to
      ? `${contents.period.from ?? 'the start'} to ${contents.period.to ?? 'today'}`
      : 'all times'
  const describe = (order: Order) => {
    const of = refunds.get(order.orderId)
    const facts = factsOf(order)
    return contents.level === 'customer' ? replyBody(inEnglish, whatToTell(facts, orders, of?.reply)) : whatHappened(facts, of)
  }
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${html(title)}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${style}</style></head><body>
<h1>${html(title)}</h1>
<p>${html(`${contents.merchant} · ${levelLabels[contents.level].label} · created ${contents.madeAt} (UTC) · actions from ${period} · journal ${contents.journal.seq}, ${contents.journal.hash.slice(0, 16)}…`)}</p>
<h2>Orders</h2>
<table><thead><tr>${['Order', 'Service time', 'Product', 'Method', 'Country', '3-D Secure', 'Descriptor', 'Outcome', 'Amount'].map((head) => `<th>${head}</th>`).join('')}</tr></thead>
<tbody>${orders
    .slice(0, maxRows.orders)
    .map((order) => orderRow(order, describe(order)))
    .join('')}</tbody></table>
${more(orders.length - maxRows.orders, 'orders, in attempts.csv and orders.json')}
<p>Amounts don’t subtract refunds.</p>
<h2>Staff actions</h2>
${actions.length === 0 ? '<p>No staff actions in this period.</p>' : `<ul>${actions.slice(0, maxRows.actions).map(actionItem).join('')}</ul>`}
${more(actions.length - maxRows.actions, 'actions, in actions.csv')}
${contents.leftOut.map((sentence) => `<p>${html(sentence)}</p>`).join('')}
</body></html>
`
}

function orderRow(order: Order, text: string): string {
  const facts = factsOf(order)
  const { amount, currency } = shownAmount(facts)
  const charge = facts.charges.received[0] ?? facts.attempts.at(-1)?.charge
  const cells = [
    order.orderId,
    order.createdAt,
    order.products.map((product) => productTitle(product) ?? '–').join(', '),
    methodName(charge?.paymentMethod ?? null),
    charge?.billingInfo?.country,
    charge?.has3ds === null || charge === undefined ? null : charge.has3ds ? 'passed' : 'no',
    charge?.descriptor,
    outcomeOf(facts).words,
    amount === null ? null : `${formatAmount(amount)} ${currency ?? ''}`,
  ]
  return `<tr>${cells.map((cell) => `<td>${html(cell ?? '–')}</td>`).join('')}</tr><tr><td colspan="${cells.length}" class="told">${html(text)}</td></tr>`
}

const actionItem = ({ at, what, outcome, reason, ticket, person }: ActionLine) =>
  `<li>${html([at.slice(0, 19).replace('T', ' '), 'UTC:', what, `(${outcome})`, person && `by ${person}`, ticket && `ticket ${ticket}`, reason && `– ${reason}`].filter(Boolean).join(' '))}</li>`

const more = (count: number, what: string) => (count > 0 ? `<p>And ${count} more ${what}.</p>` : '')

const style = `@page{margin:14mm}body{font:12px/1.4 system-ui,sans-serif;color:#111;margin:0 auto;max-width:190mm;padding:4mm}
h1{font-size:16px;margin:0}h2{font-size:13px;margin:12px 0 4px}table{border-collapse:collapse;width:100%}
th,td{border-bottom:1px solid #ccc;padding:3px 4px;text-align:left;vertical-align:top;overflow-wrap:anywhere;font-size:10.5px}
th{overflow-wrap:normal}td:last-child:not(.told),th:last-child{text-align:right;white-space:nowrap}.told{color:#444;padding-bottom:6px}
tr{break-inside:avoid}ul{margin:0;padding-left:16px}p{margin:4px 0}`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const html = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
