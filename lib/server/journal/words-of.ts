import 'server-only'
import { commandWords } from '@/lib/command-words'
import { inZone } from '@/lib/dates'
import { env } from '../env'

type Asked = { operation: string; merchant: string; request: { body: unknown } }

/** What people call what was asked at a moment. An end date of that very day, in the account's zone, renewed: that is another act, with a name of its own. */
export function wordsOf({ operation, merchant, request }: Asked, at: string): string {
  const zone = env().merchants.find(({ code }) => code === merchant)?.timeZone ?? 'UTC' // an account may have been taken out since
  const { expirationDate } = (request.body ?? {}) as { expirationDate?: unknown }
  if (operation === 'changeExpirationDate' && expirationDate === inZone(Date.parse(at), zone).day) return 'Renew now'
  return commandWords(operation, request)
}
