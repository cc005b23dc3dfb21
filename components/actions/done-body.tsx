'use client'

import { Badge } from '@/components/ui/badge'
import { BeforeAfter } from '@/components/ui/before-after'
import { CopyButton } from '@/components/ui/copy-button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { useClock } from '@/components/ui/use-clock'
import type { Action } from '@/lib/action'
import { customerWords, doneWords } from '@/lib/action-words'
import type { Answered } from '@/lib/client/commands/command-outcome'
import { inZone, tookWords } from '@/lib/dates'
import { columnOf } from '@/lib/operations/effects/columns'
import type { EffectRow } from '@/lib/operations/effects/effect'
import { isObject } from '@/lib/operations/schemas/tolerant'

type Props = {
  action: Action
  /** The answer itself, where this dialog has sent it. */
  answered: Answered | null
  zone: string
}

/** It was done: what was observed beside what was foreseen, and what to tell the customer. */
export function DoneBody({ action, answered, zone }: Props) {
  const rows = action.effect?.rows ?? []
  const told = isObject(answered?.answer) && isObject(answered.answer.data) ? answered.answer.data : null
  const words = customerWords(action, answered?.answer, zone)
  // Some commands are answered with nothing, or with an id alone (service-interface, Endpoints).
  const isSilent = answered !== null && !rows.some(({ field }) => told !== null && field in told)
  return (
    <>
      <OutcomeNotice kind="settled" title={doneWords(action, zone)}>
        <p>
          <AnsweredWords action={action} /> Written to the journal.
          {answered?.replayed && ' It was done by an earlier try; nothing was sent a second time.'}
          {action.undoes && ' This took an earlier action back.'}
        </p>
      </OutcomeNotice>
      {rows.length > 0 && (
        <BeforeAfter
          caption="What has changed"
          before="Before"
          after={isSilent ? 'After' : 'Observed'}
          rows={rows.map((row) => ({
            field: row.field,
            label: row.label,
            changes: row.changes,
            before: row.before ?? <span className="text-muted">not known</span>,
            after: <Observed row={row} action={action} told={told} />,
          }))}
        />
      )}
      {isSilent && (
        <p className="text-meta text-muted">The service confirms this without details: the table says what was asked.</p>
      )}
      {words && (
        <section aria-labelledby="what-to-tell">
          <h3 id="what-to-tell" className="mb-1.5 font-medium text-table">
            What to tell the customer
          </h3>
          <div className="flex items-start gap-3">
            <p className="min-w-0 flex-auto text-table">{words}</p>
            <CopyButton text={words} variant="default" size="small" />
          </div>
        </section>
      )}
    </>
  )
}

/** As observed; where that is not as foreseen, it says so. */
function Observed({ row, action, told }: { row: EffectRow; action: Action; told: Record<string, unknown> | null }) {
  const difference = action.differences.find(({ field }) => field === row.field)
  if (difference) {
    return (
      <>
        {difference.observed ?? 'not told'} <Badge kind="deferred">not as expected: {difference.predicted ?? 'not known'}</Badge>
      </>
    )
  }
  if (row.expects === null) {
    const seen = told && columnOf(row.field)?.words(told[row.field], action.effect?.zone ?? 'UTC')
    return seen ?? row.after ?? <span className="font-normal text-muted">not told</span>
  }
  return (
    <>
      {row.after} {row.changes && told !== null && <span className="font-normal text-meta text-muted">as expected</span>}
    </>
  )
}

function AnsweredWords({ action: { at, answeredAt } }: { action: Action }) {
  const { zone } = useClock(Date.now())
  if (answeredAt === null) return null
  return (
    <span className="tabular-nums">
      Answered {inZone(Date.parse(answeredAt), zone).time}, after {tookWords(at, answeredAt)}.
    </span>
  )
}
