import 'server-only'
import type { Kysely } from 'kysely'

/**
 * Whether the database is a PostgreSQL server, for the few statements that the engines spell differently. The embedded one says what it
 * is. To ask of which class the adapter is would not do: the build makes handlers and the boot hook apart, each with classes of its own.
 */
export const isServed = (store: Pick<Kysely<unknown>, 'getExecutor'>): boolean => !('isEmbedded' in store.getExecutor().adapter)
