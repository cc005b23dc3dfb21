import type { ReactNode } from 'react'
import { DataItem } from '@/components/ui/data-item'
import { DataList } from '@/components/ui/data-list'
import { Ident } from '@/components/ui/ident'
import type { Action } from '@/lib/commands/action'
import type { JournalContext } from './journal-context'

type Props = { action: Action; context: JournalContext; onShow: (actionId: string) => void }

/** Why, for which account, the ids to copy, and which other entries belong to it. */
export function EntryFacts({ action, context, onShow }: Props) {
  const { reason, comment } = (action.request.body ?? {}) as { reason?: unknown; comment?: unknown }
  const merchant = context.merchants.find(({ code }) => code === action.merchant)
  return (
    <DataList two>
      {text('Reason', reason)}
      {text('Comment', comment)}
      {text('Ticket', action.ticket)}
      {action.mine && <DataItem term="By">{`${action.person}, you`}</DataItem>}
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
