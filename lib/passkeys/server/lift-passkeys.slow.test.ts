import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
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
    const command = ['--conditions=react-server', '--import', 'tsx', 'scripts/users.ts', 'lift-passkeys', email]
    expect((await run(process.execPath, command, { env: process.env })).stdout).toContain('done')
    const left = await (await eve.ask({ method: 'GET', path: '/api/desk/account/passkeys' })).json()
    expect(left.passkeys).toEqual([])
    const [entry] = await signing.entries('passkey-removed')
    expect(entry).toMatchObject({ person: 'npm run users', detail: expect.stringContaining(accountId) })
    expect(await signing.verdict()).toMatchObject({ whole: true })
  })
})
