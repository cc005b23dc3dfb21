import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { State } from '@/components/ui/state'
import { Tip } from '@/components/ui/tip'
import type { Clock } from '@/components/ui/use-clock'
import { cn } from '@/lib/core/cn'
import { formatDay, inZone, serviceTime } from '@/lib/core/dates'
import type { Stamp } from '@/lib/knowledge/known'
import { describeStamp } from '@/lib/knowledge/stamp-words'
import type { Token } from '@/lib/operations/schemas/tokens'

type Props = {
  token: Token
  stamp: Stamp | undefined
  clock: Clock
  /** Day of the newest charge of the history, in service time. */
  chargedOn: string | null
  /** It may be on or off. */
  isUnconfirmed: boolean
  verb: ReactNode
}

/** A token with its state, which tells how old it is on hover and focus, and that a charge is newer. */
export function TokenRow({ token, stamp, clock, chargedOn, isUnconfirmed, verb }: Props) {
  const { id, provider, mid, isEnabled, successfullyUsedAt } = token
  const used = serviceTime(successfullyUsedAt)
  const isAged = stamp && chargedOn !== null && chargedOn > inZone(Date.parse(stamp.at), clock.zone).day
  return (
    <li
      className={cn(
        'grid grid-cols-[4.25rem_minmax(0,1fr)_auto_auto] items-center gap-x-2.5 py-1.5 text-table max-sm:grid-cols-[4.25rem_minmax(0,1fr)_auto]',
        isUnconfirmed && '-mx-4 bg-hatch-wide px-4',
      )}
    >
      <span className="font-mono text-ink-2 text-meta tracking-mono">{id ?? '–'}</span>
      <span className="wrap-anywhere">{provider ?? '–'}</span>
      {isUnconfirmed ? (
        <Badge kind="unconfirmed">unconfirmed</Badge>
      ) : stamp ? (
        <Tip text={describeStamp(stamp, clock)} align="end">
          <OnOff isEnabled={isEnabled} />
          {stamp.typed && <span className="block text-meta text-muted">typed</span>}
        </Tip>
      ) : (
        <OnOff isEnabled={isEnabled} />
      )}
      {verb && (
        <span className="row-span-2 self-center max-sm:order-last max-sm:col-span-3 max-sm:row-span-1 max-sm:mt-1.5">{verb}</span>
      )}
      <span className="col-span-3 text-meta text-muted tabular-nums wrap-anywhere">
        {isAged && (
          <span className="block text-deferred">{`A charge on ${formatDay(chargedOn)} is newer than this. Refresh before you rely on it.`}</span>
        )}
        {[mid, used ? `last used ${formatDay(used.day)}` : token.createdAt && 'never used'].filter(Boolean).join(' · ')}
      </span>
    </li>
  )
}

function OnOff({ isEnabled }: Pick<Token, 'isEnabled'>) {
  if (isEnabled === null) return <State kind="neutral">unknown</State>
  return <State kind={isEnabled ? 'settled' : 'neutral'}>{isEnabled ? 'on' : 'off'}</State>
}
