import 'server-only'
import type { DatabaseConnection, Kysely } from 'kysely'

/**
 * Whether the database is a PostgreSQL server, for the few statements that the engines spell differently. The embedded one says what it
 * is. To ask of which class the adapter is would not do: the build makes handlers and the boot hook apart, each with classes of its own.
 */
export const isServed = (store: Pick<Kysely<unknown>, 'getExecutor'>): boolean => !('isEmbedded' in store.getExecutor().adapter)

/** The one connection of the embedded database, where it is in a transaction: then nobody but who has begun that uses it. */
export const connectionInTransaction = (store: Pick<Kysely<unknown>, 'getExecutor'>): DatabaseConnection | null | undefined =>
  (store.getExecutor().adapter as { connectionInTransaction?: DatabaseConnection | null }).connectionInTransaction
