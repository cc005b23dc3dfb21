// @ts-check
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const [lowest, highest] = [11_000, 32_000]
const given = new Set()

/**
 * A port of this machine that nobody listens on, below those that the system gives away by itself in the meantime and above those that
 * browsers refuse. No port is given twice while this process lives, neither by it nor by another.
 */
export async function freePort() {
  for (let turn = 0; turn < 100; turn += 1) {
    const port = randomInt(lowest, highest)
    if (given.has(port) || !(await claim(port)) || (await isTaken(port))) continue
    given.add(port)
    return port
  }
  throw new Error('Couldn’t find a free port on 127.0.0.1.')
}

/**
 * Keeps a port from other processes that look for one at the same time: a server that is still starting doesn't listen on its port yet.
 * Linux frees the name by itself when the process ends; other systems have no such names and go without.
 * @param {number} port
 * @returns {Promise<boolean>} whether the port is this process's now
 */
function claim(port) {
  if (process.platform !== 'linux') return Promise.resolve(true)
  return new Promise((resolve) => {
    const name = createServer().unref()
    name.once('error', () => resolve(false))
    name.listen(`\0counterfoil-port-${port}`, () => resolve(true))
  })
}

/**
 * Whether somebody listens on the port already.
 * @param {number} port
 */
export const isTaken = (port) =>
  listen(port).then(
    () => false,
    () => true,
  )

/** @param {number} port */
function listen(port) {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)))
  })
}

/**
 * A port from the environment. Throws a plain sentence where it is none.
 * @param {string} name
 * @param {number} fallback
 */
export function portFrom(name, fallback) {
  const text = process.env[name] || String(fallback)
  const port = Number(text)
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    throw new Error(`${name} must be a port from 1 to 65535, not ${JSON.stringify(text)}.`)
  return port
}
