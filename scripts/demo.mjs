// @ts-check
import { createWriteStream, mkdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { buildWhenStale } from './build.mjs'
import { giveUp, root, stopAll } from './child.mjs'
import { demoAccounts, demoPassword } from './demo-accounts.mjs'
import { readForDemo } from './demo-reads.mjs'
import { DemoServers } from './demo-servers.mjs'
import { install } from './install.mjs'
import { isTaken, portFrom } from './ports.mjs'

let stopping = false

async function stop() {
  if (stopping) return
  stopping = true
  await stopAll()
  process.exit(0)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

// An npm that is killed outright tells nobody; what it leaves behind must not keep the ports.
const parent = process.ppid
if (process.env.npm_lifecycle_event === 'demo') setInterval(() => process.ppid !== parent && stop(), 1_000).unref()

try {
  const port = portFrom('PORT', 3000)
  const standinPort = portFrom('STANDIN_PORT', 4010)
  const dataDir = resolve(root, process.env.DATA_DIR || '.data/demo')
  if (port === standinPort) throw new Error('PORT and STANDIN_PORT must be different.')
  await requireFree('PORT', port)
  await requireFree('STANDIN_PORT', standinPort)

  await install()
  const { code, output } = await buildWhenStale()
  if (code !== 0) throw new Error(`${output}\nCouldn’t build the dashboard.`)

  mkdirSync(dataDir, { recursive: true })
  const log = createWriteStream(join(dataDir, 'dashboard.log'))
  const servers = new DemoServers({ port, standinPort, dataDir, events: true, hear: (text) => log.write(text) })
  await servers.start()
  await readForDemo(servers.address, await servers.fromStandin('demo'))
  console.log(await welcome(servers, join(dataDir, 'dashboard.log')))
  throw new Error(await servers.broken())
} catch (error) {
  if (!stopping) {
    await stopAll()
    giveUp(error instanceof Error ? error.message : String(error))
  }
}

/** @param {string} name @param {number} port */
async function requireFree(name, port) {
  if (await isTaken(port))
    throw new Error(`Port ${port} is in use. Stop the program using it, or choose another port with ${name}.`)
}

/** @param {DemoServers} servers @param {string} log */
async function welcome(servers, log) {
  /** @type {{ email: string, name: string, merchantCode: string }[]} */
  const stories = await servers.fromStandin('stories')
  const [first] = await servers.fromStandin('accounts')
  const findable = stories.filter(({ merchantCode }) => merchantCode === first.code)
  const width = Math.max(...findable.map(({ email }) => email.length))
  return `
Counterfoil is ready at ${servers.address}

Sign in with the password ${demoPassword} as one of
${demoAccounts.map(({ email }) => `  ${email}`).join('\n')}

Then find a buyer of ${first.name} by e-mail:
${findable.map(({ email, name }) => `  ${email.padEnd(width)}  ${name}`).join('\n')}
For what to try with each buyer, see docs/demo.md

A machine may read and propose for ${demoAccounts[0]?.name} at ${servers.address}/api/mcp with the token
  ${servers.machineToken()}

The service behind it is a stand-in at ${servers.standinAddress}; the dashboard's log is ${relative(process.cwd(), log)}.
Press Ctrl-C to stop both.`
}
