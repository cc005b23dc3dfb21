import 'server-only'
import type { Transaction } from 'kysely'
import { database } from '../database/open'
import type { Tables } from '../database/schema'
import { buyerOf, cut, type Passed } from './cut'
import { type Fact, type Known, learn, stillKnown } from './facts'

type About = Passed & { merchant: string; person: string }

/**
 * Lets an answer leave its mark, before it is masked. Returns the version of the buyer it is about, or null where it is about none.
 * `ahead` is what was known while the service was still being asked.
 */
export async function remember(
  { merchant, person, ...passed }: About,
  answer: unknown,
  { within, ahead = null }: { within?: Transaction<Tables>; ahead?: Known | null } = {},
): Promise<number | null> {
  const buyerId = buyerOf(passed, answer)
  if (buyerId === null) return null
  const source = passed.operation.kind === 'command' ? 'action' : 'read'
  const known = await stillKnown(ahead, { merchant, buyerId }, within ?? (await database()))
  const told = cut(passed, answer)
  const facts = source === 'read' ? withoutOlder(told, known) : told
  return learn(facts, { merchant, buyerId, source, operation: passed.operation.name, person }, within, known)
}

/** A read may tell what is older than what is known: an older piece of the history, or a token that keeps the e-mail it was made with. */
function withoutOlder(told: Fact[], { rows }: Known): Fact[] {
  const knownAs = ({ entity, field }: Fact) => rows.get(`${entity} ${field}`)
  const address = told.find(({ entity }) => entity === 'address')
  const isOlder = (fact: Fact) => seenAt(fact.value) < seenAt(JSON.parse(knownAs(fact)?.value ?? 'null'))
  const olderBilling = address !== undefined && isOlder(address)
  return told.filter((fact) => {
    if (fact.entity === 'answer') return !isOlder(fact)
    if (fact.entity === 'address' || (fact.entity === 'buyer' && billingFields.has(fact.field))) return !olderBilling
    return !(fact.entity === 'buyer' && fact.field === 'email' && knownAs(fact)?.source === 'action')
  })
}

// They come from the same attempt as the address, so they are as old.
const billingFields = new Set(['country', 'billing'])

const seenAt = (value: unknown) => (value as { seenAt: string | null } | null)?.seenAt ?? ''
