import type { ReactNode } from 'react'
import { DataItem } from '@/components/ui/data-item'
import { DataList } from '@/components/ui/data-list'
import { Ident } from '@/components/ui/ident'
import type { Action } from '@/lib/commands/action'
import { exactTime, tookWords } from '@/lib/core/dates'
import type { JournalContext } from './journal-context'

type Props = { action: Action; context: JournalContext; zone: string; onShow: (actionId: string) => void }

/** Who, when, why, and which other entries belong to it. */
export function EntryFacts({ action, context, zone, onShow }: Props) {
  const { reason, comment } = (action.request.body ?? {}) as { reason?: unknown; comment?: unknown }
  const merchant = context.merchants.find(({ code }) => code === action.merchant)
  return (
    <DataList>
      {text('Reason', reason)}
      {text('Comment', comment)}
      <DataItem term="Sent">
        <span className="tabular-nums">
          {exactTime(Date.parse(action.at), zone)}
          {answeredWords(action)}
        </span>
      </DataItem>
      <DataItem term="By">{action.mine ? `${action.person}, you` : action.person}</DataItem>
      {text('Ticket', action.ticket)}
      <DataItem term="Merchant">{merchant?.name ?? action.merchant}</DataItem>
      {action.buyerId !== null && (
        <DataItem term="Buyer">
          <Ident value={action.buyerId} />
        </DataItem>
      )}
      <DataItem term="Action id">
        <Ident value={action.actionId} />
      </DataItem>
      {action.answer?.traceId != null && (
        <DataItem term="Trace">
          <Ident value={action.answer.traceId} />
        </DataItem>
      )}
      {action.undoes !== null && <DataItem term="Undoes">{link(action.undoes, onShow)}</DataItem>}
      {action.undoneBy !== null && <DataItem term="Undone by">{link(action.undoneBy, onShow)}</DataItem>}
    </DataList>
  )
}

const text = (term: string, value: unknown): ReactNode =>
  typeof value === 'string' && value !== '' ? <DataItem term={term}>{value}</DataItem> : null

const link = (actionId: string, onShow: (actionId: string) => void) => (
  <button
    type="button"
    onClick={() => onShow(actionId)}
    className="font-mono text-accent text-meta tracking-mono hover:underline max-sm:min-h-10"
  >
    {`the entry ${actionId.slice(0, 8)}…${actionId.slice(-4)}`}
  </button>
)

function answeredWords({ at, answeredAt, state }: Action): string {
  if (answeredAt === null) return ', not answered yet'
  const took = tookWords(at, answeredAt)
  return state === 'unconfirmed' ? `, no readable answer after ${took}` : `, answered after ${took}`
}
