import 'server-only'
import * as z from 'zod/mini'
import { type Claim, noClaim } from '@/lib/journal/action-ids'
import { whole } from '@/lib/operations/schemas/scalars'
import { actionIdIn, askedUnder } from '@/lib/people/server/answer-once'
import { answerSigned, type Signable } from '@/lib/people/server/answer-signed'
import type { Person } from '@/lib/people/server/sessions'
import { idIn } from '@/lib/platform/id-in'
import { checked, readJson } from '@/lib/platform/request'
import type { Incident } from '../incident'
import { incidentFor } from './answer'
import type { Taking } from './steps'
import { incidentRow } from './store'

type OfIncident = { incidentId: string }

const seen = z.object({
  'x-version': z.pipe(
    z.string('Send the version that you were shown').check(z.regex(/^\d{1,9}$/, 'Send the version that you were shown')),
    z.transform(Number),
  ),
})
const version = whole(1, 999_999_999)

/** The version that a caller was shown: header `x-version`. Null where a brake comes without one. */
function versionIn(request: Request, isBrake: boolean): number | null {
  const given = request.headers.get('x-version')
  if (given === null && isBrake) return null
  const read = checked(seen, { 'x-version': given ?? undefined })
  return checked(z.object({ 'x-version': version }), read)['x-version']
}

type Of<S> = { what: string; schema: S; more?: object; isBrake?: boolean }

/** Who takes a step of which incident, under which action id; and what is sent with it, checked before anything is looked up. */
export async function takingOf<S extends z.ZodMiniType>(
  request: Request,
  person: Person,
  params: OfIncident,
  { what, schema, more, isBrake = false }: Of<S>,
) {
  const id = idIn(params.incidentId)
  const actionId = actionIdIn(request)
  const given = checked(schema, await readJson(request))
  const shown = versionIn(request, isBrake)
  const row = await incidentRow(person, id)
  const taking: Taking = { person, id, version: shown, claim: noClaim }
  const content = { id, given, version: shown, ...more }
  return { taking, given, actionRequest: askedUnder(actionId, person, { what, merchant: row.merchant, content }) }
}

/** What of a step is signed; null for one that isn't. */
type Signs<S extends z.ZodMiniType> = (taking: Taking, given: z.output<S>) => Signable | null
type Work<S extends z.ZodMiniType> = (taking: Taking, given: z.output<S>) => Promise<{ id: string }>

/** The handler of a step: `x-action-id`, `x-version` and a body; the answer is the incident, or another one that the step has made. */
export const ofIncident =
  <S extends z.ZodMiniType>(
    what: string,
    schema: S,
    work: Work<S>,
    { isBrake = false, signs = () => null }: { isBrake?: boolean; signs?: Signs<S> } = {},
  ) =>
  async (request: Request, person: Person, params: OfIncident): Promise<Incident | Response> => {
    const { taking, given, actionRequest } = await takingOf(request, person, params, { what, schema, isBrake })
    return answerSigned(
      actionRequest,
      person,
      signs(taking, given),
      (claim: Claim) => work({ ...taking, claim }, given),
      ({ id }: { id: string }) => incidentFor(person, id),
    )
  }
