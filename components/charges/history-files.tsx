'use client'

import { Download } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-item'
import type { ChargeFilter } from '@/lib/charges/order-filter'
import type { OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'

/** Whose history goes into a file, and what of it is on the screen: `orders` are the newest that pass the filter. */
export type FilesOf = {
  buyerId: string
  merchant: { code: string; timeZone: string }
  ticket: string | null
  filter: ChargeFilter
  orders: readonly OrderOrUnreadable[]
}

const ExportDialog = dynamic(() => import('./export-dialog').then((loaded) => loaded.ExportDialog), { ssr: false })
const EvidenceDialog = dynamic(() => import('./evidence-dialog').then((loaded) => loaded.EvidenceDialog), { ssr: false })

/** What can be taken out of a charge history; each dialog comes with its first use. */
export function HistoryFiles(of: FilesOf) {
  const [opened, setOpened] = useState<'export' | 'evidence' | null>(null)
  const close = () => setOpened(null)
  return (
    <span className="flex items-center gap-1 print:hidden">
      <Button size="small" onClick={() => setOpened('export')}>
        <Icon of={Download} size={14} />
        Export CSV
      </Button>
      <Menu label="More downloads">
        <MenuItem onSelect={() => setOpened('evidence')}>Evidence pack</MenuItem>
        <MenuItem onSelect={() => window.open(`/buyers/${of.buyerId}/statement`, '_blank', 'noopener')}>
          Printable statement
        </MenuItem>
      </Menu>
      {opened === 'export' && <ExportDialog of={of} onClose={close} />}
      {opened === 'evidence' && <EvidenceDialog of={of} onClose={close} />}
    </span>
  )
}
