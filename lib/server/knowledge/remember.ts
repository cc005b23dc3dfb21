import 'server-only'
import type { Transaction } from 'kysely'
import type { Tables } from '../database/schema'
import { buyerOf, cut, type Passed } from './cut'
import { type Fact, factsOf, type KnownFact, learn } from './facts'

type About = Passed & { merchant: string; person: string }

/** Lets an answer leave its mark, before it is masked. Returns the version of the buyer it is about, or null where it is about none. */
export async function remember(
  { merchant, person, ...passed }: About,
  answer: unknown,
  within?: Transaction<Tables>,
): Promise<number | null> {
  const buyerId = buyerOf(passed, answer)
  if (buyerId === null) return null
  const source = passed.operation.kind === 'command' ? 'action' : 'read'
  const told = cut(passed, answer)
  const facts =
    source === 'read' && told.length > 0 ? withoutOlder(told, await factsOf(merchant, buyerId, undefined, within)) : told
  return learn(facts, { merchant, buyerId, source, operation: passed.operation.name, person }, within)
}

/** A read may tell what is older than what is known: an older piece of the history, or a token that keeps the e-mail it was made with. */
function withoutOlder(told: Fact[], known: KnownFact[]): Fact[] {
  const knownAs = ({ entity, field }: Fact) => known.find((fact) => fact.entity === entity && fact.field === field)
  const address = told.find(({ entity }) => entity === 'address')
  const isOlder = (fact: Fact) => seenAt(fact) < seenAt(knownAs(fact))
  const olderBilling = address !== undefined && isOlder(address)
  return told.filter((fact) => {
    if (fact.entity === 'answer') return !isOlder(fact)
    if (fact.entity === 'address' || (fact.entity === 'buyer' && billingFields.has(fact.field))) return !olderBilling
    return !(fact.entity === 'buyer' && fact.field === 'email' && knownAs(fact)?.source === 'action')
  })
}

// They come from the same attempt as the address, so they are as old.
const billingFields = new Set(['country', 'billing'])

const seenAt = (fact: { value: unknown } | undefined) => (fact?.value as { seenAt: string | null } | undefined)?.seenAt ?? ''
