import 'server-only'
import type { DeskEntry } from '@/lib/desk-entry'
import { type Revealable, revealWord } from '@/lib/reveal'
import { may } from '@/lib/roles'
import { closedTo } from '../auth/merchant-rights'
import type { Person } from '../auth/sessions'
import { database } from '../database/open'

const kinds = ['revealed', 'exported', 'alert'] as const
const most = 30

type Detail = { fields?: Revealable[]; reason?: string; words?: string }

/** The newest of what was seen in clear and taken out, newest first: of everybody for whoever may read the whole journal, else one's own. */
export async function deskEntries(person: Person): Promise<DeskEntry[]> {
  const store = await database()
  const closed = closedTo(person)
  const rows = await store
    .selectFrom('journal')
    .select(['seq', 'at', 'kind', 'person', 'merchant', 'operation', 'buyer_id', 'ticket', 'detail'])
    .where('kind', 'in', [...kinds])
    .$if(!may(person.role, 'wholeJournal'), (query) => query.where('account_id', '=', person.accountId))
    .$if(closed.length > 0, (query) => query.where('merchant', 'not in', closed))
    .orderBy('seq', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ kind, operation, buyer_id, detail, ...row }) => {
    const told = JSON.parse(detail) as Detail
    return {
      ...row,
      kind: kind as DeskEntry['kind'],
      buyerId: buyer_id,
      words: wordsOf(kind, operation, told),
      reason: told.reason ?? null,
    }
  })
}

function wordsOf(kind: string, operation: string | null, { fields = [], words = '' }: Detail): string {
  if (kind === 'revealed') return fields.map(revealWord).join(', ')
  if (kind === 'alert') return words
  return operation === 'exportCharges' ? 'charge history' : 'evidence pack'
}
