// @ts-check
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Where the project stands, whatever folder a command was started from. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** @type {Set<Child>} */
const running = new Set()

/** A program that runs beside this one, until it ends or is stopped. */
export class Child {
  /** @type {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} */
  #process
  /** What the program has said so far; of a server that runs for long, the last of it. */
  output = ''
  /**
   * Resolves with the exit code once the program has ended, whoever ended it; one that cannot be started ends with 127.
   * @type {Promise<number>}
   */
  ended

  /**
   * @param {string[]} command the program and its arguments
   * @param {{ env?: Record<string, string>, keep?: number, hear?: (text: string) => void, cwd?: string }} [options]
   *   more environment; how many characters of output to keep; who is told what the program says; where it works
   */
  constructor([program = '', ...given], { env = {}, keep = 4_000, hear, cwd = root } = {}) {
    this.#process = spawn(program, given, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    /** @param {string} text */
    const listen = (text) => {
      this.output = (this.output + text).slice(-keep)
      hear?.(text)
    }
    this.#process.stdout?.setEncoding('utf8').on('data', listen)
    this.#process.stderr?.setEncoding('utf8').on('data', listen)
    this.ended = new Promise((/** @type {(code: number) => void} */ resolve) => {
      this.#process.once('close', (code) => resolve(code ?? 1))
      this.#process.once('error', (error) => {
        this.output += error.message
        resolve(127)
      })
    }).finally(() => running.delete(this))
    running.add(this)
  }

  get pid() {
    return this.#process.pid
  }

  /**
   * Sends the program a signal. `ended` tells what it makes of it.
   * @param {NodeJS.Signals} signal
   */
  kill(signal) {
    this.#process.kill(signal)
  }

  /** Asks the program to end and waits until it has; one that does not listen is killed. */
  async stop() {
    if (!running.has(this)) return
    this.#process.kill('SIGTERM')
    const impatient = setTimeout(() => this.#process.kill('SIGKILL'), 10_000)
    await this.ended
    clearTimeout(impatient)
  }

  /**
   * Waits until an address answers with success. Throws what the program said where it ends first or takes too long.
   * @param {string} address
   */
  async answers(address, limitMs = 60_000, everyMs = 100) {
    const until = Date.now() + limitMs
    while (running.has(this) && Date.now() < until) {
      const answer = await fetch(address, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
      if (answer?.ok) return
      await wait(everyMs)
    }
    throw new Error(`${address} isn’t responding.\n${this.output.trim()}`)
  }
}

/** Stops every program that this one has started. */
export const stopAll = () => Promise.all([...running].map((child) => child.stop()))

/**
 * Runs a program to its end.
 * @param {string[]} command
 * @param {Record<string, string>} [env]
 * @param {string} [cwd]
 */
export async function run(command, env = {}, cwd = root) {
  const child = new Child(command, { env, keep: Number.POSITIVE_INFINITY, cwd })
  return { code: await child.ended, output: child.output }
}

/**
 * A tool that is installed with the project, without asking npx for it.
 * @param {string} path
 * @param {string[]} given
 */
export const tool = (path, ...given) => [process.execPath, join(root, 'node_modules', path), ...given]

/**
 * The production server, as `npm start` starts it. Without a bound the engine lets garbage stand rather than look for it, and a long history
 * would cost 150 MB that nothing uses. With more than one thread to help it tidy, those take the second core from the server itself.
 * @param {number} port
 */
export const dashboard = (port) => [
  process.execPath,
  '--max-old-space-size=512',
  '--v8-pool-size=1',
  ...tool('next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', String(port)).slice(1),
]

/**
 * Ends this program with a sentence for people.
 * @param {string} sentence
 * @returns {never}
 */
export function giveUp(sentence) {
  console.error(sentence)
  process.exit(1)
}
