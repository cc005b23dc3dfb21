'use client'

import { ArrowDownToLine, CalendarClock, Gavel, type IconNode, ListTree, Lock, Power, RefreshCcw } from 'lucide'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-item'
import { offeredFor } from '@/lib/commands/verb-offers'
import type { VerbIcon } from '@/lib/operations/declare/command-words'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import { useActions } from './actions-provider'
import type { Target } from './opening'
import { useRoleRefusal, useTargetRefusal, useUnconfirmed, useVerbRefusal } from './use-verb-refusal'
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

const icons: Record<VerbIcon, IconNode> = { power: Power, calendar: CalendarClock, down: ArrowDownToLine, renew: RefreshCcw }

type MenuProps = { subscription: Subscription; details: { isOpen: boolean; toggle: () => void } }

/** Every verb of a subscription, of a switch the one that changes it; what charges is last. */
export function SubscriptionMenu({ subscription, details }: MenuProps) {
  const { context, open } = useActions()
  const target = targetOf(subscription)
  const refusal = useTargetRefusal()(target)
  const settleRefusal = useRoleRefusal()
  const unconfirmed = useUnconfirmed()(target)
  const verbs = offeredFor(context.verbs, 'subscription').filter(
    ({ fact, to }) => fact === null || to === null || to !== Reflect.get(subscription, fact),
  )
  return (
    <Menu label={`More actions for ${target.name ?? 'this subscription'}`}>
      <MenuItem icon={ListTree} onSelect={details.toggle}>
        {details.isOpen ? 'Hide details' : 'Show details'}
      </MenuItem>
      {unconfirmed && (
        <MenuItem
          icon={Gavel}
          disabledBecause={settleRefusal}
          onSelect={() => open({ kind: 'action', actionId: unconfirmed.actionId, words: unconfirmed.words, first: 'look' })}
        >
          Settle manually…
        </MenuItem>
      )}
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

/** The only thing to do while nobody knows what became of an action on a subscription. */
export function CheckNow({ subscription }: { subscription: Subscription }) {
  const { open } = useActions()
  const refusal = useVerbRefusal()
  const unconfirmed = useUnconfirmed()(targetOf(subscription))
  if (!unconfirmed) return null
  const { actionId, words } = unconfirmed
  return (
    <Button size="small" disabledBecause={refusal} onClick={() => open({ kind: 'action', actionId, words, first: 'check' })}>
      Check now
    </Button>
  )
}

/** The verb that was sent, which can't be used again until then. */
export function LockedVerb({ subscription }: { subscription: Subscription }) {
  const target = targetOf(subscription)
  const unconfirmed = useUnconfirmed()(target)
  const refusal = useTargetRefusal()(target)
  if (!unconfirmed || refusal === undefined) return null
  return (
    <Button size="small" disabledBecause={refusal} tipPlace={{ align: 'end' }}>
      <Icon of={Lock} size={14} />
      {unconfirmed.words}
    </Button>
  )
}
