'use client'

import { FileText, Plus } from 'lucide'
import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { CopyButton } from '@/components/ui/copy-button'
import { Icon } from '@/components/ui/icon'
import type { ComparisonRow } from '@/lib/prices/comparison-rows'
import type { PricingContext } from '@/lib/prices/pricing-context'
import { ExportMenu, phoneSquare } from './export-menu'

type Props = { context: PricingContext; isTooLong: boolean; rows: () => ComparisonRow[]; onAddOption: () => void }

/** What is done with the whole comparison. Whose prices they are stands above it. */
export function PricesHead({ context: { buyer, merchant }, isTooLong, rows, onAddOption }: Props) {
  const Heading = buyer === null ? 'h1' : 'h2'
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Heading className="font-semibold text-title">Prices</Heading>
      <p className="min-w-0 flex-auto text-muted text-table empty:hidden">
        {[buyer === null && `on ${merchant.name}`, isTooLong && 'This calculation is too long to share as a link.']
          .filter(Boolean)
          .join('. ')}
      </p>
      <span className="ml-auto flex flex-wrap gap-2 print:hidden">
        <Link href="/quotes" prefetch={false} className={`${buttonClass({ variant: 'quiet' })} ${phoneSquare}`}>
          <Icon of={FileText} size={14} />
          <span className="max-sm:sr-only">Quotes</span>
        </Link>
        <CopyButton
          text={() => location.href}
          label={<span className="max-sm:sr-only">Copy link</span>}
          variant="default"
          size="normal"
          className={phoneSquare}
        />
        <ExportMenu rows={rows} />
        <Button onClick={onAddOption}>
          <Icon of={Plus} size={14} />
          Add an option
        </Button>
      </span>
    </div>
  )
}
