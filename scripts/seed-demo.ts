import { existsSync, writeFileSync } from 'node:fs'
import { makeToken } from '@/lib/agents/server/tokens'
import { longestDays, tokenLimits } from '@/lib/agents/token'
import { database } from '@/lib/database/open'
import { makeAddress } from '@/lib/events/server/addresses'
import { createPerson } from '@/lib/people/server/person-accounts'
import { demoAccounts, demoPassword } from './demo-accounts.mjs'

// What is there already stays as it is. The files are given the secret of the address that the stand-in posts its events to, and the token
// of a machine that works for the demo’s agent.
const [file, tokenFile] = process.argv.slice(2)
const store = await database()
for (const person of demoAccounts) await createPerson(store, { ...person, password: demoPassword })
if (file && !existsSync(file)) {
  const { secret } = await makeAddress({ accountId: '', name: 'npm run demo' }, 'northwind')
  writeFileSync(file, secret, { mode: 0o600 })
}
if (tokenFile && !existsSync(tokenFile)) {
  const [agent] = demoAccounts
  const row = await store
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', agent?.email ?? '')
    .executeTakeFirstOrThrow()
  const { token } = await makeToken(
    { accountId: '', sessionId: '', email: '', name: 'npm run demo', role: 'admin' },
    {
      name: 'helpdesk-bot',
      accountId: row.id,
      merchants: ['northwind'],
      scopes: ['read', 'propose'],
      days: longestDays,
      readsAMinute: tokenLimits.readsAMinute.usual,
      proposalsAnHour: tokenLimits.proposalsAnHour.usual,
      waitingMost: tokenLimits.waitingMost.usual,
    },
  )
  writeFileSync(tokenFile, token, { mode: 0o600 })
}
await store.destroy()
