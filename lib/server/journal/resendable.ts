import 'server-only'
import type { Possible } from '@/lib/action'
import { inZone } from '@/lib/dates'
import { merchantByCode } from '../admission'
import { commandNamed } from './command-call'
import type { Action as Row } from './intent'

/** Whether an unconfirmed action may be sent again by a person, and what they must know (contract: no idempotency keys, service-facts 2.16). */
export function resendable(row: Row, newestOnTarget: boolean): Possible {
  if (row.state !== 'unconfirmed' || row.settled_as !== null) return { possible: false, why: 'Its outcome is known.' }
  if (!newestOnTarget)
    return { possible: false, why: 'Something newer has been done to the same thing, which this would reverse.' }
  if (renewed(row))
    return { possible: false, why: 'It may have charged the buyer. Look at the charge history 35 minutes after it was sent.' }
  switch (commandNamed(row.operation).repeat) {
    case 'sets':
      return { possible: true, warning: null }
    case 'ambiguous':
      return {
        possible: true,
        warning: 'If the answer is "in use", the first try may have worked: the address may be this buyer’s by now.',
      }
    case 'makes':
      return { possible: true, warning: 'The first one may exist already. Sending it again may make a second one.' }
    default:
      return { possible: true, warning: 'A repeat may be refused, or act a second time.' }
  }
}

/** An end date of the day it was sent on, or of the day after, renews and so moves money. */
function renewed({ operation, request, merchant, created_at }: Row): boolean {
  if (operation !== 'changeExpirationDate') return false
  const { expirationDate } = (JSON.parse(request) as { body: { expirationDate: string } }).body
  const dayAfter = new Date(Date.parse(created_at) + 86_400_000)
  return expirationDate <= inZone(dayAfter.getTime(), merchantByCode(merchant).timeZone).day
}
