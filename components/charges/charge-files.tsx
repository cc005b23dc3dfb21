import { useQueries } from '@tanstack/react-query'
import { Download } from 'lucide'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Icon } from '@/components/ui/icon'
import { rowsAtOnce, rowsQuery } from '@/lib/charges/client/charge-queries'
import { maxOrders } from '@/lib/files/evidence'
import type { FilesOf } from './history-files'
import type { useChargeHistoryPage } from './use-charge-history-page'

const ExportDialog = dynamic(() => import('./export-dialog').then((loaded) => loaded.ExportDialog), { ssr: false })
const EvidenceDialog = dynamic(() => import('./evidence-dialog').then((loaded) => loaded.EvidenceDialog), { ssr: false })

type Props = Pick<FilesOf, 'merchant' | 'ticket'> & { of: ReturnType<typeof useChargeHistoryPage>['of'] }

/** What can be taken out of the whole history, under the filter of the page. */
export function ChargeFiles({ of: { filter, ...of }, merchant, ticket }: Props) {
  const [opened, setOpened] = useState<'export' | 'evidence' | null>(null)
  const pieces = Array.from({ length: maxOrders / rowsAtOnce }, (_, piece) => rowsQuery({ ...of, filter }, piece))
  const answers = useQueries({ queries: pieces.map((query) => ({ ...query, enabled: opened === 'evidence' })) })
  const given = { merchant, ticket, filter, buyerId: of.buyerId, orders: answers.flatMap(({ data }) => data?.orders ?? []) }
  const close = () => setOpened(null)
  return (
    <span className="flex flex-wrap gap-1 print:hidden">
      <Button size="small" onClick={() => setOpened('export')}>
        <Icon of={Download} size={14} />
        Export CSV
      </Button>
      <Button size="small" onClick={() => setOpened('evidence')}>
        Evidence pack
      </Button>
      <a
        href={`/buyers/${of.buyerId}/statement`}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass({ size: 'small' })}
      >
        Statement
      </a>
      {opened === 'export' && <ExportDialog of={given} onClose={close} />}
      {opened === 'evidence' && answers.every(({ isPending }) => !isPending) && <EvidenceDialog of={given} onClose={close} />}
    </span>
  )
}
