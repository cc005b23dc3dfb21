import 'server-only'
import { may } from '@/lib/core/roles'
import type { ChainEnd } from '@/lib/core/verdict'
import { database } from '@/lib/database/open'
import { lookAtEnd } from '@/lib/journal/chain'
import { operations } from '@/lib/operations'
import { describeCommand } from '@/lib/operations/words'
import { listPersonAccounts } from '@/lib/people/server/person-accounts'
import type { Person } from '@/lib/people/server/sessions'

/** Every command by its name: what people call it, and how it goes over the wire. */
export const commandsOnWire = () =>
  Object.values(operations).flatMap(({ kind, name, method, path }) =>
    kind === 'command' ? [{ name, method, path, words: describeCommand(name) }] : [],
  )

/** How many entries there are and whether the newest fits the one before it, for those who may read the whole journal. */
export async function chainEnd(person: Person): Promise<ChainEnd | null> {
  if (!may(person.role, 'wholeJournal')) return null
  const { head, fault } = await lookAtEnd(await database())
  return { entries: head?.seq ?? 0, fault }
}

/** Whose entries the person may ask for by name; none where they see only their own. */
export async function peopleOfJournal(person: Person): Promise<string[]> {
  if (!may(person.role, 'wholeJournal')) return []
  const people = await listPersonAccounts(await database())
  return [...new Set(people.map(({ name }) => name))].toSorted()
}
