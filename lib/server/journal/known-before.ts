import 'server-only'
import type { KnownThing } from '@/lib/operations/effects/effect'
import type { Action as Row } from './intent'
import { unseal } from './seal'

/** What was known of the target when an action was begun, in clear. */
export const knownBefore = (row: Row): KnownThing => (unseal(row.sealed) as { known: KnownThing }).known
