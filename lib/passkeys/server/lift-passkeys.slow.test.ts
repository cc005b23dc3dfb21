import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { allowHookHost, newHook } from '@/lib/notices/server/hook-for-tests'
import { SigningDashboard } from '@/lib/signatures/signing-for-tests'

const run = promisify(execFile)

describe.each(engines)('npm run users -- lift-passkeys, on %s', (engine) => {
  const signing = new SigningDashboard(engine, { SIGNED_ACTS: 'renew-now' })

  it('lifts them on the server, where no two admins can, and the journal says so', { timeout: 120_000 }, async () => {
    const eve = await signing.person('admin')
    const { accountId } = eve.session
    const store = await database()
    const accounts = store.selectFrom('accounts').select('email').where('id', '=', accountId)
    const { email } = await accounts.executeTakeFirstOrThrow()
    allowHookHost()
    await newHook('https://hooks.example.test/a', { kinds: ['passkeys-changed'] })
    const command = ['--conditions=react-server', '--import', 'tsx', 'scripts/users.ts', 'lift-passkeys', email]
    expect((await run(process.execPath, command, { env: process.env })).stdout).toContain('done')
    const left = await (await eve.ask({ method: 'GET', path: '/api/desk/account/passkeys' })).json()
    expect(left.passkeys).toEqual([])
    const [entry] = await signing.entries('passkey-removed')
    expect(entry).toMatchObject({ person: 'npm run users', detail: expect.stringContaining(accountId) })
    const { data } = await (await eve.ask({ method: 'GET', path: '/api/desk/notices' })).json()
    expect(data[0]).toMatchObject({ words: 'All passkeys were removed from your account', isNew: true })
    const waiting = store.selectFrom('hook_deliveries').select('words').where('state', '=', 'waiting')
    expect(await waiting.execute()).toContainEqual({ words: 'All passkeys were removed from somebody’s account' })
    expect(await signing.verdict()).toMatchObject({ whole: true })
  })
})
