import { Link2, ShieldAlert } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { Ident } from '@/components/ui/ident'
import { formatDay, inZone } from '@/lib/core/dates'
import type { ChainPlace } from '@/lib/core/verdict'

const number = new Intl.NumberFormat('en')

/** Where the entry is in the chain: its number, the one before it, and the checkpoint that vouches for both. */
export function EntryPlace({ place, zone }: { place: ChainPlace; zone: string }) {
  const { hash, previous, isUnbroken, checkpoint } = place
  const [last = 0, ...others] = place.entries.toReversed()
  const follows = last === 1 ? 'is the first' : `follows ${number.format(last - 1)}`
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-table">
      <span className="flex items-center gap-2 tabular-nums">
        <Icon of={isUnbroken ? Link2 : ShieldAlert} className={isUnbroken ? 'text-settled' : 'text-danger'} />
        <span className={isUnbroken ? undefined : 'text-danger'}>
          <b className="font-semibold">{`Entry ${number.format(last)}`}</b>{' '}
          {isUnbroken ? `${follows}, unbroken` : 'doesn’t match what was written'}
        </span>
        {others.length > 0 && (
          <span className="text-muted">{`also ${others.length === 1 ? 'entry' : 'entries'} ${others.toReversed().map(number.format).join(', ')}`}</span>
        )}
      </span>
      <span className="flex items-center gap-1 max-sm:hidden">
        <Ident value={hash} head={4} />
        {previous !== null && (
          <>
            <span className="text-muted">←</span> <Ident value={previous} head={4} />
          </>
        )}
      </span>
      <span className="text-meta text-muted tabular-nums">
        {checkpoint
          ? `checkpoint at ${number.format(checkpoint.seq)}, signed ${signedAt(checkpoint.at, zone)}`
          : 'no checkpoint since'}
      </span>
    </div>
  )
}

function signedAt(at: string, zone: string): string {
  const { day, time } = inZone(Date.parse(at), zone)
  return `${formatDay(day)}, ${time.slice(0, 5)}`
}
