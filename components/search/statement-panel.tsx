'use client'

import { ChevronDown, ReceiptText } from 'lucide'
import { useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { onDemand } from '@/components/ui/late'
import type { FindContext } from './use-find'

const StatementForm = onDemand(() => import('./statement-form').then((file) => file.StatementForm), null, 'summary')

/** "What is this charge?": closed until somebody asks it. */
export function StatementPanel({ merchant, ticket }: Pick<FindContext, 'merchant' | 'ticket'>) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <details className="group mt-2" onToggle={() => setWasOpened(true)}>
      <summary className="inline-flex h-8 cursor-pointer list-none items-center gap-2 rounded-control px-2 font-medium text-ink-2 text-table hover:bg-hover hover:text-ink max-sm:h-10 [&::-webkit-details-marker]:hidden">
        <Icon of={ReceiptText} className="text-muted" />
        Look up a charge
        <Icon of={ChevronDown} size={14} className="text-muted group-open:rotate-180" />
      </summary>
      {wasOpened && <StatementForm merchant={merchant} ticket={ticket} />}
    </details>
  )
}
