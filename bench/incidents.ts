import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { employ, personCalled } from '@/lib/commands/server/commands-for-tests'
import { database } from '@/lib/database/open'
import { addIncident, giveRows } from '@/lib/incidents/server/drafts'
import { noteSubscriptions } from '@/lib/incidents/server/facts-for-tests'
import { chunkRows } from '@/lib/incidents/server/plan'
import { runIncidents } from '@/lib/incidents/server/run'
import { askForPreview } from '@/lib/incidents/server/steps'
import { findIncident } from '@/lib/incidents/server/store'
import { noClaim } from '@/lib/journal/action-ids'
import { startWith } from '@/lib/testing/environment'
import type { Figure } from './measure'

const signal = new AbortController().signal
const uuidOf = (kind: number, number: number) => `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Previews an incident of so many rows, each of another buyer. Throws where the preview doesn't count them as they are. */
export async function incidentsFigure(count = 10_000): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-incidents-'))
  try {
    startWith({ DATA_DIR: folder, DATABASE_URL: '' })
    const store = await database()
    const person = personCalled('Mia', 'manager')
    await employ(store, person)
    const subscriptions = Array.from({ length: count }, (_, at) => ({
      id: uuidOf(5, at),
      buyerId: uuidOf(8, at),
      autoChargeStatus: at % 10 !== 0,
      endDate: '2099-06-30T12:00:00+00:00',
      status: 'active',
    }))
    await noteSubscriptions(store, subscriptions)
    const id = randomUUID()
    const command = { verb: 'autochargeOff' as const }
    await addIncident(person, { id, merchant: 'northwind', command, reason: 'Charged twice' }, noClaim)
    const taking = async () => ({ person, id, version: (await findIncident(store, id))?.version ?? 0, claim: noClaim })
    for (let chunk = 0; chunk * chunkRows < count; chunk += 1) {
      const some = subscriptions.slice(chunk * chunkRows, (chunk + 1) * chunkRows)
      const rows = some.map((each) => ({ subscriptionId: each.id, note: null }))
      await giveRows(await taking(), chunk, { rows, more: (chunk + 1) * chunkRows < count })
    }
    globalThis.gc?.()
    const before = process.memoryUsage().rss
    let highest = before
    const watching = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage().rss)
    }, 50)
    const from = performance.now()
    await askForPreview(await taking())
    await runIncidents(signal)
    const seconds = (performance.now() - from) / 1_000
    clearInterval(watching)
    const counts = JSON.parse((await findIncident(store, id))?.preview ?? '{}').counts
    await store.destroy()
    if (counts['will-change'] !== count - Math.ceil(count / 10) || counts.already !== Math.ceil(count / 10))
      throw new Error(`The preview counts ${JSON.stringify(counts)}`)
    const detail = `${count} rows of as many buyers, ${Math.round((highest - before) / 2 ** 20)} MB more memory at most`
    return { name: 'preview an incident, s', value: Math.round(seconds * 10) / 10, unit: 's', limit: 20, detail }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
