import 'server-only'
import * as z from 'zod/mini'
import { observeVital } from '@/lib/platform/metrics'
import { checked, readJson } from '@/lib/platform/request'
import { maxVitals, measuredPages, vitalNames } from '../vitals'

// A page that was left alone for a night can have one of many hours; more is no measurement.
const maxValue = 86_400_000

const body = z.strictObject({
  vitals: z
    .array(
      z.strictObject({
        page: z.enum(measuredPages),
        name: z.enum(vitalNames),
        value: z.number().check(z.minimum(0, 'Send a number from 0'), z.maximum(maxValue, `Send at most ${maxValue}`)),
      }),
    )
    .check(z.minLength(1, 'Send at least one'), z.maxLength(maxVitals, `Send at most ${maxVitals}`)),
})

/** `POST /api/desk/vitals`: how fast pages were for somebody. It goes to the metrics by page, and nothing of it is kept with the person. */
export async function postVitals(request: Request): Promise<Response> {
  for (const { page, name, value } of checked(body, await readJson(request)).vitals) observeVital(page, name, value)
  return new Response(null, { status: 204 })
}
