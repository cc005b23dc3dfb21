import { deliveriesOf } from './applied'
import type { EntryRow, Evidence } from './evidence'
import type { Asking } from './reported-outcome'

/** Of whatever people wanted, each thing was sent once, one after the other, and only what may be sent at all. */
export function brokenIntentions(evidence: Evidence): string[] {
  return [...doubledIntentions(evidence), ...crossings(evidence), ...forbiddenDeliveries(evidence), ...settledTwice(evidence)]
}

/** How each action was asked for: by whoever asked first. */
function askings({ reported }: Pick<Evidence, 'reported'>): Map<string, Asking> {
  const found = new Map<string, Asking>()
  for (const { actionId, asked } of reported) if (!found.has(actionId)) found.set(actionId, asked)
  return found
}

const words = { act: 'command', 'send-again': 'send-again', undo: 'undo', approval: 'approval' }

/** An undo of one action, a send-again of one action, one approval: however many press, it leaves once, and again only after a refusal. */
function doubledIntentions(evidence: Evidence): string[] {
  const delivered = deliveriesOf(evidence)
  const states = new Map(evidence.actions.map(({ actionId, state, settledAs }) => [actionId, settledAs ?? state]))
  const asked = askings(evidence)
  const byIntention = new Map<string, string[]>()
  for (const [actionId, { way, of }] of asked) {
    if (way === 'act' || of === null || !delivered.has(actionId)) continue
    if (['refused', 'not-sent', 'did-not-happen'].includes(states.get(actionId) ?? '')) continue
    const intention = `${words[way]} of ${of}`
    byIntention.set(intention, [...(byIntention.get(intention) ?? []), actionId])
  }
  return [...byIntention]
    .filter(([, actionIds]) => actionIds.length > 1)
    .map(
      ([intention, actionIds]) => `At most one delivery for each intention: the ${intention} left as ${actionIds.join(' and ')}`,
    )
}

/**
 * In the order of the journal: nothing is begun on a target while something is under way there, or unsettled without being told of. What did nothing
 * takes nothing's place: the one before it counts.
 */
function crossings(evidence: Evidence): string[] {
  const asked = askings(evidence)
  const begun = new Map<string, string[]>()
  const last = new Map<string, EntryRow>()
  const didNothing = (id: string) => ['refused', 'not-sent', 'did-not-happen'].includes(last.get(id)?.state ?? '')
  return evidence.entries.flatMap((entry) => {
    const { kind, actionId, target } = entry
    if (actionId === null) return []
    const earlier = begun.get(target ?? '') ?? []
    const newest = kind === 'intent' ? (earlier.findLast((id) => !didNothing(id)) ?? null) : null
    const before = newest === null ? undefined : last.get(newest)
    if (kind === 'intent' && target) begun.set(target, [...earlier, actionId])
    if (kind === 'intent' || kind === 'settled' || kind.endsWith('outcome')) last.set(actionId, entry)
    if (!before || !target || target.startsWith('action:')) return []
    const here = `${actionId} was begun on ${target}`
    if (before.kind === 'intent') return [`One command at a time on a target: ${here} while ${before.actionId} was under way`]
    const { way, of, acknowledges } = asked.get(actionId) ?? {}
    const isOpen = before.kind === 'outcome' && before.state === 'unconfirmed'
    if (isOpen && acknowledges !== before.actionId && !(way === 'send-again' && of === before.actionId))
      return [`What is unsettled is acknowledged first: ${here} after ${before.actionId}`]
    if (!isOpen && acknowledges) return [`Only what is unsettled is acknowledged: ${here} after ${before.actionId} was known`]
    return outdated(asked.get(actionId), newest, here)
  })
}

/** Only that is sent again which nothing newer followed. What was refused, or settled as not applied, changed nothing and is not newer. */
function outdated(asked: Asking | undefined, newest: string | null, here: string): string[] {
  if (!asked || asked.of === null || asked.of === newest) return []
  if (asked.way === 'send-again') return [`Only the newest is sent again: ${here} for ${asked.of} after ${newest}`]
  return []
}

function forbiddenDeliveries(evidence: Evidence): string[] {
  const delivered = deliveriesOf(evidence)
  return evidence.reported.flatMap(({ actionId, asked: { mayNotBeSent } }) =>
    mayNotBeSent && delivered.has(actionId) ? [`What may not be sent is not sent: ${mayNotBeSent} (${actionId})`] : [],
  )
}

function settledTwice({ entries }: Evidence): string[] {
  const seen = new Map<string, string>()
  return entries.flatMap(({ actionId, kind, state }) => {
    if (actionId === null || (kind !== 'settled' && !kind.endsWith('outcome'))) return []
    const before = seen.get(actionId)
    const contradicts = kind === 'late-outcome' && before === 'settled' // then somebody settles it anew
    seen.set(actionId, kind === 'settled' ? 'settled' : contradicts ? 'contradicted' : (state ?? ''))
    return kind === 'settled' && before !== 'unconfirmed' && before !== 'contradicted'
      ? [`Only what is unconfirmed is settled, once: ${actionId} was ${before ?? 'not answered'}`]
      : []
  })
}
