import { setTimeout as wait } from 'node:timers/promises'
import { applied, deliveriesOf } from './applied'
import type { Evidence } from './evidence'
import { outcomeOf } from './faults'
import type { Delivery } from './witness'

/** What an outcome says of the way a command went is what the line and the service know of it. */
export function untruths(evidence: Evidence): string[] {
  return [
    ...refusedByOthers(evidence),
    ...leftAndNotSent(evidence),
    ...answersNotTaken(evidence),
    ...unmarkedOrders(evidence),
    ...settledByEvents(evidence),
    ...mixedConnections(evidence),
  ]
}

/** Bytes that nobody asked for come after the service's own answer, which may refuse. */
const afterAnswer = 'surplus'

/** Only the service refuses: nothing that stands before it knows what the service did. */
function refusedByOthers(evidence: Evidence): string[] {
  const delivered = deliveriesOf(evidence)
  const received = new Set(evidence.received.map(({ delivery }) => delivery))
  return evidence.actions.flatMap(({ actionId, state }) => {
    if (state !== 'refused') return []
    const [delivery] = delivered.get(actionId) ?? []
    if (!delivery) return [`Refused means that the service refused: ${actionId} never left`]
    if (delivery.trouble !== null && delivery.trouble !== afterAnswer)
      return [`Refused means that the service refused: ${actionId} met ${delivery.trouble}`]
    return received.has(delivery.number) ? [] : [`Refused means that the service refused: ${actionId} never arrived`]
  })
}

/** What was never sent did not leave, and what somebody was told was not sent has not either. */
function leftAndNotSent(evidence: Evidence): string[] {
  const delivered = deliveriesOf(evidence)
  const recordedOtherwise = new Set(
    evidence.reported.flatMap(({ actionId, outcome }) => (outcome === 'none' || outcome === 'not-sent' ? [] : [actionId])),
  )
  const reported = evidence.reported
    .filter(({ actionId, outcome, code }) => {
      const isNo = (outcome === 'not-sent' || outcome === 'none') && code !== null && code !== 'action_id_used'
      return isNo && !recordedOtherwise.has(actionId) && delivered.has(actionId)
    })
    .map(({ actionId, code }) => `Not sent means that it never left: ${actionId}, told ${code}`)
  const rows = evidence.actions
    .filter(({ actionId, state }) => state === 'not-sent' && delivered.has(actionId))
    .map(({ actionId }) => `Not sent means that it never left: ${actionId} did`)
  return [...reported, ...rows]
}

/** A socket is given 900 ms from the moment that the intent is written. What has come within this is read before it's given up, however busy the machine. */
const inTimeMs = 700

type Known = Pick<Evidence, 'deliveries' | 'received'>

/** Reads again until every whole answer is written, for three seconds at most: one that comes after the person's patience is written a moment later. */
export async function onceWritten<Rows extends Pick<Evidence, 'actions' | 'entries'>>(
  read: () => Promise<Rows>,
  known: Known,
): Promise<Rows> {
  for (const end = performance.now() + 3_000; ; await wait(20)) {
    const rows = await read()
    if (performance.now() > end || answersNotTaken({ ...known, ...rows }).length === 0) return rows
  }
}

/** What the service answered whole, to a copy that lived on, is what became of the action. */
function answersNotTaken(evidence: Known & Pick<Evidence, 'actions' | 'entries'>): string[] {
  const byNumber = new Map(evidence.received.map((each) => [each.delivery, each]))
  const intents = evidence.entries.filter(({ kind }) => kind === 'intent')
  const begun = new Map(intents.map(({ actionId, at }) => [actionId, at]))
  const isWhole = ({ number, trouble, moment, operation, actionId, at, answeredMs }: Delivery) => {
    const received = byNumber.get(number)
    if (!received || received.isCut || trouble !== null || moment !== null) return false
    const took = at + (answeredMs ?? Number.NaN) - (begun.get(actionId) ?? 0)
    if (!(took >= 0 && took <= inTimeMs)) return false // less than none: the clock was moved back meanwhile, so nobody knows
    return outcomeOf(received.fault ?? 'none', operation) !== 'unconfirmed'
  }
  const delivered = deliveriesOf(evidence)
  return evidence.actions.flatMap(({ actionId, state }) => {
    const [delivery] = delivered.get(actionId) ?? []
    if (state !== 'unconfirmed' || !delivery || !isWhole(delivery)) return []
    return [
      `A whole answer settles its action: ${actionId} was answered (${delivery.operation}, ${byNumber.get(delivery.number)?.fault ?? 'no fault'}) and is unconfirmed`,
    ]
  })
}

/** Of two orders alike, the one that a history shows must be told apart. */
function unmarkedOrders({ deliveries }: Evidence): string[] {
  return deliveries.flatMap(({ operation, body, actionId }) => {
    const mark = Object.values((body.metaData ?? {}) as Record<string, unknown>)
    if (operation !== 'createInitialOrder' || actionId === null || mark.includes(actionId)) return []
    return [`An order carries the id of its action: that of ${actionId} does not`]
  })
}

/** Anybody who knows the address can send an event, so by itself it proves nothing. */
function settledByEvents(evidence: Evidence): string[] {
  const isApplied = applied(evidence)
  return evidence.actions.flatMap(({ actionId, settledAs, settledHow }) =>
    settledHow === 'event' && (settledAs !== 'happened' || isApplied.get(actionId) !== true)
      ? [`What an event settles was applied: ${actionId} is settled as ${settledAs} and was not`]
      : [],
  )
}

/** An answer that comes too late would be taken for that to the next question. */
function mixedConnections({ mixed = [] }: Evidence): string[] {
  return mixed.map(({ asked, before }) => `A connection answers one question: ${asked} went out on one that had asked ${before}`)
}
