import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('main.ts', import.meta.url))

const start = (environment: Record<string, string>) =>
  spawn(process.execPath, ['--import', 'tsx', program], { env: { ...process.env, ...environment }, stdio: 'pipe' })

/** Reads what a program prints until the pattern is found in it. */
async function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  let text = ''
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk)
    const found = pattern.exec(text)
    if (found) return found[1] ?? ''
  }
  throw new Error(`Ended after printing: ${text}`)
}

test('the program prints its address, answers there and stops cleanly on SIGTERM', async () => {
  const child = start({ STANDIN_PORT: '0' })
  const url = await printed(child, /listens on (http:\S+)/)
  expect(await (await fetch(`${url}/standin/health`)).json()).toEqual({ status: 'ok' })
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('the program refuses a port that is no number', async () => {
  expect(await once(start({ STANDIN_PORT: 'http' }), 'exit')).toEqual([1, null])
})
