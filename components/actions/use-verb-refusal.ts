import { useContext } from 'react'
import { OutageContext } from '@/lib/client/outage'
import { may, roleFor } from '@/lib/core/roles'
import { useActions } from './actions-provider'

/** Why the person may not act on buyers, or undefined. */
export function useRoleRefusal(): string | undefined {
  const { role } = useActions().context
  return may(role, 'act') ? undefined : `needs the ${roleFor('act')} role`
}

/** Why nothing can be sent for this person now: their role, or a service that does not answer. Undefined where it can. */
export function useVerbRefusal(): string | undefined {
  const outage = useContext(OutageContext)
  return useRoleRefusal() ?? outage ?? undefined
}
