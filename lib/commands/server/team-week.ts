import 'server-only'
import { groupBy } from '@/lib/core/group-by'
import { database } from '@/lib/database/open'
import { closedTo } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import type { TeamMember } from '../team-member'

/** How many actions of each person came to what since a day, by name: a count, and no comparison. */
export async function teamSince(person: Person, from: string): Promise<TeamMember[]> {
  const store = await database()
  const closed = closedTo(person)
  const rows = await store
    .selectFrom('actions')
    .select(({ fn }) => ['person', 'state', 'settled_as', fn.countAll<string | number>().as('count')])
    .where('created_at', '>=', `${from}T00:00:00.000Z`)
    .$if(closed.length > 0, (query) => query.where('merchant', 'not in', closed))
    .groupBy(['person', 'state', 'settled_as'])
    .execute()
  const members = [...groupBy(rows, (row) => row.person)].map(([name, of]) => {
    const counted = (is: (row: (typeof of)[number]) => boolean) =>
      of.filter(is).reduce((all, { count }) => all + Number(count), 0)
    return {
      name,
      done: counted(({ state }) => state === 'done'),
      refused: counted(({ state }) => state === 'refused'),
      unconfirmed: counted(({ state, settled_as }) => state === 'unconfirmed' && settled_as === null),
    }
  })
  return members.toSorted((a, b) => a.name.localeCompare(b.name))
}
