import { may, roleFor } from '@/lib/roles'
import { useActions } from './actions-provider'

/** Why the person may not act on buyers, or undefined. */
export function useVerbRefusal(): string | undefined {
  const { role } = useActions().desk
  return may(role, 'act') ? undefined : `needs the ${roleFor('act')} role`
}
