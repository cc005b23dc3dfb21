import 'server-only'
import * as z from 'zod/mini'
import { uuid } from '@/lib/operations/schemas/scalars'
import type { Presence } from '@/lib/presence'
import { type VerbName, verbWords } from '@/lib/verb-words'
import { checked, merchantFor, readJson } from '../admission'
import type { Person } from '../auth/sessions'
import { gone, here } from '../together/presence'
import { idIn } from './id-in'

const verbs = Object.keys(verbWords) as [VerbName, ...VerbName[]]
const told = z.strictObject({ tab: uuid, verb: z.nullable(z.enum(verbs, 'No such verb')), leaving: z.optional(z.boolean()) })

/** `POST /api/desk/buyers/{buyerId}/presence`: says that a page has the buyer open, and which dialog; answers who else has. `leaving` takes it back. */
export async function presence(request: Request, person: Person, params: { buyerId: string }): Promise<Presence> {
  const place = { merchant: merchantFor(request, person).code, buyerId: idIn(params.buyerId) }
  const { tab, verb, leaving } = checked(told, await readJson(request))
  if (leaving !== true) return { others: await here(person, { ...place, tab }, verb) }
  await gone(person, { ...place, tab })
  return { others: [] }
}
