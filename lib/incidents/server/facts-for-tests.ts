import type { Database } from '@/lib/database/open'

type Known = { id: string; buyerId: string; autoChargeStatus: boolean; endDate: string; status: string }

/** Subscriptions as a reading of a moment ago would have left them: facts and keys, many in one statement. */
export async function noteSubscriptions(
  store: Database,
  subscriptions: readonly Known[],
  at = new Date().toISOString(),
): Promise<void> {
  const witness = {
    merchant: 'northwind',
    observed_at: at,
    source: 'read' as const,
    operation: 'listSubscriptions',
    person: null,
  }
  for (let from = 0; from < subscriptions.length; from += 100) {
    const some = subscriptions.slice(from, from + 100)
    await store.transaction().execute(async (tx) => {
      await tx
        .insertInto('facts')
        .values(
          some.flatMap(({ id, buyerId, ...fields }) =>
            Object.entries(fields).map(([field, value]) => ({
              ...witness,
              buyer_id: buyerId,
              entity: `subscription:${id}`,
              field,
              value: JSON.stringify(value),
            })),
          ),
        )
        .execute()
      await tx
        .insertInto('directory_keys')
        .values(
          some.map(({ id, buyerId }) => ({
            merchant: 'northwind',
            buyer_id: buyerId,
            kind: 'subscription' as const,
            key: id,
            thing: '',
            seen_on: at.slice(0, 10),
          })),
        )
        .execute()
    })
  }
}
