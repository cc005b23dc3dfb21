'use client'

import { Plus } from 'lucide'
import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { CopyButton } from '@/components/ui/copy-button'
import { Icon } from '@/components/ui/icon'
import { buyerPath } from '@/lib/core/buyer-path'
import type { ComparisonRow } from '@/lib/prices/comparison-rows'
import type { PricingContext } from '@/lib/prices/pricing-context'
import { ExportMenu } from './export-menu'

type Props = { context: PricingContext; isTooLong: boolean; rows: () => ComparisonRow[]; onAddOption: () => void }

/** Whose prices they are, and what is done with the whole comparison. */
export function PricesHead({ context: { buyer, merchant }, isTooLong, rows, onAddOption }: Props) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <h1 className="font-semibold text-title">Prices</h1>
      <p className="min-w-0 flex-auto text-muted text-table">
        {buyer === null ? (
          `on ${merchant.name}`
        ) : (
          <>
            for{' '}
            <Link href={buyerPath(buyer.id, null)} prefetch={false} className="text-accent underline">
              {buyer.email ?? `buyer …${buyer.id.slice(-4)}`}
            </Link>
            {buyer.country && `, ${buyer.country}`}
          </>
        )}
        {isTooLong && '. This calculation is too long to share as a link.'}
      </p>
      <span className="flex flex-wrap gap-2 print:hidden">
        <Link href="/quotes" prefetch={false} className={buttonClass({ variant: 'quiet' })}>
          Quotes
        </Link>
        <CopyButton text={() => location.href} label="Copy link" variant="default" size="normal" />
        <ExportMenu rows={rows} />
        <Button onClick={onAddOption}>
          <Icon of={Plus} size={14} />
          Add an option
        </Button>
      </span>
    </div>
  )
}
