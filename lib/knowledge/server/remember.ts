import 'server-only'
import type { Transaction } from 'kysely'
import { fromOwnJson, isObject } from '@/lib/core/json'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { Learnt } from '@/lib/operations/declare/command-rules'
import type { Operation } from '@/lib/operations/declare/operation'
import type { Fact } from '@/lib/operations/effects/facts'
import type { QueryName } from '@/lib/operations/query-keys'
import { log } from '@/lib/platform/log'
import { singleton } from '@/lib/platform/singleton'
import { withoutPersonal } from '@/lib/service/failure'
import { isIndexed, keepPending, markOf, wakeIndex } from './directory'
import { type Exchange, extractFacts } from './extract-facts'
import { type Known, newestIn, saveFacts, stillKnown } from './facts'
import { noteOf } from './note-of'

type ExchangeContext = Exchange & { merchant: string; person: string; askedAt?: Date; knownAt?: Date }
type Remembering = { within?: Transaction<Tables>; ahead?: Known | null; learnt?: Learnt }

/**
 * Keeps what an answer says, before it is masked: as facts, and as what the buyer can be found by. Returns the version of the buyer
 * it is about, or null where it is about none. `ahead` is what was known before the service was asked. For a command the
 * caller passes what was learnt, so that a read doesn't load the rules of all commands.
 */
export async function remember(
  { merchant, person, askedAt, knownAt, ...exchange }: ExchangeContext,
  answer: unknown,
  { within, ahead = null, learnt = extractFacts(exchange, answer) }: Remembering = {},
): Promise<number | null> {
  const { buyerId, facts: learntFacts } = learnt
  if (buyerId === null) return null
  const source = exchange.operation.kind === 'command' ? 'action' : 'read'
  const known = await stillKnown(ahead, { merchant, buyerId }, within ?? (await database()))
  const facts = source === 'read' ? withoutOlder(withoutContradictions(learntFacts), known, exchange.operation.name) : learntFacts
  const asked = askedAt && { askedAt, ...(ahead && { upTo: newestIn(ahead.rows) }) }
  const times = { ...asked, ...(knownAt && { knownAt, at: knownAt }) }
  const witness = { merchant, buyerId, source, operation: exchange.operation.name, person, ...times } as const
  // A transaction may still be rolled back, and a buyer may have been erased: neither counts as kept.
  const isNew = learntFacts.length > 0 && known.rows.size === 0
  const mark = markOf(merchant, [exchange.operation.name, exchange.params, exchange.body, answer])
  const note =
    !within && !isNew && isIndexed(mark) ? null : noteOf({ ...exchange, params: exchange.params ?? {} }, answer, learnt)
  if (note === null) return saveFacts(facts, witness, within, known)
  const pending = { merchant, note, mark }
  const both = async (tx: Transaction<Tables>) => {
    const version = await saveFacts(facts, witness, tx, known)
    await keepPending(tx, pending)
    return version
  }
  const version = await (within ? both(within) : (await database()).transaction().execute(both))
  wakeIndex(within ? null : pending)
  return version
}

/** A list may hold a subscription or a token twice, and tell two values of it: neither is known then. */
function withoutContradictions(facts: Fact[]): Fact[] {
  const first = new Map<string, string>()
  const contradicted = new Set<string>()
  for (const { entity, field, value } of facts) {
    const [name, told] = [`${entity} ${field}`, JSON.stringify(value)]
    if (entity.includes(':') && (first.get(name) ?? told) !== told) contradicted.add(name)
    first.set(name, told)
  }
  if (contradicted.size === 0) return facts
  return facts.map((fact) => (contradicted.has(`${fact.entity} ${fact.field}`) ? { ...fact, value: null } : fact))
}

/**
 * A read may tell what is older than what is known: an older piece of the history, or a token that keeps the e-mail it was made with. A search tells whose
 * the address is now, also where nobody knows which of two it is (`saveDoubted`).
 */
function withoutOlder(facts: Fact[], { rows }: Known, operation: string): Fact[] {
  const knownAs = ({ entity, field }: Fact) => rows.get(`${entity} ${field}`)
  const address = facts.find(({ entity }) => entity === 'address')
  const isOlder = (fact: Fact) => seenAt(fact.value) < seenAt(fromOwnJson(knownAs(fact)?.value ?? 'null'))
  const olderBilling = address !== undefined && isOlder(address)
  return facts.filter((fact) => {
    if (fact.entity === 'answer') return !isOlder(fact)
    if (fact.entity === 'address' || (fact.entity === 'buyer' && billingFields.has(fact.field))) return !olderBilling
    if (fact.entity !== 'buyer' || fact.field !== 'email' || operation === search) return true
    const told = knownAs(fact)
    const isDoubt = told?.source === 'read' && told.operation === null
    return told?.source !== 'action' && told?.operation !== search && !isDoubt
  })
}

const search: QueryName = 'findBuyerByEmail'

// The fields that come from the same attempt as the address, and so are as old as it.
const billingFields = new Set(['country', 'billing'])

const seenAt = (value: unknown) => (value as { seenAt: string | null } | null)?.seenAt ?? ''

// The known values of each field (service-facts 2.3 and 2.5). The service doesn't promise that any list is complete.
const documented: Record<string, Record<string, readonly string[]>> = {
  getChargeHistory: {
    status: [
      'created',
      'redirected',
      'confirmed',
      'deferred',
      'authorized',
      'verified',
      'captured',
      'settled',
      'declined',
      'failed',
    ],
    target: ['original', 'cascade'],
    riskSegment: ['white', 'low', 'potential_high', 'black'],
    actionType: ['initial', 'crossSale', 'renew', 'oneclick'],
  },
  listSubscriptions: { status: ['active', 'frozen', 'expired', 'blocked', 'disabled', 'suspended'] },
}

/** Logs once per process and value what the service says that its documents do not. */
export function recordNewValues(operation: Operation, answer: unknown): void {
  const words = documented[operation.name]
  if (words)
    walk(
      answer,
      (field, value) => Object.hasOwn(words, field) && !words[field]?.includes(value) && recordOnce(operation.name, field, value),
    )
}

function recordOnce(operation: string, field: string, value: string): void {
  const seen = singleton('new-values', () => new Set<string>())
  const said = withoutPersonal(value).slice(0, 64)
  const name = `${operation} ${field} ${said}`
  if (seen.has(name) || seen.size > 1_000) return
  seen.add(name)
  log.warn({ operation, field, value: said }, 'new_value_seen')
}

function walk(value: unknown, visit: (field: string, value: string) => void): void {
  if (Array.isArray(value)) for (const each of value) walk(each, visit)
  else if (isObject(value)) {
    for (const [field, inner] of Object.entries(value)) {
      if (typeof inner === 'string') visit(field, inner)
      else walk(inner, visit)
    }
  }
}
