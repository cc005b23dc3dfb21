import { type ReactNode, useContext } from 'react'
import { Badge } from '@/components/ui/badge'
import { ChargeBadgeContext, type ChosenCharge } from './charge-verbs'

/** The look of the charge that guided steps are about. */
export const chosenLook = 'bg-selected shadow-[inset_2px_0_var(--accent)]'

type Props = { chargeId: string; chosen: ChosenCharge | null; otherwise?: ReactNode }

/** That a refund of a charge was requested, or else who chose it; in their place whatever is said of any other. */
export function ChargeBadge({ chargeId, chosen, otherwise = null }: Props) {
  const badge = useContext(ChargeBadgeContext)?.(chargeId) ?? null
  if (badge !== null) return badge
  if (chosen === null) return otherwise === null ? null : <span className="truncate">{otherwise}</span>
  return (
    <Badge kind="plain" className="justify-self-start border-accent-line! text-accent!">
      {chosen.says}
    </Badge>
  )
}
