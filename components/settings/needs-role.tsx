import { Lock } from 'lucide-react'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Frame } from '@/components/ui/frame'
import { type DeskRight, roleFor } from '@/lib/roles'

/** Stands in place of a page that the person's role does not open. */
export function NeedsRole({ right }: { right: DeskRight }) {
  return (
    <Frame page>
      <Card as="div">
        <EmptyState icon={Lock} level={1} title={`This page needs the ${roleFor(right)} role`}>
          Ask somebody who has it, or an admin if you should have it yourself.
        </EmptyState>
      </Card>
    </Frame>
  )
}
