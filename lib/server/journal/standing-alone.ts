import 'server-only'
import { sql } from 'kysely'

/** Holds for entries that belong to no command. Its words are those of the index that leads to them (migration 015): values would hide it. */
export const standsAlone = sql<boolean>`(kind <> 'intent' and kind <> 'outcome' and kind <> 'late-outcome')`
