'use client'

import { Download } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-item'
import type { OrderFilter } from '@/lib/charges/filter'
import type { OrderOrGap } from '@/lib/operations/schemas/charge-history'
import { useOrderFilter } from './use-order-filter'

/** Whose history goes into a file, and what of it is on the screen. */
export type FilesOf = {
  buyerId: string
  merchant: { code: string; timeZone: string }
  ticket: string | null
  filter: OrderFilter
  orders: readonly OrderOrGap[]
}

const ExportDialog = dynamic(() => import('./export-dialog').then((loaded) => loaded.ExportDialog), { ssr: false })
const EvidenceDialog = dynamic(() => import('./evidence-dialog').then((loaded) => loaded.EvidenceDialog), { ssr: false })

/** What can be taken out of a charge history; each dialog comes with its first use. */
export function HistoryFiles(given: Omit<FilesOf, 'filter'>) {
  const [opened, setOpened] = useState<'export' | 'evidence' | null>(null)
  const { filter } = useOrderFilter()
  const close = () => setOpened(null)
  const of = { ...given, filter }
  return (
    <span className="flex items-center gap-1 print:hidden">
      <Button size="small" onClick={() => setOpened('export')}>
        <Icon of={Download} size={14} />
        Export CSV
      </Button>
      <Menu label="More files of this history">
        <MenuItem onSelect={() => setOpened('evidence')}>Evidence pack</MenuItem>
        <MenuItem onSelect={() => window.open(`/buyers/${given.buyerId}/statement`, '_blank', 'noopener')}>
          Statement to print
        </MenuItem>
      </Menu>
      {opened === 'export' && <ExportDialog of={of} onClose={close} />}
      {opened === 'evidence' && <EvidenceDialog of={of} onClose={close} />}
    </span>
  )
}
