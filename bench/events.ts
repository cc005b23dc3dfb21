import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { database } from '@/lib/database/open'
import { day } from '@/lib/events/server/day-for-tests'
import { readEvents } from '@/lib/events/server/read-events'
import { storeAll } from '@/lib/events/server/store'
import { indexPending } from '@/lib/knowledge/server/directory'
import { randomFrom } from '@/lib/platform/random-for-tests'
import { startWith } from '@/lib/testing/environment'
import type { Figure } from './measure'

const piece = 200
const signal = new AbortController().signal

/** Takes in the events of so many buyers, each several times and in any order, until Find knows all of them. Throws where a charge isn't as it was told. */
export async function eventsFigure(buyers = 500, times = 2): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-events-'))
  try {
    startWith({ DATA_DIR: folder, DATABASE_URL: '' })
    const store = await database()
    const { texts, charges } = day('northwind', buyers)
    const random = randomFrom(7)
    const sent = Array.from({ length: times }, () => texts)
      .flat()
      .map((text) => ({ text, place: random() }))
      .toSorted((a, b) => a.place - b.place)
    const from = performance.now()
    let peakBytes = 0
    for (let at = 0; at < sent.length; at += piece) {
      await storeAll(sent.slice(at, at + piece).map(({ text }) => ({ merchant: 'northwind', addressId: 'a-1', text })))
      await readEvents(signal)
      await indexPending()
      peakBytes = Math.max(peakBytes, process.memoryUsage().rss)
    }
    const seconds = (performance.now() - from) / 1_000
    const rows = await store.selectFrom('directory_charges').select(['charge_id', 'status', 'told_by']).execute()
    const wrong = rows.filter(({ charge_id, status, told_by }) => charges.get(charge_id) !== status || told_by !== 'event')
    await store.destroy()
    if (wrong.length > 0 || rows.length !== charges.size) throw new Error(`${wrong.length} of ${rows.length} charges are wrong`)
    const detail = `${texts.length} events of ${buyers} buyers, each ${times} times, in ${Math.round(seconds)} s, at most ${Math.round(peakBytes / 2 ** 20)} MB`
    return {
      name: 'events until Find knows them, ms each',
      value: Math.round((seconds * 10_000) / sent.length) / 10,
      unit: 'ms',
      limit: 20,
      detail,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
