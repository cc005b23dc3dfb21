import { Lock } from 'lucide'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { type DashboardRight, roleFor } from '@/lib/core/roles'

/** Stands in place of a page that the person's role does not open. */
export function NeedsRole({ right }: { right: DashboardRight }) {
  return (
    <Card as="div">
      <EmptyState icon={Lock} level={1} title={`This page needs the ${roleFor(right)} role`}>
        Ask a colleague who has it, or ask an admin for access.
      </EmptyState>
    </Card>
  )
}
