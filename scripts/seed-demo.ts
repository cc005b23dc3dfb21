import { addAccount } from '@/lib/server/auth/accounts'
import { database } from '@/lib/server/database/open'
import { demoAccounts, demoPassword } from './demo-accounts.mjs'

// An account that is there already stays as it is.
const store = await database()
for (const account of demoAccounts) await addAccount(store, { ...account, password: demoPassword })
await store.destroy()
