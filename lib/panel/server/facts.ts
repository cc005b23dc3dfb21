import 'server-only'
import { readLists, waitsFor } from '@/lib/agents/server/buyer-state'
import { answerOf } from '@/lib/charges/answer'
import type { Known } from '@/lib/charges/answer-parts'
import { joinPieces, loadedUnasked, type OrdersPage } from '@/lib/charges/history-pieces'
import { emailInHistory, knownOfBuyer } from '@/lib/charges/known-of-buyer'
import { isReadable } from '@/lib/charges/order-facts'
import type { BuyerOf } from '@/lib/charges/server/order-source'
import { ordersPage } from '@/lib/charges/server/orders-page'
import { type BuyerActions, isOpen, unconfirmedChange } from '@/lib/commands/action'
import { actionsOnBuyer } from '@/lib/commands/server/action-handlers'
import { factsWithVerbs, verbsBeside } from '@/lib/commands/verb-words'
import { buyerPath } from '@/lib/core/buyer-path'
import { dayIn, timeIn } from '@/lib/core/dates'
import { masked } from '@/lib/core/masking'
import { ServiceProblem } from '@/lib/core/problem'
import type { KnownNow } from '@/lib/knowledge/known'
import { knownVersion } from '@/lib/knowledge/server/facts'
import { knownForPeople } from '@/lib/knowledge/server/known-for-people'
import { subscriptionFact } from '@/lib/knowledge/subscription-fact'
import { byWeight, enabledOf, hasEnded } from '@/lib/knowledge/subscription-words'
import { describeCommand } from '@/lib/operations/words'
import { merchantForPeople } from '@/lib/people/server/merchant-for-people'
import { refundsByOrder } from '@/lib/refunds/refund-flag'
import { buyerRefunds } from '@/lib/refunds/server/list-refunds'
import { replyLocaleOf } from '@/lib/replies/languages'
import { withOwn } from '@/lib/replies/own-texts'
import { replyBody } from '@/lib/replies/reply'
import { repliesFor } from '@/lib/replies/server/handlers'
import { builtIn } from '@/lib/replies/texts/built-in'
import type { PanelFacts, PanelOutcomes } from '../facts'
import { answerLines, describeMatch, orderLines, outcomeLines, waitLine } from '../lines'
import type { Onlooker } from './colleague'
import type { Match } from './match'

type Shown = { onlooker: Onlooker; match: Match; ticket: string | null }
type OfBuyer = BuyerOf & { ticket: string | null; level: Onlooker['helpDesk']['level'] }

/** All that the panel shows. Where the buyer isn't sure, it's the way to find them, and no fact. */
export async function factsFor({ onlooker, match, ticket }: Shown, signal: AbortSignal): Promise<PanelFacts> {
  const { by, state, found } = match
  const [first] = onlooker.merchants
  const merchant = found?.merchant ?? first
  const zone = merchant?.timeZone ?? 'UTC'
  const asOf = timeIn(Date.now(), zone)
  const words = describeMatch(by, state)
  if (found === null) {
    const href = `/?${new URLSearchParams(ticket === null ? {} : { ticket })}`
    const links = [{ words: 'Find the buyer', href }]
    return { account: null, match: words, links, buyer: null, outcomes: [], version: null, asOf }
  }
  const { level } = onlooker.helpDesk
  const whose = { person: onlooker.person, merchant: found.merchant, buyerId: found.buyerId, ticket, level }
  const unread = await readLists(whose, signal)
  const history = await historyOf(whose, signal)
  const known = await knownForPeople(whose.person, found.merchant.code, found.buyerId)
  const done = await actionsOnBuyer(whose.person, { merchant: found.merchant.code, buyerId: found.buyerId })
  const { code, name, colour } = merchantForPeople(found.merchant)
  return masked<PanelFacts>({
    account: { name, colour },
    match: words,
    links: linksOf(whose, known, code),
    buyer: { ...(await shownOf(whose, { known, history, done })), more: moreOf(known, unread) },
    ...(await outcomesFor(whose, done)),
    asOf,
  })
}

/** What was done from the ticket, and the version of what is known: from the database alone, for it is asked every few seconds. */
export async function outcomesFor(
  { person, merchant, buyerId, ticket }: OfBuyer | Omit<OfBuyer, 'level'>,
  given?: BuyerActions,
): Promise<PanelOutcomes> {
  const { actions } = given ?? (await actionsOnBuyer(person, { merchant: merchant.code, buyerId }))
  const ofTicket = ticket === null ? [] : actions.filter((action) => action.ticket === ticket)
  return { outcomes: outcomeLines(ofTicket, merchant.timeZone), version: await knownVersion(merchant.code, buyerId) }
}

/** As much of the history as the buyer's page loads without being asked; as far as it could be read. */
async function historyOf(whose: BuyerOf, signal: AbortSignal): Promise<Known> {
  const pieces: OrdersPage[] = []
  try {
    for (let cursor: string | null = null; ; ) {
      const piece: OrdersPage = await ordersPage(whose, cursor, signal)
      pieces.push(piece)
      cursor = piece.next
      if (cursor === null || pieces.reduce((count, { orders }) => count + orders.length, 0) >= loadedUnasked) break
    }
  } catch (cause) {
    if (!(cause instanceof ServiceProblem)) throw cause
  }
  return masked({ ...joinPieces(pieces), state: pieces.length > 0 ? ('read' as const) : ('failed' as const) })
}

type Read = { known: KnownNow; history: Known; done: BuyerActions }

async function shownOf(whose: OfBuyer, { known, history, done }: Read) {
  const { person, merchant, buyerId, level } = whose
  const clock = { now: Date.now(), zone: merchant.timeZone }
  const today = dayIn(clock.now, clock.zone)
  const orders = history.orders.filter(isReadable)
  const unconfirmed = done.open.filter(isOpen)
  const refunds = await buyerRefunds(person, merchant.code, buyerId)
  const answer = answerOf(history, { today, unconfirmed: unconfirmed[0]?.words ?? null, refunds: refundsByOrder(refunds, clock) })
  const billing = knownOfBuyer(orders)?.billing ?? known.billing
  const name = [billing?.firstName, billing?.lastName].filter(Boolean).join(' ')
  const country = (billing?.country ?? known.country)?.toUpperCase() ?? null
  const enabled = enabledOf(known.methods, known.looseTokens, new Set(unconfirmed.map(({ target }) => target)))
  const lines = byWeight(known.subscriptions)
    .shown.slice(0, maxSubscriptions)
    .map((subscription) => {
      const action = unconfirmed.find(({ request }) => request.params.subscriptionId === subscription.id)
      const fact = subscriptionFact(subscription, { ...clock, enabled, unconfirmed: action ? unconfirmedChange(action) : null })
      const plan = subscription.product?.name ?? subscription.product?.code ?? 'Unknown product'
      return { plan, kind: fact.kind, words: [fact.lead, fact.rest].filter(Boolean).join(' ') }
    })
  const waits = await waitsFor(whose)
  return {
    who: known.email ?? emailInHistory(orders) ?? (name || `Buyer …${buyerId.slice(-4)}`),
    country,
    subscriptions: lines,
    answer: answer && answerLines(answer, level),
    orders: orderLines(history, level, today),
    waits: waits.map((each) =>
      waitLine(each, each.operation === undefined ? null : describeCommand(each.operation), level, clock.zone),
    ),
    say: level === 'masked' && answer?.reply ? await sayOf(whose, answer.reply, { country, language: known.locale }) : null,
  }
}

const maxSubscriptions = 3

/** What is left out of the lines, and what couldn't be read. */
function moreOf({ subscriptions }: KnownNow, unread: readonly string[]): string | null {
  const hidden = subscriptions.length - Math.min(byWeight(subscriptions).shown.length, maxSubscriptions)
  const count = hidden === 0 ? [] : [`${hidden} more ${hidden === 1 ? 'subscription' : 'subscriptions'} in Counterfoil.`]
  return [...count, ...unread].join(' ') || null
}

/** The reply of the buyer's page, without greeting and close: the colleague is in the middle of a conversation. */
async function sayOf(
  { person, merchant }: OfBuyer,
  reply: Parameters<typeof replyBody>[1],
  speaks: Parameters<typeof replyLocaleOf>[0],
): Promise<{ text: string; lang: string } | null> {
  const locale = replyLocaleOf(speaks)
  const { texts, agent } = await repliesFor(person, merchant.code)
  const text = replyBody({ locale, texts: withOwn(builtIn[locale], texts, locale), country: speaks.country, agent }, reply)
  return text === '' ? null : { text, lang: locale }
}

/** The verbs of the first subscription that runs, and the buyer. A link opens the filled dialog behind the session and sends nothing. */
function linksOf({ buyerId, ticket }: OfBuyer, known: KnownNow, merchant: string): PanelFacts['links'] {
  const page = buyerPath(buyerId, ticket, merchant)
  const running = byWeight(known.subscriptions).shown.find((each) => !hasEnded(each))
  const verbs = factsWithVerbs('subscription').flatMap((fact) =>
    running ? verbsBeside('subscription', fact, Reflect.get(running, fact)).slice(0, 1) : [],
  )
  return [
    ...verbs.map(({ name, words }) => ({ words, href: `${page}&${new URLSearchParams({ do: name, of: running?.id ?? '' })}` })),
    { words: 'Open the buyer', href: page },
  ]
}
