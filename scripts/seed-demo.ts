import { existsSync, writeFileSync } from 'node:fs'
import { database } from '@/lib/database/open'
import { makeAddress } from '@/lib/events/server/addresses'
import { createPerson } from '@/lib/people/server/person-accounts'
import { demoAccounts, demoPassword } from './demo-accounts.mjs'

// What is there already stays as it is. The file is given the secret of the address that the stand-in posts its events to.
const [file] = process.argv.slice(2)
const store = await database()
for (const person of demoAccounts) await createPerson(store, { ...person, password: demoPassword })
if (file && !existsSync(file)) {
  const { secret } = await makeAddress({ accountId: '', name: 'npm run demo' }, 'northwind')
  writeFileSync(file, secret, { mode: 0o600 })
}
await store.destroy()
