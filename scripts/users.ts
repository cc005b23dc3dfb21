import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import type { Transaction } from 'kysely'
import { passwordLength } from '@/lib/password-length'
import { ServiceProblem } from '@/lib/problem'
import { type Role, roles } from '@/lib/roles'
import { insertAccount, listAccounts } from '@/lib/server/auth/accounts'
import { type AccountChange, changeLocalAccount } from '@/lib/server/auth/change-account'
import { notePerson } from '@/lib/server/auth/note-person'
import { passwordTrouble } from '@/lib/server/auth/password-trouble'
import { hashPassword } from '@/lib/server/auth/passwords'
import { database } from '@/lib/server/database/open'
import type { Tables } from '@/lib/server/database/schema'
import { inJournal } from '@/lib/server/imports/note-import'

const usage = `Usage:
  npm run users -- add EMAIL --role ROLE [--name NAME] [--keep-password]
      (password from standard input, or asked for; the first sign-in changes it, unless it is to be kept)
  npm run users -- list
  npm run users -- role EMAIL ROLE
  npm run users -- disable EMAIL
  npm run users -- enable EMAIL
Roles: ${roles.join(', ')}`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { role: { type: 'string' }, name: { type: 'string' }, 'keep-password': { type: 'boolean', default: false } },
})
const [act, email = '', newRole] = positionals

process.exitCode = await run()
await (await database()).destroy()

async function run(): Promise<number> {
  switch (act) {
    case 'list':
      for (const { email, name, role, disabled, signsInWith } of await listAccounts(await database()))
        console.log([email, role, disabled ? 'disabled' : 'enabled', name, signsInWith].join('\t'))
      return 0
    case 'add':
      return add()
    case 'role':
      return isRole(newRole) ? change({ role: newRole }) : fail(`Give a role: ${roles.join(', ')}`)
    case 'disable':
    case 'enable':
      return change({ disabled: act === 'disable' })
    default:
      return fail(usage)
  }
}

async function add(): Promise<number> {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return fail('Give an e-mail address')
  if (!isRole(values.role)) return fail(`Give a role: ${roles.join(', ')}`)
  const password = await readPassword()
  const length = [...password].length
  if (length < passwordLength.least || length > passwordLength.most)
    return fail(`Give a password of ${passwordLength.least} to ${passwordLength.most} characters`)
  const given = { email, role: values.role, name: values.name ?? email.split('@')[0] ?? email }
  const due = !values['keep-password']
  // One that is changed at the first sign-in may be simple; one that stays may not.
  const trouble = due ? null : passwordTrouble(password, given)
  if (trouble !== null) return fail(trouble)
  const password_hash = await hashPassword(password)
  const id = await (await database()).transaction().execute(async (tx) => {
    const account = await insertAccount(tx, { ...given, password_hash }, { due })
    if (account !== null) await noteIt(tx, { did: 'added', account, role: given.role })
    return account
  })
  return id === null ? fail(`${email} has an account already`) : done()
}

async function change(what: AccountChange): Promise<number> {
  try {
    const found = await changeLocalAccount(await database(), email, what, noteIt)
    return found ? done() : fail(`There is no account ${email}`)
  } catch (cause) {
    if (cause instanceof ServiceProblem) return fail(cause.message)
    throw cause
  }
}

/** In the journal this command is a person of its own: it knows of nobody who sits at the machine. */
async function noteIt(tx: Transaction<Tables>, detail: object): Promise<void> {
  if (inJournal()) await notePerson(tx, { accountId: '', name: 'npm run users' }, detail)
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
  if (!inJournal()) console.error('Not in the journal: give JOURNAL_KEY or NEXTAUTH_SECRET as the server has it.')
  console.log('done')
  return 0
}

function fail(why: string): number {
  console.error(why)
  return 1
}
