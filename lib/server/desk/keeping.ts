import 'server-only'
import * as z from 'zod/mini'
import { uuid, whole } from '@/lib/operations/schemas/scalars'
import { checked, merchantFor, readJson } from '../admission'
import type { Person } from '../auth/sessions'
import { eraseBuyer } from '../directory/erase'
import { purgeWhenDue } from '../directory/purge'
import { retentionDays, setRetention } from '../directory/retention'
import { log } from '../log'

/** How long what is known of buyers is kept: days since it was seen last, or null for ever. */
export type Retention = { days: number | null }

const retentionBody = z.strictObject({ days: z.nullable(whole(1, 3_650)) })

/** `GET /api/desk/retention` */
export const retention = async (): Promise<Retention> => ({ days: await retentionDays() })

/** `PUT /api/desk/retention` */
export async function putRetention(request: Request, person: Person): Promise<Retention> {
  const { days } = checked(retentionBody, await readJson(request))
  await setRetention(person, merchantFor(request, person).code, days)
  purgeWhenDue().catch((cause: unknown) => log.error({ err: cause }, 'not_purged'))
  return { days }
}

const erasure = z.strictObject({ buyerId: uuid, confirmation: z.string() }).check(
  z.refine(({ buyerId, confirmation }) => confirmation.trim().toLowerCase() === buyerId.slice(-4), {
    path: ['confirmation'],
    message: 'Type the last four characters of the buyer id',
  }),
)

/** `POST /api/desk/erasures`: erases a buyer here, after the end of their id has been typed. */
export async function erase(request: Request, person: Person): Promise<{ facts: number; keys: number }> {
  const { buyerId } = checked(erasure, await readJson(request))
  return eraseBuyer(person, merchantFor(request, person).code, buyerId)
}
