import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { database } from '@/lib/database/open'
import { makeAddress, revokeAddress } from '@/lib/events/server/addresses'
import { receiveEvent } from '@/lib/events/server/receive-event'
import { setEventSettings } from '@/lib/events/server/settings'
import type { Person } from '@/lib/people/server/sessions'
import { peerHeader } from '@/lib/platform/address-of'
import { northwind, startWith } from '@/lib/testing/environment'
import { type Figure, median, timed } from './measure'

const rounds = 2_000
const admin: Person = { accountId: 'a-1', sessionId: 's-1', email: 'admin@desk.example.test', name: 'The admin', role: 'admin' }

/**
 * How much longer the slowest refusal of an event takes than the fastest: an account that isn't there, a wrong secret, a revoked one, and a
 * sender that isn't allowed. Whoever guesses learns nothing from the time. Throws where the answers differ.
 */
export async function refusedEvents(): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-refused-'))
  try {
    startWith({ DATA_DIR: folder, DATABASE_URL: '', merchants: [northwind, { ...northwind, code: 'southbay' }] })
    const [live, revoked] = [await makeAddress(admin, 'southbay'), await makeAddress(admin, 'northwind')]
    await revokeAddress(admin, 'northwind', revoked.id)
    await setEventSettings(admin, 'southbay', { from: ['198.51.100.0/24'], settles: 'read' })
    const kinds = [
      { account: 'elsewhere', secret: live.secret },
      { account: 'northwind', secret: `${live.secret.slice(1)}x` },
      { account: 'northwind', secret: revoked.secret },
      { account: 'southbay', secret: live.secret },
    ].map((params) => ({ params, times: [] as number[] }))
    for (let round = 0; round < rounds; round += 1)
      for (const [kind, { params, times }] of kinds.entries()) {
        const sender = `203.0.${kind}.${round % 250}:${round}` // each sender may be wrong twenty times a minute
        const headers = { [peerHeader]: sender, 'content-type': 'application/json' }
        const request = new Request('http://127.0.0.1/api/events', { method: 'POST', body: '{}', headers })
        let answer: Response | undefined
        times.push(
          await timed(async () => {
            answer = await receiveEvent(request, { params: Promise.resolve(params) })
          }),
        )
        const said = answer && [answer.status, await answer.text(), [...answer.headers].join()]
        if (String(said) !== '404,,cache-control,no-store') throw new Error(`An event was refused with ${said}`)
      }
    await (await database()).destroy()
    const medians = kinds.map(({ times }) => median(times.slice(rounds / 10))) // what is compiled at first is left out
    const [slowest, fastest] = [Math.max(...medians), Math.min(...medians)]
    const detail = `${medians.map((ms) => `${Math.round(ms * 1_000)} µs`).join(', ')}: unknown account, wrong secret, revoked, sender`
    return {
      name: 'refused events, slowest against fastest',
      value: Math.round((slowest / fastest) * 1_000) / 1_000,
      unit: '×',
      limit: 1.05,
      detail,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
