import 'server-only'
import { type Kysely, PostgresAdapter } from 'kysely'

/** Whether the database is a PostgreSQL server, for the few statements that the engines spell differently. */
export const isServed = (store: Pick<Kysely<unknown>, 'getExecutor'>): boolean =>
  store.getExecutor().adapter instanceof PostgresAdapter
