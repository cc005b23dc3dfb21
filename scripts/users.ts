import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { passwordLength } from '@/lib/password-length'
import { type Role, roles } from '@/lib/roles'
import { addAccount, changeAccount, listAccounts } from '@/lib/server/auth/accounts'
import { database } from '@/lib/server/database/open'

const usage = `Usage:
  npm run users -- add EMAIL --role ROLE [--name NAME]   (password from standard input, or asked for)
  npm run users -- list
  npm run users -- role EMAIL ROLE
  npm run users -- disable EMAIL
  npm run users -- enable EMAIL
Roles: ${roles.join(', ')}`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { role: { type: 'string' }, name: { type: 'string' } },
})
const [act, email = '', newRole] = positionals

process.exitCode = await run()
await (await database()).destroy()

async function run(): Promise<number> {
  const store = await database()
  switch (act) {
    case 'list':
      for (const { email, name, role, disabled } of await listAccounts(store))
        console.log([email, role, disabled ? 'disabled' : 'enabled', name].join('\t'))
      return 0
    case 'add':
      return add()
    case 'role':
      return isRole(newRole)
        ? changed(await changeAccount(store, email, { role: newRole }))
        : fail(`Give a role: ${roles.join(', ')}`)
    case 'disable':
    case 'enable':
      return changed(await changeAccount(store, email, { disabled: act === 'disable' }))
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
  const id = await addAccount(await database(), {
    email,
    role: values.role,
    name: values.name ?? email.split('@')[0] ?? email,
    password,
  })
  return id === null ? fail(`${email} has an account already`) : changed(true)
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

function changed(found: boolean): number {
  if (!found) return fail(`There is no account ${email}`)
  console.log('done')
  return 0
}

function fail(why: string): number {
  console.error(why)
  return 1
}
