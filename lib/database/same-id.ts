import 'server-only'
import { type RawBuilder, sql } from 'kysely'
import { oneId } from '@/lib/core/fold'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const lowered = (column: string) => sql<string>`lower(trim(${sql.ref(column)}))`
const bare = (column: string) => sql<string>`replace(replace(replace(${lowered(column)}, '-', ''), '{', ''), '}', '')`

/** Whether a column holds an id, in whatever spelling it was kept: `oneId` for rows that were written before ids were kept in one. */
export function holdsId(column: string, id: string): RawBuilder<boolean> {
  const wanted = oneId(id)
  if (!uuid.test(wanted)) return sql<boolean>`${lowered(column)} = ${wanted}`
  return sql<boolean>`${bare(column)} = ${wanted.replaceAll('-', '')}`
}

/** The spellings that what a column holds may have elsewhere: as it's kept, and in the one. */
export function spellingsOf(column: string): RawBuilder<string>[] {
  const part = (from: number, length: number) => sql<string>`substr(${bare(column)}, ${sql.lit(from)}, ${sql.lit(length)})`
  const parts = [part(1, 8), part(9, 4), part(13, 4), part(17, 4), part(21, 12)]
  return [sql<string>`${sql.ref(column)}`, lowered(column), sql<string>`${sql.join(parts, sql` || '-' || `)}`]
}
