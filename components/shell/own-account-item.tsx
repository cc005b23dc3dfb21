import { UserRound } from 'lucide-react'
import { Icon } from '@/components/ui/icon'

/** A plain link in the menu. */
export function OwnAccountItem() {
  return (
    <a
      href="/settings/account"
      className="flex min-h-8 items-center gap-2 rounded-chip px-2 py-1 hover:bg-hover focus-visible:-outline-offset-2 max-sm:min-h-10"
    >
      <Icon of={UserRound} className="text-muted" />
      Your account
    </a>
  )
}
