import { database } from '@/lib/database/open'
import { createPerson } from '@/lib/people/server/person-accounts'
import { demoAccounts, demoPassword } from './demo-accounts.mjs'

// An account that is there already stays as it is.
const store = await database()
for (const person of demoAccounts) await createPerson(store, { ...person, password: demoPassword })
await store.destroy()
