import type { Transaction } from 'kysely'
import type { Database } from './open'
import type { Tables } from './schema'

/** Does work in a transaction that is then given up. */
export async function rolledBack(base: Database, work: (tx: Transaction<Tables>) => Promise<void>): Promise<void> {
  const undone = Symbol('undone')
  const worked = base.transaction().execute(async (tx) => {
    await work(tx)
    throw undone
  })
  await worked.catch((cause: unknown) => (cause === undone ? undefined : Promise.reject(cause)))
}
