import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { type Database, database, isServed } from '@/lib/database/open'
import { saveNotes } from '@/lib/knowledge/server/directory'
import { emailKeys, type Note, nameKeys } from '@/lib/knowledge/server/note-of'
import type { SearchAnswer } from '@/lib/search/search-reading'
import { search } from '@/lib/search/server/handlers'
import { startWith } from '@/lib/testing/environment'
import { startPostgres } from '../scripts/postgres.mjs'
import { type Figure, median } from './measure'

// A search in the handler among a million buyers with three million keys, against one among ten thousand.

const sizes = { small: 10_000, large: 1_000_000 }
const rounds = 150
const person = { accountId: 'bench', sessionId: 'bench', email: 'a@desk.test', name: 'Ada', role: 'agent' as const }

const digest = (number: number) => createHash('sha256').update(`buyer ${number}`).digest('hex')
const syllables = ['ka', 'lo', 'mi', 'ren', 'tas', 'vo', 'shi', 'dun', 'el', 'por', 'gan', 'uri', 'bex', 'nol', 'fa', 'zin']
const syllable = (hex: string, at: number) => syllables[Number.parseInt(hex.charAt(at), 16)] ?? ''

function buyer(number: number) {
  const hex = digest(number)
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  const name = `${syllable(hex, 32)}${syllable(hex, 33)}${syllable(hex, 34)}${syllable(hex, 35)}`
  return { id, name, email: `${name}.${hex.slice(36, 41)}@example.test` }
}

/** Texts of each kind, another one at each round, for buyers who are there at either size. */
const kinds: Record<string, (round: number) => string> = {
  'an exact e-mail': (round) => buyer(round * 61).email,
  'a prefix of an id': (round) => buyer(round * 61).id.slice(0, 7),
  'a common prefix': (round) => (syllables[round % 16] ?? '') + (syllables[(round * 7) % 16] ?? ''),
  'a rare fragment': (round) => buyer(round * 61).email.slice(3, -8),
  'a common fragment': (round) => ['xample', 'ample.te', '@exam', 'mirenta', 'povo'][round % 5] ?? '',
  'no hit': (round) => ['qqwwxx', 'xampleq', 'kalo.qqqq', 'dunelporganq', 'zzzz@example.test'][round % 5] + String(round),
}

async function fill(store: Database, from: number, to: number): Promise<void> {
  const index = await withoutFragments(store)
  const piece = 1_000
  for (let at = from; at < to; at += piece) {
    const notes = Array.from({ length: piece }, (_, number): Note => {
      const { id, email, name } = buyer(at + number)
      return { buyerId: id, keys: [{ kind: 'buyer', key: id, thing: '' }, ...emailKeys(email), ...nameKeys(name)], charges: [] }
    })
    await store.transaction().execute((tx) => saveNotes(tx, 'northwind', notes))
  }
  if (index === null) return
  await patiently(index)
  await patiently('vacuum analyze directory_keys')
}

/** Filling a table and indexing it then takes PostgreSQL minutes less than both at once; the index is the same. */
async function withoutFragments(store: Database): Promise<string | null> {
  if (!isServed(store)) return null
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where indexname = 'directory_fragments'`.execute(store)
  await sql`drop index directory_fragments`.execute(store)
  return rows[0]?.indexdef ?? null
}

/** A statement that may take longer than a person would wait. */
async function patiently(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function ask(q: string): Promise<number> {
  const request = new Request('http://desk.test/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ q, where: 'here' }),
  })
  const from = performance.now()
  const answer: SearchAnswer = await search(request, person)
  const took = performance.now() - from
  if (answer.hits.length > 20) throw new Error('More was found than is shown')
  return took
}

/** The 95th percentile of each kind, in milliseconds. */
async function measured(): Promise<Map<string, { p95: number; middle: number }>> {
  const found = new Map<string, { p95: number; middle: number }>()
  for (const [kind, text] of Object.entries(kinds)) {
    for (let round = 0; round < 20; round += 1) await ask(text(round))
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) times.push(await ask(text(round)))
    times.sort((a, b) => a - b)
    found.set(kind, { p95: times[Math.ceil(rounds * 0.95) - 1] ?? Number.NaN, middle: median(times) })
  }
  return found
}

async function onEngine(engine: string, place: Record<string, string>): Promise<Figure[]> {
  startWith(place)
  const store = await database()
  await fill(store, 0, sizes.small)
  const small = await measured()
  await fill(store, sizes.small, sizes.large)
  const large = await measured()
  await store.destroy()
  const summary = [...large].map(([kind, { p95 }]) => `${kind} ${p95.toFixed(2)} ms`).join(', ')
  const exponents = [...large].map(([kind, { middle }]) => ({
    kind,
    value: Math.log(middle / (small.get(kind)?.middle ?? middle)) / Math.log(sizes.large / sizes.small),
  }))
  const worst = exponents.toSorted((a, b) => b.value - a.value)[0]
  const rounded = (value: number) => Math.round(value * 1_000) / 1_000
  return [
    {
      name: `a search among 1 000 000 buyers on ${engine}, 95th percentile of the slowest kind`,
      value: rounded(Math.max(...[...large.values()].map(({ p95 }) => p95))),
      unit: 'ms',
      limit: 10,
      detail: summary,
    },
    {
      name: `how a search grows from 10 000 to 1 000 000 buyers on ${engine}, exponent`,
      value: rounded(worst?.value ?? Number.NaN),
      unit: '',
      limit: 0.5,
      detail: `steepest: ${worst?.kind}`,
    },
  ]
}

export async function searchFigures(engines = ['SQLite', 'PostgreSQL']): Promise<Figure[]> {
  const figures: Figure[] = []
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-search-'))
  try {
    if (engines.includes('SQLite')) figures.push(...(await onEngine('SQLite', { DATA_DIR: folder, DATABASE_URL: '' })))
    if (engines.includes('PostgreSQL')) {
      const { url, stop } = await startPostgres()
      try {
        figures.push(...(await onEngine('PostgreSQL', { DATA_DIR: folder, DATABASE_URL: url })))
      } finally {
        await stop()
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return figures
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, value, unit, detail } of await searchFigures(
    process.argv.slice(2, 3).filter(Boolean).length ? process.argv.slice(2) : undefined,
  ))
    console.log(`${name}: ${value} ${unit} (${detail})`)
}
