import { useEffect, useRef, useState } from 'react'
import { copyLater } from '@/components/ui/use-copy'
import { begunActs, knownAfter, knownIfDone, type Outcomes } from '@/lib/playbooks/acts'
import type { ActResult } from '@/lib/playbooks/client/perform-act'
import { useActPreviews } from '@/lib/playbooks/client/use-act-previews'
import { useActs } from '@/lib/playbooks/client/use-acts'
import { answersOf, type Guide } from '@/lib/playbooks/guide'
import { type Act, isReply, type KnownOfTicket, type Question, type Reply } from '@/lib/playbooks/playbook'
import { playbooks } from '@/lib/playbooks/playbooks'
import type { GuideContext } from './guide-context'
import { describeAction } from './guide-question'
import type { GuideStepping } from './use-guide-step'
import type { GuideText } from './use-guide-text'

type Context = { guide: Guide; step: Question | Reply; context: GuideContext; stepping: GuideStepping; text: GuideText }

/** The last step of a ticket: its acts, what would become and what became of them, and the reply that this bears out. */
export function useLastStep({ guide, step, context, stepping, text }: Context) {
  const { known, buyerId, actionOf, sendersFor } = context
  const acts = isReply(step) ? step.acts : noActs
  const senders = sendersFor(guide.ticket)
  const begun = begunActs(guide.steps)
  const [copied, setCopied] = useState<Copied | null>(null)
  const { resultOf, sending, run } = useActs({
    ...senders,
    acts,
    begun,
    actionOf,
    refunds: known.refunds,
    keep: (act, actionId) => stepping.mutateAsync({ kind: 'acted', question: act.key, answer: actionId, words: actName(act) }),
  })
  const outcomes: Outcomes = new Map(acts.flatMap((act) => [[act.key, resultOf(act)] as const]).flatMap(withResult))
  const todo = acts.filter((act) => !ended(act, outcomes))
  const previews = useActPreviews({ ...senders, buyerId, acts: todo })
  const isBegun = outcomes.size > 0 || sending !== null
  const isRecorded = (id: string | undefined) => id !== undefined && actionOf(id) !== undefined
  const replyTo = (facts: KnownOfTicket) => replyOf(guide, facts)

  // What is known may be another by the time it's done, and so may the language: what is copied is what is then on screen.
  const textAfter = useRef<(results: Outcomes) => string | null>(() => null)
  useEffect(() => {
    textAfter.current = (results) => text.whole(replyTo(knownAfter(known, acts, results)).parts)
  })

  async function doAll(): Promise<void> {
    setCopied(null)
    const shown = new Map([...previews].flatMap(([key, { preview }]) => (preview ? [[key, preview] as const] : [])))
    const running = run(shown)
    const copying = running.then(
      (results) => textAfter.current(results ?? outcomes) ?? Promise.reject(new Error('Nothing to copy')),
    )
    const isCopied = await copyLater(copying)
    if (await running) setCopied(isCopied ? { text: await copying } : 'failed')
  }

  return {
    acts,
    todo,
    /** What isn't confirmed and is on record, so that it has to be settled before anything goes on. */
    stuck: todo.find(({ key }) => outcomes.get(key)?.kind === 'unconfirmed' && isRecorded(begun.get(key)?.actionId)),
    resultOf,
    sending,
    previews,
    outcomes,
    isBegun,
    copied,
    doAll,
    /** What the reply says: what is so, and before anything was begun what will be so. */
    reply: isReply(step) ? replyTo(isBegun ? knownAfter(known, acts, outcomes) : knownIfDone(known, acts)) : null,
  }
}

/** What the guide comes to where these are the facts. */
function replyOf({ playbook, steps }: Guide, facts: KnownOfTicket): Reply {
  const reply = playbooks[playbook](facts, new Map(answersOf(steps).map(({ question, answer }) => [question, answer])))
  return isReply(reply) ? reply : noReply
}

/** The text that was copied, or that the browser refused to copy it. */
type Copied = { text: string } | 'failed'

export type LastStep = ReturnType<typeof useLastStep>

const noActs: readonly Act[] = []
const noReply: Reply = { parts: [], gaps: [], acts: [] }

const withResult = ([key, result]: readonly [string, ActResult | null]) => (result ? [[key, result] as const] : [])

function ended({ key, nothing }: Act, outcomes: Outcomes): boolean {
  const kind = outcomes.get(key)?.kind
  return kind === 'done' || kind === 'differs' || kind === 'asked' || (kind === undefined && nothing !== null)
}

/** `Turn off autocharge`, `Request refund of 42.84 EUR`. */
export const actName = (act: Act): string =>
  act.kind === 'refund' ? `${describeAction(act)} of ${act.amount} ${act.currency}` : describeAction(act)
