'use client'

import { Button } from '@/components/ui/button'
import { CardFoot } from '@/components/ui/card-foot'
import { Kbd } from '@/components/ui/kbd'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { ServiceProblem } from '@/lib/core/problem'
import { describeProblem } from '@/lib/core/problem-words'

type Props = { shown: number; isReading: boolean; onOlder: (() => void) | null }

export function JournalFoot({ shown, isReading, onOlder }: Props) {
  const entries = shown === 1 ? '1 entry' : `${shown.toLocaleString('en')} entries`
  return (
    <CardFoot className="flex-wrap border-t">
      <span className="tabular-nums">
        {onOlder === null && !isReading ? `${shown === 1 ? '' : 'All '}${entries}` : `The newest ${entries}`}
      </span>
      {(onOlder || isReading) && (
        <Button size="small" onClick={onOlder ?? undefined} aria-disabled={isReading}>
          {isReading ? 'Loading…' : 'Show older'}
        </Button>
      )}
      <span className="ml-auto flex items-center gap-1.5 max-sm:hidden">
        <Kbd>J</Kbd>
        <Kbd>K</Kbd>
        move
        <Kbd>⏎</Kbd>
        expand
      </span>
    </CardFoot>
  )
}

/** Why the journal couldn't be loaded. For an invalid filter in the address it says what is wrong. */
export function JournalProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { again, ...words } = describeProblem(error)
  const fields =
    error instanceof ServiceProblem ? error.problem.fields.map(({ field, title }) => `${field}: ${title}.`).join(' ') : ''
  if (fields !== '')
    return (
      <ProblemNotice
        {...words}
        title="Couldn’t apply this filter"
        detail={fields}
        advice="Choose another value or clear the filters."
      />
    )
  return <ProblemNotice {...words} title="Couldn’t load the journal" {...(again ? { onRetry } : {})} />
}
