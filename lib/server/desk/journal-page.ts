import 'server-only'
import { commandWords } from '@/lib/command-words'
import { operations } from '@/lib/operations'
import { may } from '@/lib/roles'
import { listAccounts } from '../auth/accounts'
import type { Person } from '../auth/sessions'
import { database } from '../database/open'

/** Every command by its name: what people call it, and how it goes over the wire. */
export const commandsOnWire = () =>
  Object.values(operations).flatMap(({ kind, name, method, path }) =>
    kind === 'command' ? [{ name, method, path, words: commandWords(name) }] : [],
  )

/** Whose entries the person may ask for by name; none where they see only their own. */
export async function peopleOfJournal(person: Person): Promise<string[]> {
  if (!may(person.role, 'wholeJournal')) return []
  const accounts = await listAccounts(await database())
  return [...new Set(accounts.map(({ name }) => name))].toSorted()
}
