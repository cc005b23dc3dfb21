import type { Approval } from '@/lib/approval'
import { may, type Role, roleFor } from '@/lib/roles'

/** Why this person may not decide this request, or null. The server says the same. */
export function whyNotDecide({ mine, state }: Pick<Approval, 'mine' | 'state'>, role: Role): string | null {
  if (state !== 'waiting') return `It is ${state === 'voided' ? 'void' : state} already.`
  if (mine) return 'Nobody decides their own request.'
  return may(role, 'approve') ? null : `Needs the ${roleFor('approve')} role.`
}
