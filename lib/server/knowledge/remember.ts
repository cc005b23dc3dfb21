import 'server-only'
import type { Transaction } from 'kysely'
import { database } from '../database/open'
import type { Tables } from '../database/schema'
import { cut, type Passed } from './cut'
import { type Fact, type Known, learn, stillKnown } from './facts'

type About = Passed & { merchant: string; buyerId: string; person: string }

/**
 * Lets an answer about a buyer leave its mark, before it is masked. Returns the buyer's version. `ahead` is what was known while the
 * service was still being asked.
 */
export async function remember(
  { merchant, buyerId, person, ...passed }: About,
  answer: unknown,
  { within, ahead = null }: { within?: Transaction<Tables>; ahead?: Known | null } = {},
): Promise<number> {
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
    if (fact.entity === 'address' || (fact.entity === 'buyer' && fact.field === 'country')) return !olderBilling
    return !(fact.entity === 'buyer' && fact.field === 'email' && knownAs(fact)?.source === 'action')
  })
}

const seenAt = (value: unknown) => (value as { seenAt: string | null } | null)?.seenAt ?? ''
