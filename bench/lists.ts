import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { daysAfter } from '@/lib/core/dates'
import { type Database, database, isServed } from '@/lib/database/open'
import { type ListFilter, listNames, lists } from '@/lib/lists/lists'
import { contextOf, countLists, readList } from '@/lib/lists/server/read-list'
import { env } from '@/lib/platform/env'
import { startWith } from '@/lib/testing/environment'
import { startPostgres } from '../scripts/postgres.mjs'
import { type Figure, median, timed } from './measure'

// Lists among a million buyers with a charge and a subscription each; a tenth of all is in one list or another.

const buyers = 1_000_000
const pieces = 50
const rounds = 15
const person = { accountId: 'bench', sessionId: 'bench', email: 'a@desk.test', name: 'Ada', role: 'manager' as const }

async function fill(store: Database, today: string): Promise<void> {
  for (let from = 0; from < buyers; from += buyers / pieces) await fillSome(store, today, from)
  await sql`insert into directory_counts (merchant, buyers) values ('northwind', ${buyers})`.execute(store)
  if (!isServed(store)) return
  for (const table of ['directory_charges', 'directory_subscriptions'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(store)
}

async function fillSome(store: Database, today: string, from: number): Promise<void> {
  const served = isServed(store)
  const day = (days: string, since = today) =>
    served
      ? sql.raw(`to_char(date '${since}' - (${days})::int, 'YYYY-MM-DD')`)
      : sql.raw(`date('${since}', '-' || (${days}) || ' days')`)
  const until = from + buyers / pieces - 1
  const numbers = sql.raw(`with recursive numbers(n) as (select ${from} union all select n + 1 from numbers where n < ${until})`)
  await sql`insert into directory_charges (merchant, charge_id, buyer_id, order_id, amount, amount_given, currency, day, last_four,
      descriptor, status, seen_on, made_at, provider, code, product, kind, order_state, is_last, receipt)
    ${numbers} select 'northwind', 'c' || n, 'b' || n, 'o' || n, '19', '19.00', case n % 3 when 0 then 'EUR' when 1 then 'BRL' else 'USD' end,
      ${day('n % 400')}, '0119', 'x',
      case when n % 10 = 0 then 'declined' when n % 97 = 0 then 'deferred' else 'settled' end, ${today}, ${day('n % 400')} || ' 10:00:00',
      case n % 2 when 0 then 'acqglobal' else 'acqlocal' end, case n % 5 when 0 then 'acqlocal.insufficient_funds' end, 'Plus',
      case n % 4 when 0 then 'renewal' else 'other' end,
      case when n % 10 = 0 then 'lost' when n % 97 = 0 then 'open' else 'received' end, 1, case when n % 997 = 0 then 2 else 1 end
    from numbers`.execute(store)
  await sql`insert into directory_subscriptions (merchant, buyer_id, subscription_id, status, autocharge, ends_at, product, status_at, seen_at)
    ${numbers} select 'northwind', 'b' || n, 's' || n, case n % 20 when 0 then 'blocked' when 1 then 'suspended' else 'active' end,
      case n % 10 when 5 then 0 else 1 end, ${day('n % 60', daysAfter(today, 30))} || 'T10:00:00.000Z', case n % 7 when 0 then 'Pro' else 'Plus' end,
      ${day('n % 300')} || 'T09:00:00.000Z', ${today}
    from numbers`.execute(store)
}

async function onEngine(engine: string, place: Record<string, string>): Promise<Figure> {
  startWith(place)
  const store = await database()
  const [merchant] = env().merchants
  if (!merchant) throw new Error('There is an account in every benchmark')
  const context = contextOf(person, merchant)
  await fill(store, context.today)
  const kinds: [string, () => Promise<unknown>][] = [['all counts', () => countLists(context)]]
  for (const name of listNames) {
    const widest = lists[name].spans.at(name === 'renewals-failed' ? -1 : 0)?.value
    const span: ListFilter = widest === undefined ? {} : { span: widest }
    kinds.push([name, () => readList(name, context, span, { limit: 50, after: null })])
    for (const [field, value] of [
      ['product', 'Pro'],
      ['provider', 'nobody'],
    ] as const)
      if (lists[name].filters.includes(field))
        kinds.push([
          `${name} by ${field}`,
          () => readList(name, context, { ...span, [field]: value }, { limit: 50, after: null }),
        ])
  }
  const slowest: { kind: string; first: number; middle: number; most: number }[] = []
  for (const [kind, work] of kinds) {
    const first = await timed(work)
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) times.push(await timed(work))
    slowest.push({ kind, first, middle: median(times), most: Math.max(...times) })
  }
  await store.destroy()
  const worst = slowest.toSorted((a, b) => b.most - a.most)[0]
  return {
    name: `a list among 1 000 000 buyers on ${engine}, slowest kind`,
    value: Math.round(worst?.most ?? Number.NaN),
    unit: 'ms',
    limit: 200,
    detail: slowest
      .map(({ kind, first, middle, most }) => `${kind} ${middle.toFixed(1)} (first ${first.toFixed(0)}, most ${most.toFixed(0)})`)
      .join(', '),
  }
}

export async function listFigures(engines = ['SQLite', 'PostgreSQL']): Promise<Figure[]> {
  const figures: Figure[] = []
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-lists-'))
  try {
    if (engines.includes('SQLite')) figures.push(await onEngine('SQLite', { DATA_DIR: folder, DATABASE_URL: '' }))
    if (engines.includes('PostgreSQL')) {
      const { url, stop } = await startPostgres()
      try {
        figures.push(await onEngine('PostgreSQL', { DATA_DIR: folder, DATABASE_URL: url }))
      } finally {
        await stop()
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return figures
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { name, value, unit, detail } of await listFigures(process.argv.length > 2 ? process.argv.slice(2) : undefined))
    console.log(`${name}: ${value} ${unit} (${detail})`)
