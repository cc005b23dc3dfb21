// @ts-check
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { giveUp } from './child.mjs'
import { freePort } from './ports.mjs'

// A PostgreSQL server of our own for tests, in a temporary folder: `node scripts/postgres.mjs` starts one by hand.

const isRoot = process.getuid?.() === 0

/** The folder of the programs of a PostgreSQL server on this machine, or undefined. */
export function findPostgres() {
  const versions = '/usr/lib/postgresql'
  const packaged = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    outputOf('pg_config', '--bindir'),
    ...packaged.map((version) => join(versions, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/local/bin',
  ]
  return folders.find((folder) => folder && ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))))
}

/** Installs Debian's package when root. Throws a plain sentence where no server can be had. */
function installPostgres() {
  const advice = 'Install a PostgreSQL server, or put its programs on the PATH.'
  if (!isRoot || outputOf('apt-get', '--version') === undefined) throw new Error(`There is no PostgreSQL server here. ${advice}`)
  console.log('Installing PostgreSQL…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const given of [['update'], ['install', '-y', 'postgresql']]) {
    try {
      execFileSync('apt-get', given, { env, stdio: ['ignore', 'ignore', 'pipe'] })
    } catch (cause) {
      const { stderr } = /** @type {{ stderr?: Buffer }} */ (cause)
      throw new Error(`Couldn’t install PostgreSQL: ${String(stderr ?? cause).trim()}\n${advice}`, { cause })
    }
  }
  // The package starts a server for itself; there was none before, so it is ours to stop.
  for (const cluster of (outputOf('pg_lsclusters', '-h') ?? '').split('\n')) {
    const [version, name] = cluster.split(/\s+/)
    if (version && name) outputOf('pg_ctlcluster', version, name, 'stop')
  }
  const installed = findPostgres()
  if (installed === undefined) throw new Error(`PostgreSQL was installed, but we couldn’t find its programs. ${advice}`)
  return installed
}

/** @param {string} program @param {string[]} given */
function outputOf(program, ...given) {
  try {
    return execFileSync(program, given, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined // it is not there, or it does not know the answer
  }
}

/** The user that runs the server where this process is root, which PostgreSQL refuses; null where it may run it itself. */
function ordinaryUser() {
  if (!isRoot) return null
  const user = ['postgres', 'nobody'].find((name) => outputOf('id', '-u', name) !== undefined)
  if (user === undefined) throw new Error('PostgreSQL can’t run as root. Create a postgres or nobody user.')
  return { uid: Number(outputOf('id', '-u', user)), gid: Number(outputOf('id', '-g', user)) }
}

/**
 * Starts a server with an empty cluster on a free port of 127.0.0.1. It ends with `stop`, or with this process however that ends.
 * `isFlushed: false` is for who kills others than the server: commits survive those without being flushed.
 * @param {{ isFlushed?: boolean }} [options]
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} `url` of the database postgres, without a trailing slash
 */
export async function startPostgres({ isFlushed = true } = {}) {
  const programs = findPostgres() ?? installPostgres()
  const user = ordinaryUser()
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-postgres-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const cluster = join(folder, 'cluster')
  const as = { ...(user ?? {}), cwd: folder, env: { ...process.env, LC_ALL: 'C' } }
  // Only the making of the cluster goes unflushed; the server flushes every commit as anywhere else.
  const shape = ['--username=counterfoil', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions']
  execFileSync(join(programs, 'initdb'), ['-D', cluster, ...shape], { ...as, stdio: ['ignore', 'ignore', 'inherit'] })
  const port = await freePort()
  const settings = ['-D', cluster, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-c', 'max_connections=200']
  if (!isFlushed) settings.push('-c', 'fsync=off')
  // The line that nobody ever writes to closes when this process ends, even by a kill, and then the server is told to end.
  const watched = '(read -r _ <&3; kill -QUIT $$) & exec "$@" 3<&-'
  const server = spawn('/bin/sh', ['-c', watched, 'sh', join(programs, 'postgres'), ...settings], {
    ...as,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => server.once('close', resolve))
  const stop = async () => {
    server.stdio[3]?.destroy()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await readiness(server)
  } catch (cause) {
    await stop()
    throw cause
  }
  return { url: `postgres://counterfoil@127.0.0.1:${port}/postgres`, stop }
}

/** @param {import('node:child_process').ChildProcess} server @returns {Promise<void>} */
function readiness(server) {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stderr?.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-4_000)
      if (said.includes('database system is ready to accept connections')) resolve()
    })
    server.once('exit', () => reject(new Error(`PostgreSQL didn’t start:\n${said.trim()}`)))
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url, stop } = await startPostgres().catch((cause) => giveUp(cause.message))
  console.log(url)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop())
}
