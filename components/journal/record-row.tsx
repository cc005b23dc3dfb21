import { ChevronRight } from 'lucide-react'
import { DataItem } from '@/components/ui/data-item'
import { DataList } from '@/components/ui/data-list'
import { Icon } from '@/components/ui/icon'
import { exactTime, inZone } from '@/lib/dates'
import type { JournalRecord } from '@/lib/journal-record'
import { BuyerLink } from './buyer-link'
import type { JournalDesk } from './journal-desk'

type Props = { record: JournalRecord; desk: JournalDesk; zone: string }

/** One entry in a line, which folds open to its particulars as they were written. */
export function RecordRow({ record, desk, zone }: Props) {
  const merchant = desk.merchants.find(({ code }) => code === record.merchant)?.name ?? record.merchant
  return (
    <li>
      <details className="group">
        <summary
          data-record
          className="grid cursor-pointer list-none grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 text-table hover:bg-hover focus-visible:-outline-offset-2 max-md:py-2 md:min-h-8.5 md:grid-cols-[1rem_4.5rem_9rem_minmax(0,1fr)_6rem] [&::-webkit-details-marker]:hidden"
        >
          <Icon of={ChevronRight} size={14} className="text-muted transition-transform group-open:rotate-90" />
          <span className="tabular-nums max-md:order-3 max-md:text-muted">{inZone(Date.parse(record.at), zone).time}</span>
          <span className="truncate max-md:order-4 max-md:col-start-2 max-md:text-muted">{record.person}</span>
          <span className="min-w-0 max-md:order-2 md:truncate">
            <b className="font-medium">{record.words}</b>
            <span className="ml-2 text-muted max-md:hidden">{gistOf(record)}</span>
          </span>
          <span className="truncate text-ink-2 max-md:order-5 max-md:text-right">{record.ticket}</span>
        </summary>
        <DataList className="bg-surface px-4 pt-1 pb-4 md:pl-11">
          <DataItem term="Written">{exactTime(Date.parse(record.at), zone)}</DataItem>
          <DataItem term="Entry">{record.seq}</DataItem>
          {merchant !== '' && <DataItem term="Merchant">{merchant}</DataItem>}
          {record.buyerId !== null && (
            <DataItem term="Buyer">
              <BuyerLink buyerId={record.buyerId} merchant={record.merchant} desk={desk} />
            </DataItem>
          )}
          {record.details.map(([name, value]) => (
            <DataItem key={name} term={name.charAt(0).toUpperCase() + name.slice(1)}>
              {value}
            </DataItem>
          ))}
        </DataList>
      </details>
    </li>
  )
}

/** What of an entry fits beside its words. */
const gistOf = ({ details }: JournalRecord) =>
  details
    .slice(0, 3)
    .map(([name, value]) => `${name}: ${value}`)
    .join(' · ')
