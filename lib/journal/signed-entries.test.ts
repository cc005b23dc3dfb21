import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { renewal, SigningDashboard } from '@/lib/signatures/signing-for-tests'
import { SignatureWalk } from './signature'
import { stubOf, stubsOf } from './stub'

const run = promisify(execFile)

describe.each(engines)('an entry that somebody signed, on %s', (engine) => {
  const signing = new SigningDashboard(engine, { SIGNED_ACTS: 'renew-now' })
  it('keeps its signature', async () => {
    await signing.person('manager') // somebody else’s key is enrolled, too
    const max = await signing.person('manager')
    for (let time = 0; time < 2; time++) expect((await max.signed(renewal())).status).toBe(200)
    for (const atSignIn of [true, false]) {
      const asked = { method: 'PUT', path: '/api/desk/account/passkeys', body: { atSignIn } }
      expect((await max.signed(asked)).status).toBe(200)
    }
    expect((await signedEntry()).detail).toContain('"authenticatorData":"')
  })

  const signedEntry = async () => {
    const entry = (await signing.entries('intent')).find(({ detail }) => detail.includes('"signature":{'))
    if (!entry) throw new Error('No intent is signed')
    return entry
  }

  it('is named by verify where somebody changed its signature in the database', async () => {
    const store = await database()
    const { seq, detail } = await signedEntry()
    const changed = detail.replace('"signature":"', '"signature":"A')
    await store.updateTable('journal').set({ detail: changed }).where('seq', '=', seq).execute()
    expect(await signing.verdict()).toMatchObject({ whole: false, seq })
    await store.updateTable('journal').set({ detail }).where('seq', '=', seq).execute()
    expect(await signing.verdict()).toMatchObject({ whole: true })
  })

  it('is named even where somebody could write the whole chain anew', async () => {
    const store = await database()
    const rows = await store.selectFrom('journal').selectAll().orderBy('seq').execute()
    const signed = await signedEntry()
    const faultIn = (changed: typeof rows) => {
      const walk = new SignatureWalk()
      return changed.map((row) => walk.faultOf(row)).find((fault) => fault !== null)
    }
    const withDetail = (seq: number, change: (detail: string) => string) =>
      rows.map((row) => (row.seq === seq ? { ...row, detail: change(row.detail) } : row))
    const { key } = JSON.parse(signed.detail).signature
    const foreign = rows.find(({ kind, seq }) => kind === 'passkey-added' && seq !== key)
    const publicKey = /"publicKey":"[^"]*"/
    expect(faultIn(rows)).toBe(undefined)
    const [off, on] = rows.filter(({ kind, detail }) => kind === 'person' && detail.includes('"signature":{')).toReversed()
    const signatureOf = (row = off) => JSON.stringify(JSON.parse(row?.detail ?? '').signature)
    const swapped = (row: (typeof rows)[number]) => {
      if (row !== on && row !== off) return row
      return { ...row, detail: row.detail.replace(signatureOf(row), signatureOf(row === on ? off : on)) }
    }
    expect(faultIn(rows.map(swapped))).toBe(`entry ${on?.seq}: it’s signed for something else`)
    expect(faultIn(rows.map((row) => (row === on ? { ...row, kind: 'erased' } : row)))).toContain('signed for something else')
    const named = expect.stringContaining(`entry ${signed.seq}: `)
    expect(faultIn(withDetail(signed.seq, (detail) => detail.replaceAll('Agreed with', 'Agreed by')))).toEqual(named)
    expect(faultIn(withDetail(signed.seq, (detail) => detail.replace(/("signature":")(..)/, '$1AA')))).toEqual(named)
    expect(faultIn(withDetail(signed.seq, (detail) => detail.replace(`"key":${key}`, `"key":${foreign?.seq}`)))).toEqual(named)
    expect(faultIn(rows.filter(({ seq }) => seq !== key))).toContain('didn’t enrol its key')
    const stolen = withDetail(key, (detail) => detail.replace(publicKey, publicKey.exec(foreign?.detail ?? '')?.[0] ?? ''))
    expect(faultIn(stolen)).toContain('doesn’t fit the key')
    expect(faultIn([...rows, { ...signed, seq: rows.length + 1 }])).toBe(
      `entry ${rows.length + 1}: its signature was used before`,
    )
    expect(faultIn(rows.map((row) => (row.seq === signed.seq ? { ...row, account_id: 'eve' } : row)))).toEqual(named)
  })

  it('is named where the counter in the database was set back, so that a copy of the key could sign', async () => {
    const max = await signing.person('manager')
    max.authenticator.counter = 7
    expect((await max.signed(renewal())).status).toBe(200)
    expect((await max.signed(renewal())).status).toBe(200)
    expect(await signing.verdict()).toMatchObject({ whole: true })
    const store = await database()
    await store.updateTable('passkeys').set({ counter: 1 }).where('account_id', '=', max.session.accountId).execute()
    expect((await max.signed(renewal(), { counter: 8 })).status).toBe(200)
    const [{ seq } = { seq: 0 }] = await signing.entries('intent')
    expect(await signing.verdict()).toMatchObject({
      whole: false,
      seq,
      why: expect.stringContaining('its key’s counter went back'),
    })
  })

  it('is checked without the dashboard, and no byte of it can be changed', { timeout: 60_000 }, async () => {
    const store = await database()
    const signed = (await store.selectFrom('journal').selectAll().execute()).filter(({ detail }) =>
      detail.includes('"signature":{'),
    )
    const folder = mkdtempSync(join(tmpdir(), 'counterfoil-stub-'))
    const put = (name: string, text: Buffer) => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    }
    const check = (files: string[]) => run(process.execPath, ['scripts/check-stub.mjs', ...files], { maxBuffer: 1e7 })
    const stubs = await Promise.all(signed.map(async ({ seq }) => Buffer.from(await stubOf(store, seq))))
    const { stdout } = await check(stubs.map((stub, at) => put(`${at}`, stub)))
    expect(stdout.trim().split('\n')).toHaveLength(signed.length)
    const { seq, action_id } = await signedEntry()
    const stub = Buffer.from(await stubOf(store, seq))
    expect(await stubsOf(store, [action_id ?? ''])).toEqual([{ seq, text: stub.toString() }]) // as an evidence pack has it
    const changed = Array.from({ length: 1_000 }, (_, time) => {
      const at = Math.floor((time * stub.length) / 1_000)
      const other = Buffer.from(stub)
      other[at] = (stub[at] ?? 0) ^ (1 << (time % 8))
      return put(`changed-${time}`, other)
    })
    const refused = await check(changed).catch((cause: { stdout: string; stderr: string }) => cause)
    expect([
      refused.stdout,
      refused.stderr
        .trim()
        .split('\n')
        .filter((line) => line.includes('isn’t genuine')).length,
    ]).toEqual(['', 1_000])
    rmSync(folder, { recursive: true })
  })
})
