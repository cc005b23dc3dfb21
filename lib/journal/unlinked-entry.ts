import 'server-only'
import { sql } from 'kysely'

/**
 * True for entries that belong to no command. Written exactly as in the partial index of migration 015: with parameters the database
 * wouldn't use it.
 */
export const isUnlinked = sql<boolean>`(kind <> 'intent' and kind <> 'outcome' and kind <> 'late-outcome')`
