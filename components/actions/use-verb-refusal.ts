import { may, roleFor } from '@/lib/core/roles'
import { useActions } from './actions-provider'

/** Why the person may not act on buyers, or undefined. */
export function useVerbRefusal(): string | undefined {
  const { role } = useActions().context
  return may(role, 'act') ? undefined : `needs the ${roleFor('act')} role`
}
