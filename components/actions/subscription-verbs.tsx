'use client'

import { ArrowDownToLine, CalendarClock, ListTree, type LucideIcon, Power, RefreshCcw } from 'lucide-react'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-item'
import { offeredFor } from '@/lib/commands/verb-offers'
import type { VerbIcon } from '@/lib/operations/declare/command-words'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import { useActions } from './actions-provider'
import type { Target } from './opening'
import { useVerbRefusal } from './use-verb-refusal'
import { FactVerbs } from './verb-button'

export const targetOf = ({ id, product, autoChargeStatus }: Subscription): Target => ({
  kind: 'subscription',
  id,
  autocharge: autoChargeStatus,
  name: product?.name ?? product?.code ?? null,
  code: product?.name ? product.code : null,
})

type OfFact = { subscription: Subscription; fact: 'endDate' | 'autoChargeStatus' }

/** The verbs beside a fact of a subscription's card. */
export const SubscriptionFactVerbs = ({ subscription, fact }: OfFact) => (
  <FactVerbs target={targetOf(subscription)} fact={fact} value={subscription[fact]} />
)

const icons: Record<VerbIcon, LucideIcon> = { power: Power, calendar: CalendarClock, down: ArrowDownToLine, renew: RefreshCcw }

type MenuProps = { subscription: Subscription; details: { isOpen: boolean; toggle: () => void } }

/** Every verb of a subscription, of a switch the one that changes it; what charges is last. */
export function SubscriptionMenu({ subscription, details }: MenuProps) {
  const { context, open } = useActions()
  const refusal = useVerbRefusal()
  const target = targetOf(subscription)
  const verbs = offeredFor(context.verbs, 'subscription').filter(
    ({ fact, to }) => fact === undefined || to === undefined || to !== Reflect.get(subscription, fact),
  )
  return (
    <Menu label={`More actions for ${target.name ?? 'this subscription'}`}>
      <MenuItem icon={ListTree} onSelect={details.toggle}>
        {details.isOpen ? 'Hide details' : 'Show details'}
      </MenuItem>
      {verbs.map(({ name, words, icon, isDangerous }) => (
        <MenuItem
          key={name}
          icon={icon && icons[icon]}
          danger={isDangerous}
          disabledBecause={refusal}
          onSelect={() => open({ kind: 'command', verb: name, target })}
        >
          {words}
        </MenuItem>
      ))}
    </Menu>
  )
}
