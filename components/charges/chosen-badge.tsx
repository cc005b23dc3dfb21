import { Badge } from '@/components/ui/badge'
import type { ChosenCharge } from './charge-verbs'

/** The look of the charge that guided steps are about. */
export const chosenLook = 'bg-selected shadow-[inset_2px_0_var(--accent)]'

/** Who chose the charge that guided steps are about. */
export const ChosenBadge = ({ chosen }: { chosen: ChosenCharge }) => (
  <Badge kind="plain" className="border-accent-line! text-accent!">
    {chosen.says}
  </Badge>
)
