import 'server-only'
import type { Signable } from '@/lib/people/server/answer-signed'
import { sendAgain } from './again'
import { again, decision, looked, newRate, nothing, paused, resumed } from './plan'
import * as steps from './steps'
import { findIncident } from './store'
import { ofIncident } from './taking'
import { planUndo } from './undo'

/** An approval is signed, over just the plan that was seen. */
const signsPlan = (id: string, { planHash, note = null }: { planHash: string; note?: string | null | undefined }): Signable => ({
  act: 'approve-incident',
  shows: { incident: id, plan: planHash, note },
  entry: { kind: 'incident', id, did: 'approved', plan: planHash, note },
  facts: async (store) => ({ planHash: (await findIncident(store, id))?.plan_hash ?? '' }),
})

// Each with an `x-action-id` and the `x-version` that was seen; a brake needs no version. Each answers the incident as it is then.

/** `POST /api/desk/incidents/{incidentId}/ask` */
export const postAsk = ofIncident('askIncident', nothing, (taking) => steps.askForApproval(taking))
/** `POST …/decide {decision, planHash, note}`. Whoever planned, changed or asked for it: 403 `own_incident`; before its rows were opened: 409 `look_first`. */
export const postDecide = ofIncident('decideIncident', decision, (taking, given) => steps.decideIncident(taking, given), {
  signs: ({ id }, given) => (given.decision === 'decline' ? null : signsPlan(id, given)),
})
/** `POST …/start`: the pilot. */
export const postStart = ofIncident('startIncident', nothing, (taking) => steps.startPilot(taking))
/** `POST …/look {rows}`: those that were opened of the ones drawn for whoever decides, or of the pilot. */
export const postLook = ofIncident('lookIncident', looked, (taking, { rows }) => steps.openRows(taking, rows))
/** `POST …/go-on`: 409 `look_first` before the pilot was looked at. */
export const postGoOn = ofIncident('goOnIncident', nothing, (taking) => steps.goOn(taking))
/** `POST …/pause {reason?}`: answered once no further row can be begun. */
export const postPause = ofIncident(
  'pauseIncident',
  paused,
  (taking, { reason }) => steps.pauseIncident(taking, reason ?? null),
  {
    isBrake: true,
  },
)
/** `POST …/resume {reason}` */
export const postResume = ofIncident('resumeIncident', resumed, (taking, { reason }) => steps.resumeIncident(taking, reason))
/** `POST …/stop {reason?}` */
export const postStop = ofIncident('stopIncident', paused, (taking, { reason }) => steps.stopIncident(taking, reason ?? null), {
  isBrake: true,
})
/** `POST …/close` */
export const postClose = ofIncident('closeIncident', nothing, (taking) => steps.closeIncident(taking))
/** `POST …/take-over` */
export const postTakeOver = ofIncident('takeOverIncident', nothing, (taking) => steps.takeOverIncident(taking))
/** `POST …/rate {rate}`: 409 `rate` over the approved one. */
export const postRate = ofIncident('rateIncident', newRate, (taking, { rate }) => steps.changeRate(taking, rate))
/** `POST …/inverse`: answers the new incident. */
export const postInverse = ofIncident('inverseIncident', nothing, (taking) => planUndo(taking))
/** `POST …/again {which, rows?}`: `not-sent` answers this incident, `refused` a new draft. */
export const postAgain = ofIncident('againIncident', again, (taking, given) => sendAgain(taking, given))
