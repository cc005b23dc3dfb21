import { ReceiptText } from 'lucide-react'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'

/** Where the receipt will stand. */
export function NoReceipt() {
  return (
    <Card as="div" className="print:hidden">
      <EmptyState icon={ReceiptText} title="No price yet" level={2}>
        Fill in a bundle and calculate: here stands how the price of the chosen cell comes about.
      </EmptyState>
    </Card>
  )
}
