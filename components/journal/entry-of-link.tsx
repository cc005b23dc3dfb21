'use client'

import { useQuery } from '@tanstack/react-query'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { actionQuery } from '@/lib/commands/client/journal-query'
import { describeProblem } from '@/lib/core/problem-words'
import type { EntryProps } from './journal-entry'
import { JournalEntry, JournalRow } from './journal-row'

type Props = Omit<EntryProps, 'action'> & { actionId: string; onClose: () => void }

/** The entry an address names and the list does not hold: it stands above the list, unfolded. */
export function EntryOfLink({ actionId, onClose, ...rest }: Props) {
  const entry = useQuery(actionQuery(actionId))
  return (
    <Card id="entry-of-link" tabIndex={-1} aria-label="Linked entry" className="mb-4">
      {entry.data ? (
        <ul>
          <JournalRow action={entry.data} context={rest.context} zone={rest.zone} isUnfolded onToggle={onClose}>
            <JournalEntry {...rest} action={entry.data} />
          </JournalRow>
        </ul>
      ) : entry.error ? (
        <CardBody>
          <EntryProblem error={entry.error} onRetry={() => void entry.refetch()} />
        </CardBody>
      ) : (
        <SkeletonRows rows={1} />
      )}
    </Card>
  )
}

function EntryProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { again, ...words } = describeProblem(error)
  if (again) return <ProblemNotice {...words} title="Couldn’t open this entry" onRetry={onRetry} />
  return <ProblemNotice {...words} title="Couldn’t open this entry" advice="Check that you copied the whole link." />
}
