import 'server-only'
import { describeCommand } from '@/lib/operations/words'
import { env } from '@/lib/platform/env'
import { serviceClock } from '@/lib/service/account-state'

type DescribedRequest = { operation: string; merchant: string; request: { body: unknown } }

/** What people call a command, by the day on which it was asked: an end date that is today renews, and a later one only moves the end. */
export function wordsOf({ operation, merchant, request }: DescribedRequest, at: string): string {
  const configured = env().merchants.find(({ code }) => code === merchant)
  const clock = configured ? serviceClock(configured) : { zone: 'UTC' } // an account may have been taken out since
  return describeCommand(operation, request, { at: Date.parse(at), clock })
}
