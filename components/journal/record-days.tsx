import { cn } from '@/lib/cn'
import { dayHeading, inZone } from '@/lib/dates'
import { groupBy } from '@/lib/group-by'
import type { JournalRecord } from '@/lib/journal-record'
import type { JournalDesk } from './journal-desk'
import { RecordRow } from './record-row'

type Props = { records: readonly JournalRecord[]; desk: JournalDesk; zone: string; now: number }

/** The entries under the day they were written on, in the viewer's zone. */
export function RecordDays({ records, desk, zone, now }: Props) {
  const today = inZone(now, zone).day
  return [...groupBy(records, ({ at }) => inZone(Date.parse(at), zone).day)].map(([day, entries], index) => (
    <section key={day} aria-label={dayHeading(day)} className={index === 0 ? undefined : 'border-t'}>
      <h2 className={cn('border-b bg-surface px-4 py-1.5 font-medium text-meta text-muted', index === 0 && 'rounded-t-card')}>
        {day === today && 'Today, '}
        {dayHeading(day)}
      </h2>
      <ul className="divide-y">
        {entries.map((record) => (
          <RecordRow key={record.seq} record={record} desk={desk} zone={zone} />
        ))}
      </ul>
    </section>
  ))
}
