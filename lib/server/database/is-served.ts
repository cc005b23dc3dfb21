import 'server-only'
import type { Kysely } from 'kysely'

/**
 * Whether the database is a PostgreSQL server, for the few statements that the engines spell differently. Of the two, only it takes
 * changes of the schema back with their transaction. To ask of which class the adapter is would not do: the build makes handlers and
 * the boot hook apart, each with a class of its own.
 */
export const isServed = (store: Pick<Kysely<unknown>, 'getExecutor'>): boolean =>
  store.getExecutor().adapter.supportsTransactionalDdl
