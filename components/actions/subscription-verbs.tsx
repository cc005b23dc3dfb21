'use client'

import { ArrowDownToLine, CalendarClock, Power, RefreshCcw } from 'lucide-react'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-item'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import { type VerbName, verbWords } from '@/lib/verb-words'
import { useActions } from './actions-provider'
import type { Target } from './opening'
import { useVerbRefusal } from './use-verb-refusal'
import { VerbButton } from './verb-button'

export const targetOf = ({ id, product, autoChargeStatus }: Subscription): Target => ({
  ...{ kind: 'subscription', id, autocharge: autoChargeStatus },
  ...{ name: product?.name ?? product?.code ?? null, code: product?.name ? product.code : null },
})

/** The verb for a fact of a subscription's card. Where it is not told whether autocharge is on, both stand there. */
export function EndDateVerb({ subscription }: { subscription: Subscription }) {
  return <VerbButton verb="changeEndDate" target={targetOf(subscription)} />
}

export function AutochargeVerb({ subscription }: { subscription: Subscription }) {
  const target = targetOf(subscription)
  return (
    <>
      {subscription.autoChargeStatus !== false && <VerbButton verb="autochargeOff" target={target} />}
      {subscription.autoChargeStatus !== true && <VerbButton verb="autochargeOn" target={target} />}
    </>
  )
}

const icons = {
  autochargeOff: Power,
  autochargeOn: Power,
  changeEndDate: CalendarClock,
  downgrade: ArrowDownToLine,
  renewNow: RefreshCcw,
} satisfies Partial<Record<VerbName, unknown>>

/** What is done less often, and what charges, a step away from the rest. `all` for a row that has no buttons of its own. */
export function SubscriptionMenu({ subscription, all = false }: { subscription: Subscription; all?: boolean }) {
  const { open } = useActions()
  const refusal = useVerbRefusal()
  const target = targetOf(subscription)
  const verbs: (keyof typeof icons)[] = [
    ...(all ? (['autochargeOff', 'autochargeOn', 'changeEndDate'] as const) : []),
    ...(['downgrade', 'renewNow'] as const),
  ]
  return (
    <Menu label={`More for ${target.name ?? 'this subscription'}`}>
      {verbs.map((verb) => (
        <MenuItem
          key={verb}
          icon={icons[verb]}
          danger={verb === 'renewNow'}
          disabledBecause={refusal}
          onSelect={() => open({ kind: 'command', verb, target })}
        >
          {verbWords[verb]}
        </MenuItem>
      ))}
    </Menu>
  )
}
