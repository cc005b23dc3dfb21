import { applied } from './applied'
import type { Evidence } from './evidence'
import { brokenIncidents } from './incidents'
import { brokenIntentions } from './intentions'
import { withoutSecondPerson } from './second-persons'
import { wrongStates } from './target-states'
import { untruths } from './truths'
import type { Delivery } from './witness'

/** What must hold whatever went wrong. Each sentence names the promise, and what broke it. */
export function violations(evidence: Evidence): string[] {
  return [
    ...withoutIntent(evidence),
    ...receivedTwice(evidence),
    ...untrueOutcomes(evidence),
    ...endings(evidence),
    ...untrueAnswers(evidence),
    ...wrongStates(evidence),
    ...brokenIntentions(evidence),
    ...brokenIncidents(evidence),
    ...untruths(evidence),
    ...withoutSecondPerson(evidence),
    ...refusedJournals(evidence),
    ...(evidence.verdict === '' ? [] : [`The journal is whole: ${evidence.verdict}`]),
    ...evidence.found.map((where) => `No planted secret and no unmasked personal value is shown: ${where}`),
    ...evidence.broken,
    ...evidence.unforeseen.map((what) => `No fault brings an answer nobody foresaw: ${what}`),
  ]
}

/** Nobody has touched the journal by then, so no copy may think that somebody has. */
function refusedJournals({ reported }: Evidence): string[] {
  const refused = reported.filter(({ code }) => code === 'journal_broken')
  return refused.length === 0 ? [] : [`A journal that nobody touched is extended: it was refused ${refused.length} times`]
}

/**
 * Nothing on the wire tells two deliveries of the very same request apart, and the one that was sent first may arrive last. So what holds with
 * one of them counted for the other's action isn't broken.
 */
export function withLikelyPairs(evidence: Evidence): Evidence {
  let [likely, least] = [evidence, violations(evidence).length]
  for (const one of evidence.deliveries)
    for (const other of evidence.deliveries) {
      if (least === 0 || one.number >= other.number || !areAlike(one, other)) continue
      const exchanged = new Map([
        [one.number, other.actionId],
        [other.number, one.actionId],
      ])
      const deliveries = likely.deliveries.map((each) => ({ ...each, actionId: exchanged.get(each.number) ?? each.actionId }))
      const found = violations({ ...evidence, deliveries }).length
      if (found < least) [likely, least] = [{ ...evidence, deliveries }, found]
    }
  return likely
}

const areAlike = (one: Delivery, other: Delivery): boolean =>
  one.actionId !== null &&
  other.actionId !== null &&
  one.fits?.includes(other.actionId) === true &&
  other.fits?.includes(one.actionId) === true

const idOfAction = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g

/** What did not hold, and below it all that is known of the actions that it names: a seed seldom comes out the same twice. */
export function explained(seen: Evidence): string[] {
  const evidence = withLikelyPairs(seen)
  const broken = violations(evidence)
  const named = [...new Set(broken.flatMap((sentence) => sentence.match(idOfAction) ?? []))]
  const trail = named.flatMap((id) =>
    [
      ...evidence.entries.flatMap(({ actionId, ...entry }) => (actionId === id ? [['entry', entry] as const] : [])),
      ...evidence.deliveries.flatMap(({ actionId, body: _, ...rest }) => (actionId === id ? [['delivery', rest] as const] : [])),
      ...evidence.reported.flatMap(({ actionId, ...rest }) => (actionId === id ? [['told', rest] as const] : [])),
    ].map(([what, of]) => `  ${id.slice(0, 8)} ${what} ${JSON.stringify(of)}`),
  )
  const strays = evidence.deliveries.flatMap((delivery) =>
    delivery.actionId === null ? [`  delivery ${delivery.number} ${JSON.stringify({ ...delivery, body: undefined })}`] : [],
  )
  return [...broken, ...trail, ...strays]
}

function withoutIntent({ received, deliveries }: Evidence): string[] {
  const known = new Map(deliveries.map((delivery) => [delivery.number, delivery.actionId]))
  return received
    .filter(({ delivery }) => delivery === null || (known.get(delivery) ?? null) === null)
    .map(
      ({ operation, delivery }) =>
        `Every command received has exactly one earlier committed intent: ${operation}, delivery ${delivery}, has none`,
    )
}

function receivedTwice({ deliveries }: Evidence): string[] {
  const ids = deliveries.flatMap(({ actionId }) => (actionId === null ? [] : [actionId]))
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))].map(
    (id) => `At most one delivery for each action id: ${id} was delivered twice`,
  )
}

function untrueOutcomes(evidence: Evidence): string[] {
  const isApplied = applied(evidence)
  return evidence.actions.flatMap(({ actionId, state }) => {
    const really = isApplied.get(actionId) ?? null
    if (state === 'done' && really !== true) return [`Done means applied: ${actionId} was ${describe(really)}`]
    if ((state === 'refused' || state === 'not-sent') && really === true)
      return [`Refused and not-sent mean not applied: ${actionId} is ${state} and was applied`]
    return []
  })
}

const describe = (isApplied: boolean | null) => (isApplied === null ? 'never received' : 'received and not applied')

const whole = new Set(['intent outcome', 'intent outcome late-outcome'])

function endings({ actions, entries }: Evidence): string[] {
  const kinds = new Map<string, string[]>(actions.map(({ actionId }) => [actionId, []]))
  for (const { actionId, kind } of entries)
    if (actionId !== null && (kind === 'intent' || kind.endsWith('outcome')))
      kinds.set(actionId, [...(kinds.get(actionId) ?? []), kind])
  const open = actions.filter(({ state }) => state === 'sent').map(({ actionId }) => actionId)
  return [
    ...open.map((id) => `Every intent has exactly one final outcome after a restart: ${id} is still open`),
    ...[...kinds]
      .filter(([id, found]) => !whole.has(found.join(' ')) && !open.includes(id))
      .map(([id, found]) => `Every intent has exactly one final outcome after a restart: ${id} has “${found.join(' ')}”`),
  ]
}

/** What a person was told stays true: only `unconfirmed` may turn into something else later, into `not-sent` where it never got out. */
function untrueAnswers({ reported, actions }: Evidence): string[] {
  const states = new Map(actions.map(({ actionId, state }) => [actionId, state]))
  return reported.flatMap(({ actionId, outcome, isReplayed }) => {
    const state = states.get(actionId)
    if (outcome === 'done' || outcome === 'refused')
      return state === outcome
        ? []
        : [`What is told is what is written: ${actionId} was told ${outcome}, it is ${state ?? 'nothing'}`]
    if (outcome === 'unconfirmed' && state === undefined)
      return [`What is told is what is written: ${actionId} was told unconfirmed, it is nothing`]
    if (outcome === 'not-sent' && isReplayed && state !== 'not-sent')
      return [`What is told is what is written: ${actionId} was told not-sent again, it is ${state ?? 'nothing'}`]
    return []
  })
}
