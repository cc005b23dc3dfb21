import 'server-only'
import type { Transaction } from 'kysely'
import { database } from '../database/open'
import type { Tables } from '../database/schema'
import { noteOf } from '../directory/note-of'
import { freshPending, keepPending, pendingOf, wakeIndex } from '../directory/pending'
import { cut, type Passed } from './cut'
import { type Fact, factsOf, type KnownFact, learn } from './facts'

type About = Passed & { merchant: string; buyerId: string; person: string; params?: Record<string, string> }

/**
 * Lets an answer about a buyer leave its mark, before it is masked: as facts, and as what the buyer can be found by. Returns the buyer's
 * version.
 */
export async function remember(about: About, answer: unknown, within?: Transaction<Tables>): Promise<number> {
  const { merchant, buyerId, person, params = { buyerId }, ...passed } = about
  const source = passed.operation.kind === 'command' ? 'action' : 'read'
  const told = cut(passed, answer)
  const known = source === 'read' && told.length > 0 ? await factsOf(merchant, buyerId, undefined, within) : []
  const facts = withoutOlder(told, known)
  const witness = { merchant, buyerId, source, operation: passed.operation.name, person } as const
  const note = noteOf({ ...passed, params }, answer)
  // Within a transaction that may yet be given up nothing is taken as kept, and of a buyer who was erased nothing is there any more.
  const isNew = told.length > 0 && known.length === 0
  const pending = within || isNew ? note && freshPending(merchant, note) : pendingOf(merchant, note)
  if (pending === null) return learn(facts, witness, within)
  const both = async (tx: Transaction<Tables>) => {
    const version = await learn(facts, witness, tx)
    await keepPending(tx, pending)
    return version
  }
  const version = await (within ? both(within) : (await database()).transaction().execute(both))
  wakeIndex(within ? null : pending)
  return version
}

/** A read may tell what is older than what is known: an older piece of the history, or a token that keeps the e-mail it was made with. */
function withoutOlder(told: Fact[], known: KnownFact[]): Fact[] {
  const knownAs = ({ entity, field }: Fact) => known.find((fact) => fact.entity === entity && fact.field === field)
  const address = told.find(({ entity }) => entity === 'address')
  const isOlder = (fact: Fact) => seenAt(fact) < seenAt(knownAs(fact))
  const olderBilling = address !== undefined && isOlder(address)
  return told.filter((fact) => {
    if (fact.entity === 'answer') return !isOlder(fact)
    if (fact.entity === 'address' || (fact.entity === 'buyer' && fact.field === 'country')) return !olderBilling
    return !(fact.entity === 'buyer' && fact.field === 'email' && knownAs(fact)?.source === 'action')
  })
}

const seenAt = (fact: { value: unknown } | undefined) => (fact?.value as { seenAt: string | null } | undefined)?.seenAt ?? ''
