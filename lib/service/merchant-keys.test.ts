import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getChargeHistory } from '@/lib/operations/queries'
import { buyerId } from '@/lib/operations/testing/valid-bodies'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { forgetSingletons } from '@/lib/platform/singleton-for-tests'
import { Dashboard } from '@/lib/testing/dashboard'
import { northwind } from '@/lib/testing/environment'
import { json, type Listener, listener } from '@/lib/testing/listener'
import { merchantFaults, watchMerchants } from './merchant-keys'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-keys-'))
const file = join(folder, 'merchants.json')
const canary = 'canary-secret-of-the-file'
const put = (merchants: unknown) => writeFileSync(file, typeof merchants === 'string' ? merchants : JSON.stringify(merchants))
const fresh = { ...northwind, publicKey: 'bb46a835-36fa-4f75-ba3d-dc8785912345', secretKey: canary }
const hangUp = () => process.emit('SIGHUP')

const dashboard = new Dashboard({ MERCHANTS: '', MERCHANTS_FILE: file })
put([northwind])
beforeAll(watchMerchants)
afterAll(() => {
  process.removeAllListeners('SIGHUP')
  delete process.env.MERCHANTS_FILE
  rmSync(folder, { recursive: true })
})

const read = () => dashboard.ask(getChargeHistory, { params: { buyerId } })
const keysOf = ({ received }: Listener) => received.map(({ headers }) => headers['x-public-key'])

describe('on SIGHUP the keys are read again', () => {
  it('what is under way finishes with the old ones, what comes later has the new ones', async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const service = await listener(async (...given) => {
      if (service.received.length === 1) await held
      json(200, { data: [], meta: { total: 0 } })(...given)
    })
    dashboard.serviceAt(service.url)
    const first = read()
    await vi.waitFor(() => expect(service.received).toHaveLength(1), 10_000)
    put([fresh])
    hangUp()
    expect((await read()).status).toBe(200)
    letGo()
    expect((await first).status).toBe(200)
    expect(keysOf(service)).toEqual([northwind.publicKey, fresh.publicKey])
  })

  it.each([
    ['no JSON', `[{"secretKey":"${canary}"`, 'MERCHANTS_FILE: isn’t JSON'],
    ['an account without a key', [{ ...fresh, publicKey: undefined }], 'MERCHANTS_FILE[0].publicKey: is missing'],
    ['no account', [], 'MERCHANTS_FILE: has no merchant account in it'],
  ])('a file with %s changes nothing, and is one plain line without a value', async (_, content, fault) => {
    put([fresh])
    hangUp()
    const lines = vi.spyOn(log, 'error').mockImplementation(() => {})
    put(content)
    hangUp()
    expect(env().merchants.map(({ publicKey }) => publicKey)).toEqual([fresh.publicKey])
    expect(merchantFaults()).toEqual([fault])
    expect(lines.mock.calls).toEqual([[{ faults: fault }, 'merchants_not_read']])
    lines.mockRestore()
    put([northwind])
    hangUp()
    expect([merchantFaults(), env().merchants[0]?.publicKey]).toEqual([[], northwind.publicKey])
    forgetSingletons('env')
  })
})
