'use client'

import { useQueryClient } from '@tanstack/react-query'
import { TellCustomer } from '@/components/replies/reply-text'
import { Badge } from '@/components/ui/badge'
import { BeforeAfter } from '@/components/ui/before-after'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { useClock } from '@/components/ui/use-clock'
import type { Action } from '@/lib/commands/action'
import { answerDenies, answerShows, deniedAdvice, describeDone, whatToTell } from '@/lib/commands/action-words'
import type { Answered } from '@/lib/commands/client/command-outcome'
import { formatElapsed, inZone } from '@/lib/core/dates'
import { isObject } from '@/lib/core/json'
import type { EffectRow } from '@/lib/operations/effects/effect'
import { columnOf } from '@/lib/operations/effects/rows'
import { actionKey } from '@/lib/operations/query-keys'

type Props = {
  action: Action
  /** The answer itself, where this dialog has sent it. */
  answered: Answered | null
  zone: string
}

/** It was done: what was observed beside what was foreseen, and what to tell the customer. */
export function DoneBody({ action, answered, zone }: Props) {
  const rows = action.effect?.rows ?? []
  const answer = isObject(answered?.answer) && isObject(answered.answer.data) ? answered.answer.data : null
  const { now } = useClock(Date.now())
  const told = answered?.answer ?? action.answer?.body
  const reply = whatToTell(action, told, { zone, now })
  const isDenied = answerDenies(action, told)
  const lookAgain = useLookAgain(action)
  // Some commands are answered with nothing, or with an id alone (service-interface, Endpoints).
  const isSilent = answered !== null && !rows.some(({ field }) => answer !== null && field in answer)
  return (
    <>
      <OutcomeNotice kind={isDenied || action.since !== null ? 'deferred' : 'settled'} title={titleOf(action, isDenied, zone)}>
        {isDenied && <p>{deniedAdvice}</p>}
        {action.since !== null && <p>{action.since} Look at the buyer before you tell the customer.</p>}
        <p>
          <AnsweredText action={action} /> Recorded in the journal.
          {answered?.replayed && ' An earlier try did this. Nothing was sent again.'}
          {action.undoes && ' This undid an earlier action.'}
        </p>
      </OutcomeNotice>
      {rows.length > 0 && (
        <BeforeAfter
          caption="What has changed"
          before="Before"
          after={isSilent ? 'After' : 'Service’s answer'}
          rows={rows.map((row) => ({
            field: row.field,
            label: row.label,
            changes: row.changes,
            before: row.before ?? <span className="text-muted">unknown</span>,
            after: <Observed row={row} action={action} answer={answer} />,
          }))}
        />
      )}
      {isSilent && (
        <p className="text-meta text-muted">The service confirmed this without details, so the table shows what was requested.</p>
      )}
      {reply && <TellCustomer parts={reply} onNearCopy={lookAgain} />}
    </>
  )
}

const freshMs = 1_000

/** Looks at an action again before its reply is copied, for somebody may have changed since what it tells. */
function useLookAgain({ actionId }: Action): () => void {
  const queryClient = useQueryClient()
  return () =>
    void queryClient.refetchQueries(
      { queryKey: actionKey(actionId), predicate: ({ state }) => state.dataUpdatedAt < Date.now() - freshMs },
      { cancelRefetch: false },
    )
}

/** What is true after it, unless the answer or something since says otherwise. */
function titleOf(action: Action, isDenied: boolean, zone: string): string {
  if (isDenied) return `${action.words}: the answer shows otherwise`
  return action.since === null && action.undoneBy === null ? describeDone(action, zone) : `${action.words}: done`
}

/** As observed; where that is not as foreseen, it says so. */
function Observed({ row, action, answer }: { row: EffectRow; action: Action; answer: Record<string, unknown> | null }) {
  const difference = action.differences.find(({ field }) => field === row.field)
  if (difference) {
    return (
      <>
        {difference.observed ?? 'not given'} <Badge kind="deferred">expected {difference.predicted ?? 'unknown'}</Badge>
      </>
    )
  }
  if (row.expects === null) {
    const seen = answer && columnOf(row.field)?.words(answer[row.field], action.effect?.zone ?? 'UTC')
    return seen ?? row.after ?? <span className="font-normal text-muted">not given</span>
  }
  const isTold = answerShows({ data: answer }, row.field)
  return (
    <>
      {row.after}{' '}
      {row.changes && answer !== null && (
        <span className="font-normal text-meta text-muted">{isTold ? 'as expected' : 'not in the answer'}</span>
      )}
    </>
  )
}

function AnsweredText({ action: { at, answeredAt } }: { action: Action }) {
  const { zone } = useClock(Date.now())
  if (answeredAt === null) return null
  return (
    <span className="tabular-nums">
      Answered at {inZone(Date.parse(answeredAt), zone).time}, after {formatElapsed(at, answeredAt)}.
    </span>
  )
}
