import { randomUUID } from 'node:crypto'
import { database } from '@/lib/database/open'
import { noClaim } from '@/lib/journal/action-ids'
import { askToLift } from '@/lib/passkeys/server/lift-passkeys'
import { ofLongStanding } from '@/lib/passkeys/server/standing-for-tests'
import { newPersonId, type Row } from './repeats-for-tests'

/** Somebody with a passkey that nobody has. */
async function withPasskey(): Promise<string> {
  const accountId = await newPersonId()
  const row = {
    ...{ id: randomUUID(), account_id: accountId, credential_id: randomUUID(), public_key: '', counter: 0, transports: '[]' },
    ...{ backed_up: 0, name: 'Key', host: 'desk.example.test', entry: null, added_at: new Date().toISOString() },
    ...{ last_used_at: null, removed_at: null },
  }
  await (await database()).insertInto('passkeys').values(row).execute()
  return accountId
}

const another = async () => ({
  ...{
    accountId: await ofLongStanding(await newPersonId('admin')),
    sessionId: '',
    email: '',
    name: 'Another',
    role: 'admin' as const,
  },
})

/** Passwords and passkeys of others. */
export const ofWaysIn: Record<string, Row> = {
  'POST /api/desk/people/{accountId}/password': {
    as: 'admin',
    anyMerchant: true,
    fresh: async () => ({ params: { accountId: await newPersonId() }, body: {} }),
  },
  'POST /api/desk/people/{accountId}/passkeys': {
    as: 'admin',
    anyMerchant: true,
    fresh: async ({ accountId: asker }) => {
      await ofLongStanding(asker)
      return { params: { accountId: await withPasskey() }, body: {} }
    },
  },
  'POST /api/desk/people/{accountId}/passkeys/decide': {
    as: 'admin',
    anyMerchant: true,
    fresh: async ({ accountId: decider }) => {
      await ofLongStanding(decider)
      const accountId = await withPasskey()
      await askToLift(await another(), accountId, noClaim)
      return { params: { accountId }, body: { lift: true } }
    },
  },
}

/** What takes an id, and a signature that is good once beside it: lib/passkeys/server/passkeys.test.ts tries both. */
export const signedOnce: Record<string, string> = {
  'POST /api/desk/account/passkeys': 'what the browser made is used up with it',
  'PUT /api/desk/account/passkeys': 'a signature is good once',
  'DELETE /api/desk/account/passkeys/{passkeyId}': 'a signature is good once',
}
