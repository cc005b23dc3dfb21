import { SearchX } from 'lucide'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'

/** A plain link, because this comes along with every page, the sign-in included. */
export function PageMissing() {
  return (
    <Card as="div" className="w-full max-w-152">
      <EmptyState
        icon={SearchX}
        level={1}
        title="Page not found"
        className="py-14"
        actions={
          <a href="/" className={buttonClass({ variant: 'primary' })}>
            Find a buyer
          </a>
        }
      >
        Check that you copied the whole address. A buyer’s page address contains their full id.
      </EmptyState>
    </Card>
  )
}
