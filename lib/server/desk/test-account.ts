import 'server-only'
import type { ConnectionTest } from '@/lib/connection-test'
import { problem } from '@/lib/problem'
import type { Person } from '../auth/sessions'
import { env } from '../env'
import { testConnection } from '../status/test-connection'

/** `POST /api/desk/merchants/{code}/test`: whether the service is there, takes the account's keys, and what it offers. */
export async function testAccount(_: Request, __: Person, { code }: { code: string }): Promise<ConnectionTest> {
  const merchant = env().merchants.find((each) => each.code === code)
  if (!merchant) throw problem('notFound', 'There is no such merchant account.')
  return testConnection(merchant)
}
