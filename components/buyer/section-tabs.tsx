'use client'

import { Frame } from '@/components/ui/frame'
import { useReached } from './use-reached'

export const buyerSections = ['subscriptions', 'charges', 'buyer'] as const
export type BuyerSection = (typeof buyerSections)[number]

const labels: Record<BuyerSection, string> = { subscriptions: 'Subscriptions', charges: 'Charges', buyer: 'Buyer' }

type Props = {
  /** The section somebody went to, or null. */
  section: BuyerSection | null
  onSelect: (section: BuyerSection) => void
}

/** Where the page is one column: the facts about the buyer take the place of the rest, and the strip sticks under the header. */
export function SectionTabs({ section, onSelect }: Props) {
  const isAtCharges = useReached('charge-history')
  const current = section === 'buyer' ? 'buyer' : isAtCharges ? 'charges' : 'subscriptions'
  return (
    <nav aria-label="Sections" className="sticky top-head z-10 border-b bg-raised lg:hidden print:hidden">
      <Frame className="flex h-10 gap-1">
        {buyerSections.map((each) => (
          <button
            key={each}
            type="button"
            aria-current={each === current ? 'true' : undefined}
            onClick={() => onSelect(each)}
            className="-mb-px h-10 border-transparent border-b-2 px-3 font-medium text-muted text-table hover:text-ink focus-visible:-outline-offset-2 aria-current:border-ink aria-current:text-ink"
          >
            {labels[each]}
          </button>
        ))}
      </Frame>
    </nav>
  )
}
