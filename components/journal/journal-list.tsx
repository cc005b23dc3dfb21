'use client'

import type { Action } from '@/lib/commands/action'
import { dayHeading, inZone } from '@/lib/core/dates'
import { groupBy } from '@/lib/core/group-by'
import type { EntryProps } from './journal-entry'
import { JournalEntry, JournalRow, journalColumns } from './journal-row'

type Props = Omit<EntryProps, 'action'> & {
  actions: readonly Action[]
  today: string
  unfolded: string | null
  onUnfold: (actionId: string | null) => void
}

/** The entries under the day they were sent on, in the viewer's zone. */
export function JournalList({ actions, today, unfolded, onUnfold, ...rest }: Props) {
  const days = groupBy(actions, ({ at }) => inZone(Date.parse(at), rest.zone).day)
  return (
    <>
      <div aria-hidden className={`${journalColumns} h-8 items-center border-b font-medium text-meta text-muted max-md:hidden`}>
        <span>{`When, ${zoneWord(rest.zone)}`}</span>
        <span>Who</span>
        <span>Action</span>
        <span>Buyer</span>
        <span>Change</span>
        <span className="max-lg:hidden">Ticket</span>
        <span>Outcome</span>
      </div>
      {[...days].map(([day, entries], index) => (
        <section key={day} aria-label={dayHeading(day)} className={index === 0 ? undefined : 'border-t'}>
          <h2 className="border-b bg-surface px-4 py-1.5 font-medium text-meta text-muted">
            {day === today && 'Today, '}
            {dayHeading(day)}
          </h2>
          <ul className="divide-y">
            {entries.map((action) => (
              <JournalRow
                key={action.actionId}
                action={action}
                context={rest.context}
                zone={rest.zone}
                isUnfolded={action.actionId === unfolded}
                onToggle={() => onUnfold(action.actionId === unfolded ? null : action.actionId)}
              >
                <JournalEntry {...rest} action={action} />
              </JournalRow>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

/** `CEST`, as of now. */
function zoneWord(zone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'short' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}
