import { useContext } from 'react'
import { OutageContext } from '@/lib/client/outage'
import { may, needsRole } from '@/lib/core/roles'
import { useActions } from './actions-provider'
import type { Target } from './opening'

/** Why the person may not act on buyers, or undefined. */
export function useRoleRefusal(): string | undefined {
  const { role } = useActions().context
  return may(role, 'act') ? undefined : needsRole('act')
}

/** Why nothing can be sent for this person now: their role, or a service that does not answer. Undefined where it can. */
export function useVerbRefusal(): string | undefined {
  const outage = useContext(OutageContext)
  return useRoleRefusal() ?? outage ?? undefined
}

/** The action on a thing whose outcome nobody knows; until somebody does, no verb of that thing can be used. */
export function useUnconfirmed() {
  const { unconfirmed = [] } = useActions().context
  return ({ kind, id }: Pick<Target, 'kind' | 'id'>) => unconfirmed.find(({ target }) => target === `${kind}:${id}`)
}

/** Why no verb of a thing can be used now, or undefined. */
export function useTargetRefusal(): (target: Pick<Target, 'kind' | 'id'>) => string | undefined {
  const refusal = useVerbRefusal()
  const unconfirmedOn = useUnconfirmed()
  return (target) => refusal ?? (unconfirmedOn(target) && 'Locked until somebody checks what happened')
}
