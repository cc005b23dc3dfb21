import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { environmentOf } from '../database/engines-for-tests'
import type { Place } from '../database/open'
import type { Feats, Told } from './racer-for-tests'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Makes one file of a script of ours, named from this folder, which starts in a quarter of the time; returns its path. */
export async function bundled(script: string): Promise<string> {
  const outfile = join(root, '.cache/for-tests', `${process.pid}-${basename(script, '.ts')}.mjs`)
  const alias = { '@': root, 'server-only': join(root, 'node_modules/server-only/empty.js') }
  const entryPoints = [fileURLToPath(new URL(script, import.meta.url))]
  await build({
    entryPoints,
    outfile,
    alias,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
  })
  return outfile
}

/** A bundled script in a process of its own, with the dashboard's environment at a place. */
export function forked(path: string, place: Place, more: Record<string, string> = {}): ChildProcess {
  return fork(path, { env: { ...process.env, ...environmentOf(place), ...more }, execArgv: [] })
}

/** Several processes of the dashboard at one place. */
export class Racers {
  private processes: ChildProcess[] = []

  async start(count: number, place: Place): Promise<void> {
    const script = await bundled('racer-for-tests.ts')
    this.processes = Array.from({ length: count }, () => forked(script, place))
    await Promise.all(this.processes.map((racer) => once(racer, 'message')))
    rmSync(script)
  }

  /** Asks each for the same at the same moment; `given` may differ by racer. Rejects with what any of them fails with. */
  async all<F extends keyof Feats>(
    feat: F,
    given: (racer: number) => Parameters<Feats[F]>[0],
  ): Promise<Awaited<ReturnType<Feats[F]>>[]> {
    const at = Date.now() + 30
    return Promise.all(
      this.processes.map(async (racer, number) => {
        racer.send({ feat, given: given(number), at })
        const [told] = (await once(racer, 'message')) as [Told]
        if ('failed' in told) throw new Error(told.failed)
        return told.result as Awaited<ReturnType<Feats[F]>>
      }),
    )
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.processes.map(async (racer) => {
        const ended = once(racer, 'exit')
        racer.kill('SIGTERM')
        await ended
      }),
    )
  }
}
