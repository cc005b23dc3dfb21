import 'server-only'
import type { Transaction } from 'kysely'
import { database } from '../database/open'
import type { Tables } from '../database/schema'
import { noteOf } from '../directory/note-of'
import { isIndexed, keepPending, markOf, wakeIndex } from '../directory/pending'
import { buyerOf, cut, type Passed } from './cut'
import { type Fact, type Known, learn, stillKnown } from './facts'

type About = Passed & { merchant: string; person: string }

/**
 * Lets an answer leave its mark, before it is masked: as facts, and as what the buyer can be found by. Returns the version of the buyer
 * it is about, or null where it is about none. `ahead` is what was known while the service was still being asked.
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
  const witness = { merchant, buyerId, source, operation: passed.operation.name, person } as const
  // Within a transaction that may yet be given up nothing is taken as kept, and of a buyer who was erased nothing is there any more.
  const isNew = told.length > 0 && known.rows.size === 0
  const mark = markOf(merchant, [passed.operation.name, passed.params, passed.body, answer])
  const note = !within && !isNew && isIndexed(mark) ? null : noteOf({ ...passed, params: passed.params ?? {} }, answer)
  if (note === null) return learn(facts, witness, within, known)
  const pending = { merchant, note, mark }
  const both = async (tx: Transaction<Tables>) => {
    const version = await learn(facts, witness, tx, known)
    await keepPending(tx, pending)
    return version
  }
  const version = await (within ? both(within) : (await database()).transaction().execute(both))
  wakeIndex(within ? null : pending)
  return version
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
