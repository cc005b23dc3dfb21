import type { Action } from '@/lib/action'

/** What a check reads. */
export function readWords({ target }: Pick<Action, 'target'>): string {
  if (target.startsWith('subscription:')) return 'read the subscription again'
  if (target.startsWith('token:')) return 'read the token again'
  return 'search for the e-mail'
}
