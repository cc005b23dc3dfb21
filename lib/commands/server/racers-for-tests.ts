import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { environmentOf } from '@/lib/database/engines-for-tests'
import type { Place } from '@/lib/database/open'
import type { RacerAnswer, Tasks } from './racer-for-tests'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Makes one file of a script of ours, named from the root, which starts in a quarter of the time; returns its path. */
export async function bundled(script: string): Promise<string> {
  const outfile = join(root, '.cache/for-tests', `${randomUUID()}-${basename(script, '.ts')}.mjs`)
  const alias = { '@': root, 'server-only': join(root, 'node_modules/server-only/empty.js') }
  const entryPoints = [join(root, script)]
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
export class ConcurrentProcesses {
  private processes: ChildProcess[] = []

  async start(count: number, place: Place, more: Record<string, string> = {}): Promise<void> {
    const script = await bundled('lib/commands/server/racer-for-tests.ts')
    this.processes = Array.from({ length: count }, () => forked(script, place, more))
    await Promise.all(this.processes.map((racer) => once(racer, 'message')))
    rmSync(script)
  }

  /** Asks each for the same at the same moment; `given` may differ by racer. Rejects with what any of them fails with. */
  async all<F extends keyof Tasks>(
    task: F,
    given: (racer: number) => Parameters<Tasks[F]>[0],
  ): Promise<Awaited<ReturnType<Tasks[F]>>[]> {
    const asks = this.processes.map((_, racer) => ({ task, given: given(racer) }))
    return (await this.each(asks)) as Awaited<ReturnType<Tasks[F]>>[]
  }

  /** Asks each for something of its own at the same moment. */
  async each(asks: { task: keyof Tasks; given: unknown }[]): Promise<unknown[]> {
    const at = Date.now() + 30
    return Promise.all(
      asks.map(async (ask, number) => {
        const racer = this.processes[number]
        if (!racer) throw new Error('There are fewer racers than that')
        racer.send({ ...ask, at })
        const [answer] = (await once(racer, 'message')) as [RacerAnswer]
        if ('failed' in answer) throw new Error(answer.failed)
        return answer.result
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
