import type { Role } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import { type CallInput, type Row, received } from './repeats-for-tests'

const { buyerId, orderId } = received

/** A row of something that makes a file of a buyer. An hour allows only so many, so those before are forgotten. */
const fileOf = (as: Role, body: (mark: string) => Record<string, unknown>): Row => ({
  as,
  file: true,
  fresh: async (_, mark): Promise<CallInput> => {
    await (await database()).deleteFrom('throttles').execute()
    return { params: { buyerId }, body: body(mark) }
  },
})

const pack = { orderIds: [orderId], from: null, to: null }
const table = { rows: 'orders', format: 'csv', order: 'oldest-first', zone: 'service', columns: ['orderId', 'received'] }

/** Files that are made of what is read, and noted. */
export const ofFiles: Record<string, Row> = {
  'POST /api/desk/buyers/{buyerId}/evidence': fileOf('agent', (mark) => ({ ...pack, level: 'internal', ticket: mark })),
  'POST /api/desk/buyers/{buyerId}/evidence, for a bank': fileOf('finance', (mark) => ({ ...pack, level: 'bank', reason: mark })),
  'POST /api/desk/buyers/{buyerId}/export': fileOf('agent', (mark) => ({ ...table, ticket: mark })),
}
