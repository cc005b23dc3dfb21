import { describe, expect, it } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { saveFacts } from '@/lib/knowledge/server/facts'
import { namesFor } from './names-for'

const known = '31d21526-a9d9-4b2f-ae75-32594eee2787'
const unknown = 'a8f1c0de-0000-4000-8000-000000000001'
const target = 'subscription:3ab9ff0c-a838-4084-83f1-97edc016c350'

describe.each(engines)('the names of entries on %s', (engine) => {
  const own = new OwnDatabase(engine)

  it('are those known when it is read, masked, of the right account, and nothing for who isn’t known', async () => {
    const facts = [
      { entity: 'buyer', field: 'email', value: 'rosalind@example.test' },
      { entity: target, field: 'product', value: { id: 'p-1', name: 'Plus 1 month', code: 'P1' } },
    ]
    await saveFacts(facts, { merchant: 'northwind', buyerId: known, source: 'read', operation: 'listTokens', person: null })
    const rows = [
      { merchant: 'northwind', buyer_id: known, target },
      { merchant: 'southbay', buyer_id: known, target },
      { merchant: 'northwind', buyer_id: unknown, target: 'token:1' },
      { merchant: 'northwind', buyer_id: null },
    ]
    const named = await namesFor(own.store, rows)
    const none = { buyer: null, product: null }
    expect(rows.map(named)).toEqual([{ buyer: 'r••••••d@e••••••.test', product: 'Plus 1 month' }, none, none, none])
  })
})
