import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { countCharges } from '@/lib/charges/server/charge-figures'
import { database } from '@/lib/database/open'
import { startWith } from '@/lib/testing/environment'
import { type Figure, median } from './measure'

const charges = 1_000_000
const today = '2026-11-23'

/** What the figures of the morning cost among a million buyers with a charge each, over two years. */
export async function morningFigures(): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-morning-'))
  try {
    startWith({ DATA_DIR: folder, DATABASE_URL: '' })
    const store = await database()
    await sql`
      with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${charges - 1})
      insert into directory_charges (merchant, charge_id, buyer_id, order_id, amount, amount_given, currency, day, last_four, descriptor,
        status, seen_on, provider, product, kind, order_state, is_last, receipt, tax)
      select 'northwind', 'c' || n, 'b' || n, 'o' || n, '19', '19.00', case n % 3 when 0 then 'EUR' when 1 then 'BRL' else 'USD' end,
        date(${today}, '-' || (n % 730) || ' days'), '0119', 'x', case when n % 10 = 0 then 'declined' else 'settled' end, ${today},
        case n % 2 when 0 then 'acqglobal' else 'acqlocal' end, 'Plus', case n % 4 when 0 then 'renewal' else 'other' end,
        case when n % 10 = 0 then 'lost' else 'received' end, 1, case when n % 10 = 0 then 0 when n % 997 = 0 then 2 else 1 end, '3.30'
      from numbers`.execute(store)
    const took: number[] = []
    for (let round = 0; round < 9; round += 1) {
      const from = performance.now()
      await countCharges('northwind', today)
      took.push(performance.now() - from)
    }
    await store.destroy()
    const detail = `slowest ${Math.round(Math.max(...took))} ms`
    const name = 'figures of the morning among 1 000 000 buyers'
    return { name, value: Math.round(median(took)), unit: 'ms', limit: 200, detail }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
