import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const [lowest, highest] = [10_000, 32_000]

/** A port of this machine that nobody listens on, below those that the system gives away by itself in the meantime. */
export async function freePort() {
  const port = randomInt(lowest, highest)
  return (await isTaken(port)) ? freePort() : port
}

/** Whether somebody listens on the port already. */
export const isTaken = (port) =>
  listen(port).then(
    () => false,
    () => true,
  )

function listen(port) {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)))
  })
}

/** A port from the environment. Throws a plain sentence where it is none. */
export function portFrom(name, fallback) {
  const text = process.env[name] || String(fallback)
  const port = Number(text)
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    throw new Error(`${name} must be a port from 1 to 65535, not ${JSON.stringify(text)}.`)
  return port
}
