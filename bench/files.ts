import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { database } from '@/lib/database/open'
import type { FileFormat } from '@/lib/files/charge-file'
import { columnsOf } from '@/lib/files/columns'
import { exportCharges } from '@/lib/files/server/export-handlers'
import { startWith } from '@/lib/testing/environment'
import { type Figure, median } from './measure'

const orders = 50_000
const person = { accountId: '', sessionId: 's', email: 'f@example.test', name: 'F', role: 'finance' as const }

/** What a file of 50 000 orders costs the process that makes it, every column of it, and how soon its first byte is there. */
export async function files(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-files-'))
  const service = spawn(process.execPath, ['--import', 'tsx', 'bench/files-service.ts', String(orders)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = (await once(service.stdout, 'data')) as [Buffer]
    const url = `http://127.0.0.1:${(JSON.parse(String(line)) as { port: number }).port}`
    startWith({ DATA_DIR: folder, DATABASE_URL: '', SERVICE_URL: url })
    const store = await database()
    const firstBytes = [
      await firstByte(url),
      await firstByte(url),
      await firstByte(url),
      await firstByte(url),
      await firstByte(url),
    ]
    const csv = await memoryOf('csv')
    const xlsx = await memoryOf('xlsx')
    await store.destroy()
    const unit = 'MB'
    return [
      { name: 'a CSV of 50 000 orders, more memory', value: csv.more, unit, limit: 50, detail: csv.detail },
      { name: 'a workbook of 50 000 orders, more memory', value: xlsx.more, unit, limit: 50, detail: xlsx.detail },
      {
        name: 'first byte of a file after the first page',
        value: Math.round(median(firstBytes)),
        unit: 'ms',
        limit: 200,
        detail: `slowest ${Math.round(Math.max(...firstBytes))} ms`,
      },
    ]
  } finally {
    service.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

function asked(format: FileFormat): Promise<Response> {
  const buyerId = randomUUID()
  const body = {
    rows: 'attempts',
    format,
    order: 'oldest-first',
    zone: 'Europe/Berlin',
    columns: columnsOf.attempts.map(({ name }) => name),
  }
  const request = new Request(`http://127.0.0.1:3000/api/desk/buyers/${buyerId}/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return exportCharges(request, { ...person, accountId: randomUUID() }, { buyerId })
}

async function firstByte(url: string): Promise<number> {
  await fetch(`${url}/answered`)
  const reader = (await asked('csv')).body?.getReader()
  await reader?.read()
  const now = performance.timeOrigin + performance.now()
  await reader?.cancel()
  return now - ((await (await fetch(`${url}/answered`)).json()) as number)
}

/** How much the process grows while a file goes out to a reader that keeps nothing; sampled between pieces, garbage let lie. */
async function memoryOf(format: FileFormat): Promise<{ more: number; detail: string }> {
  setFlagsFromString('--expose_gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const before = process.memoryUsage().rss
  let highest = before
  let bytes = 0
  const from = performance.now()
  const body = (await asked(format)).body
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    bytes += piece.length
    highest = Math.max(highest, process.memoryUsage().rss)
  }
  const more = Math.round((highest - before) / 1e5) / 10
  return { more, detail: `${(bytes / 1e6).toFixed(1)} MB in ${((performance.now() - from) / 1000).toFixed(1)} s` }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { name, value, unit, limit, detail } of await files())
    console.log(`${name}: ${value} ${unit}, at most ${limit} (${detail})`)
