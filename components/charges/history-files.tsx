'use client'

import { Download, FileArchive, Link, Printer } from 'lucide'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { onDemand } from '@/components/ui/late'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-item'
import { statementPath } from '@/lib/charges/filter-period'
import type { ChargeFilter } from '@/lib/charges/order-filter'
import type { OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'

/** Whose history goes into a file, and what of it is on the screen: `orders` are the newest that pass the filter. */
export type FilesOf = {
  buyerId: string
  merchant: { code: string; name: string; timeZone: string }
  ticket: string | null
  filter: ChargeFilter
  orders: readonly OrderOrUnreadable[]
  /** How many orders pass the filter, where that is known. */
  found?: number | undefined
}

const ExportDialog = onDemand(() => import('./export-dialog').then((file) => file.ExportDialog))
const EvidenceDialog = onDemand(() => import('./evidence-dialog').then((file) => file.EvidenceDialog))

type Props = FilesOf & {
  /** First in the menu. */
  children?: ReactNode
}

/** The menu of a charge history: what can be taken out of it, and a new order. Each dialog comes with its first use. */
export function HistoryFiles({ children, ...of }: Props) {
  const router = useRouter()
  const [opened, setOpened] = useState<'export' | 'evidence' | null>(null)
  const close = () => setOpened(null)
  return (
    <span className="flex items-center print:hidden">
      <Menu label="More for orders">
        {children}
        <MenuItem icon={Download} onSelect={() => setOpened('export')}>
          Export CSV
        </MenuItem>
        <MenuItem icon={FileArchive} onSelect={() => setOpened('evidence')}>
          Create evidence pack
        </MenuItem>
        <MenuItem
          icon={Printer}
          onSelect={() => window.open(statementPath(of.buyerId, of.filter, of.ticket), '_blank', 'noopener')}
        >
          Print a statement
        </MenuItem>
        <MenuItem icon={Link} onSelect={() => router.push(`/orders/new?buyer=${of.buyerId}`)}>
          Create payment link
        </MenuItem>
      </Menu>
      {opened === 'export' && <ExportDialog of={of} onClose={close} />}
      {opened === 'evidence' && <EvidenceDialog of={of} onClose={close} />}
    </span>
  )
}
