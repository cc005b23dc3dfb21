import 'server-only'
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { type Database, isServed } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { noReason, reasonLength } from '../journal-filter'

/** Why the service refused an action, in its own words, else its code. */
export function refusalReason(store: Database): RawBuilder<string> {
  const said = (name: string) =>
    isServed(store)
      ? sql`(actions.answer::json -> 'body' ->> ${sql.lit(name)})`
      : sql`json_extract(actions.answer, ${sql.lit(`$.body.${name}`)})`
  const words = sql`coalesce(nullif(coalesce(${said('detail')}, ${said('code')}), ''), ${sql.lit(noReason)})`
  return sql<string>`substr(${words}, 1, ${sql.lit(reasonLength)})`
}

/** Done, and undone by an action of the seven days after it. */
export function wasUndone(store: Database) {
  const weekLater = isServed(store)
    ? sql<string>`to_char(actions.created_at::timestamp + interval '7 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', actions.created_at, '+7 days')`
  return (is: ExpressionBuilder<Tables, 'actions'>) =>
    is.and([
      is('actions.state', '=', 'done'),
      is.exists(
        is
          .selectFrom('actions as undo')
          .select('undo.action_id')
          .whereRef('undo.undoes', '=', 'actions.action_id')
          .where((of) => of.or([of('undo.state', '=', 'done'), of('undo.settled_as', '=', 'happened')]))
          .where('undo.created_at', '<=', weekLater),
      ),
    ])
}
