import { ScrollText, SearchX } from 'lucide-react'
import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/empty-state'

/** Nothing to show: because nothing was done yet, or because the filter lets nothing through. */
export function JournalEmpty({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState icon={SearchX} level={2} title="No entry matches" actions={<Button onClick={onClear}>Clear the filter</Button>}>
        Ticket and buyer are compared whole. Take something out of the filter, or clear it.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={ScrollText}
      level={2}
      title="Nothing has been done yet"
      actions={
        <Link href="/" className={buttonClass({ variant: 'primary' })}>
          Find a buyer
        </Link>
      }
    >
      Whatever is done to a buyer leaves a stub here: what was sent, what it changed and how it ended.
    </EmptyState>
  )
}
