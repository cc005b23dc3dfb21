import { useQueries } from '@tanstack/react-query'
import { Download, Printer, ShieldCheck } from 'lucide'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Icon } from '@/components/ui/icon'
import { onDemand } from '@/components/ui/late'
import type { ChargeFigures } from '@/lib/charges/charge-answers'
import { rowsAtOnce, rowsQuery } from '@/lib/charges/client/charge-queries'
import { formatFilterPeriod, statementPath } from '@/lib/charges/filter-period'
import { chargeParamsOf } from '@/lib/charges/order-filter'
import { maxOrders } from '@/lib/files/evidence'
import type { FilesOf } from './history-files'
import type { useChargeHistoryPage } from './use-charge-history-page'

const ExportDialog = onDemand(() => import('./export-dialog').then((file) => file.ExportDialog))
const EvidenceDialog = onDemand(() => import('./evidence-dialog').then((file) => file.EvidenceDialog))

type Props = Pick<FilesOf, 'merchant' | 'ticket'> & {
  of: ReturnType<typeof useChargeHistoryPage>['of']
  figures: ChargeFigures | undefined
}

/** On a phone all three share a line. */
const phoneSquare = 'max-sm:w-control max-sm:px-0!'

/** What can be taken out of the whole history, under the filter of the page. The button says of which days. */
export function ChargeFiles({ of: { filter, ...of }, figures, merchant, ticket }: Props) {
  const [opened, setOpened] = useState<'export' | 'evidence' | null>(null)
  const pieces = Array.from({ length: maxOrders / rowsAtOnce }, (_, piece) => rowsQuery({ ...of, filter }, piece))
  const answers = useQueries({ queries: pieces.map((query) => ({ ...query, enabled: opened === 'evidence' })) })
  const orders = answers.flatMap(({ data }) => data?.orders ?? [])
  const given = { merchant, ticket, filter, buyerId: of.buyerId, orders, found: figures?.sums.orders }
  const what = formatFilterPeriod(filter) ?? (Object.keys(chargeParamsOf(filter)).length > 0 ? 'filtered orders' : 'all dates')
  const close = () => setOpened(null)
  return (
    <span className="flex gap-2 max-sm:w-full print:hidden">
      <a
        href={statementPath(of.buyerId, filter, ticket)}
        target="_blank"
        rel="noopener noreferrer"
        className={`${buttonClass()} ${phoneSquare}`}
      >
        <Icon of={Printer} size={14} />
        <span className="max-sm:sr-only">Statement</span>
      </a>
      <Button onClick={() => setOpened('evidence')} className={phoneSquare}>
        <Icon of={ShieldCheck} size={14} />
        <span className="max-sm:sr-only">Evidence pack</span>
      </Button>
      <Button onClick={() => setOpened('export')} className="min-w-0 max-sm:order-first max-sm:flex-auto max-sm:px-2">
        <Icon of={Download} size={14} />
        <span className="truncate">Export {what}</span>
      </Button>
      {opened === 'export' && <ExportDialog of={given} onClose={close} />}
      {opened === 'evidence' && answers.every(({ isPending }) => !isPending) && <EvidenceDialog of={given} onClose={close} />}
    </span>
  )
}
