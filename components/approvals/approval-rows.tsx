import { Fragment } from 'react'
import { Badge } from '@/components/ui/badge'
import { NewerRow, type Since } from '@/components/ui/newer-line'
import { PickCell, type PickHead, PickName, PickRow, PickTable } from '@/components/ui/pick-table'
import { relativeTime } from '@/components/ui/relative-time'
import { State } from '@/components/ui/state'
import { useNow } from '@/components/ui/use-now'
import { type Approval, type ApprovalAbout, type ApprovalsList, chargeOf } from '@/lib/commands/approval'
import { cn } from '@/lib/core/cn'

const grid = cn(
  'grid items-center gap-x-3 gap-y-0.5 px-4 grid-cols-[minmax(0,1fr)_auto]',
  'sm:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)_8.5rem] lg:grid-cols-[minmax(7.125rem,0.95fr)_minmax(0,1.2fr)_minmax(0,1.1fr)_minmax(0,0.95fr)_8.5rem_7rem]',
)

type Props = Pick<ApprovalsList, 'approvals' | 'about'> & {
  /** Of a list that a number opened: how many of the requests came later. They're the first. */
  since?: Since | undefined
  label: string
  selected: string | null
  onSelect: (id: string) => void
}

const heads: PickHead[] = [
  { label: 'Request' },
  { label: 'Buyer' },
  { label: 'Product', className: 'max-lg:hidden' },
  { label: 'Asked by', className: 'max-lg:hidden' },
  { label: 'State' },
  { label: 'Charge', className: 'text-right max-lg:hidden' },
]

/** Requests, a row each: what, for whom, who asked and when, how much time is left, what it would charge. */
export const ApprovalRows = ({ label, approvals, about, since, selected, onSelect }: Props) => (
  <PickTable label={label} heads={heads} grid={grid}>
    {approvals.map((approval, place) => (
      <Fragment key={approval.id}>
        {since?.count === place && <NewerRow since={since} />}
        <Row
          approval={approval}
          about={about[approval.id]}
          isSelected={approval.id === selected}
          onSelect={() => onSelect(approval.id)}
        />
      </Fragment>
    ))}
    {since?.count === approvals.length && <NewerRow since={since} />}
  </PickTable>
)

type RowProps = { approval: Approval; about: ApprovalAbout | undefined; isSelected: boolean; onSelect: () => void }

function Row({ approval, about, isSelected, onSelect }: RowProps) {
  const now = useNow()
  const asked = now === undefined ? '' : relativeTime(Date.parse(approval.askedAt), now)
  return (
    <PickRow isPicked={isSelected} grid={grid}>
      <PickName row={approval.id} isPicked={isSelected} onPick={onSelect}>
        {approval.words}
      </PickName>
      <PickCell className="truncate max-sm:order-3">{requestBuyer(approval, about)}</PickCell>
      <PickCell className="line-clamp-2 text-ink-2 leading-4 max-lg:hidden">{about?.product}</PickCell>
      <PickCell className="text-ink-2 max-sm:order-4 max-sm:truncate max-sm:text-right max-sm:text-meta sm:line-clamp-2 sm:leading-4 sm:max-lg:hidden">
        {approval.mine ? 'you' : approval.person}
        {asked && (
          <>
            , <span className="whitespace-nowrap">{asked}</span>
          </>
        )}
      </PickCell>
      <PickCell className="max-sm:order-2 max-sm:justify-self-end">
        <ApprovalStateWord approval={approval} className="sm:whitespace-normal sm:leading-4" />
      </PickCell>
      <PickCell className="truncate text-right text-ink-2 tabular-nums max-lg:hidden">{chargeOf(approval, about)}</PickCell>
    </PickRow>
  )
}

/** Whom a request is about: the masked e-mail or name, or the end of the id. */
export function requestBuyer({ buyerId }: Pick<Approval, 'buyerId'>, about: ApprovalAbout | undefined): string {
  if (buyerId === null) return 'No buyer yet'
  return about?.buyer ?? `buyer …${buyerId.slice(-4)}`
}

const soonMs = 10 * 60_000

/** How much time is left, amber when it is little; afterwards how it ended. */
export function ApprovalStateWord({ approval, className }: { approval: Approval; className?: string }) {
  const { state, expiresAt, decidedBy } = approval
  const now = useNow()
  switch (state) {
    case 'waiting': {
      const lapses = Date.parse(expiresAt)
      if (now === undefined) return null
      return <Badge kind={lapses - now < soonMs ? 'deferred' : 'neutral'}>{`expires ${relativeTime(lapses, now)}`}</Badge>
    }
    case 'approved':
    case 'declined':
      return (
        <State kind={state === 'approved' ? 'settled' : 'declined'} className={className}>
          {decidedBy === null ? state : `${state} by ${decidedBy}`}
        </State>
      )
    case 'voided':
      return <State kind="neutral">not sent</State>
    case 'expired':
      return <State kind="neutral">expired</State>
  }
}
