import 'server-only'
import { problem } from '@/lib/core/problem'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import type { ConnectionTest } from '../connection-test'
import { testConnection } from './test-connection'

/** `POST /api/desk/merchants/{code}/test`: whether the service is there, takes the account's keys, and what it offers. */
export async function testMerchant(_: Request, __: Person, { code }: { code: string }): Promise<ConnectionTest> {
  const merchant = env().merchants.find((each) => each.code === code)
  if (!merchant) throw problem('notFound', 'We couldn’t find that merchant account.')
  return testConnection(merchant)
}
