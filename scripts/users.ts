import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import type { Transaction } from 'kysely'
import { ServiceProblem } from '@/lib/core/problem'
import { type Role, roles } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { hasJournalKey } from '@/lib/journal/crypto'
import { liftKeys } from '@/lib/passkeys/server/lift-passkeys'
import { notifyOfPasskeys } from '@/lib/passkeys/server/passkey-notices'
import { passwordLength } from '@/lib/people/password-length'
import { changeLocalPerson, type PersonChange } from '@/lib/people/server/apply-person-change'
import { passwordError } from '@/lib/people/server/password-error'
import { hashPassword } from '@/lib/people/server/passwords'
import { insertPerson, listPersonAccounts } from '@/lib/people/server/person-accounts'
import { type PersonChanged, recordPersonChange } from '@/lib/people/server/record-person-change'
import { readEnv } from '@/lib/platform/env'

const usage = `Usage:
  npm run users -- add EMAIL --role ROLE [--name NAME] [--keep-password]
      (reads the password from standard input or asks for it; the person changes it at first sign-in unless you pass --keep-password)
  npm run users -- list
  npm run users -- role EMAIL ROLE
  npm run users -- disable EMAIL
  npm run users -- enable EMAIL
  npm run users -- lift-passkeys EMAIL
      (removes all passkeys of a person who has lost them, where no two admins can)
Roles: ${roles.join(', ')}`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { role: { type: 'string' }, name: { type: 'string' }, 'keep-password': { type: 'boolean', default: false } },
})
const [act, email = '', newRole] = positionals

try {
  process.exitCode = await run()
  await (await database()).destroy()
} catch (cause) {
  process.exitCode = fail(cause instanceof Error ? cause.message : String(cause))
}

async function run(): Promise<number> {
  switch (act) {
    case 'list':
      for (const { email, name, role, disabled, signsInWith } of await listPersonAccounts(await database()))
        console.log([email, role, disabled ? 'disabled' : 'enabled', name, signsInWith].join('\t'))
      return 0
    case 'add':
      return add()
    case 'role':
      return isRole(newRole) ? change({ role: newRole }) : fail(`Choose a role: ${roles.join(', ')}`)
    case 'disable':
    case 'enable':
      return change({ disabled: act === 'disable' })
    case 'lift-passkeys':
      return lift()
    default:
      return fail(usage)
  }
}

async function add(): Promise<number> {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return fail('Enter an e-mail address')
  if (!isRole(values.role)) return fail(`Choose a role: ${roles.join(', ')}`)
  const password = await readPassword()
  const length = [...password].length
  if (length < passwordLength.min || length > passwordLength.max)
    return fail(`Enter a password of ${passwordLength.min} to ${passwordLength.max} characters`)
  const given = { email, role: values.role, name: values.name ?? email.split('@')[0] ?? email }
  const due = !values['keep-password']
  // One that is changed at the first sign-in may be simple; one that stays may not.
  const error = due ? null : passwordError(password, given)
  if (error !== null) return fail(error)
  const password_hash = await hashPassword(password)
  const added = await (await database()).transaction().execute(async (tx) => {
    const added = await insertPerson(tx, { ...given, password_hash }, { due })
    if (added !== null) await recordChange(tx, { did: 'added', account: added.id, values: added, role: given.role })
    return added
  })
  return added === null ? fail(`${email} already has an account`) : done()
}

async function change(what: PersonChange): Promise<number> {
  try {
    const found = await changeLocalPerson(await database(), email, what, recordChange)
    return found ? done() : fail(`No account found for ${email}`)
  } catch (cause) {
    if (cause instanceof ServiceProblem) return fail(cause.message)
    throw cause
  }
}

/** Their passkeys are gone, and they add a new one after the next sign-in. The entries that they signed stay proven by the journal. */
async function lift(): Promise<number> {
  if (!hasJournalKey()) return fail('Set JOURNAL_KEY or NEXTAUTH_SECRET to the server’s value. The journal must record this.')
  const store = await database()
  const people = (await listPersonAccounts(store)).filter((person) => person.email === email.trim().toLowerCase())
  const [person] = people
  if (!person || people.length > 1)
    return fail(`${people.length === 0 ? 'No account' : 'More than one account'} found for ${email}`)
  if (person.passkeys === 0) return fail(`${email} has no passkeys`)
  const isNotified = readEnv().env !== null
  await store.transaction().execute(async (tx) => {
    await liftKeys(tx, { accountId: '', name: 'npm run users' }, person.id)
    if (isNotified) await notifyOfPasskeys(tx, person.id, { did: 'lifted', of: randomUUID() })
  })
  if (!isNotified) console.error('The person wasn’t notified. For that, set the server’s whole environment.')
  return done()
}

/** In the journal this command is a person of its own: it knows of nobody who sits at the machine. */
async function recordChange(tx: Transaction<Tables>, changed: PersonChanged): Promise<void> {
  if (hasJournalKey()) await recordPersonChange(tx, { accountId: '', name: 'npm run users' }, changed)
}

async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) {
    const asking = createInterface({ input: process.stdin, output: process.stdout })
    const typed = await asking.question('Password: ')
    asking.close()
    return typed
  }
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}

function isRole(text: string | undefined): text is Role {
  return (roles as readonly string[]).includes(text ?? '')
}

function done(): number {
  if (!hasJournalKey())
    console.error(
      'Done, but not recorded in the journal, so npm run verify may name this account. Set JOURNAL_KEY or NEXTAUTH_SECRET to the server’s value.',
    )
  console.log('done')
  return 0
}

function fail(why: string): number {
  console.error(why)
  return 1
}
