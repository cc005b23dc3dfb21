import 'server-only'
import { get } from 'node:http'
import { log } from './log'
import { singleton } from './singleton'

const patienceMs = 5_000

/** One that everybody may see, which is drawn, and the one that is opened most, of which only the sign-in is asked for. */
const pages = ['/sign-in', '/buyers/00000000-0000-4000-8000-000000000000']

const ofProcess = () => singleton('warm-up', () => ({ drawn: Promise.resolve() }))

/**
 * Asks for pages as nobody. The first page of a process takes some tenths of a second longer than those after it, for the framework loads
 * all pages meanwhile and nothing has been compiled yet. A failure only means that the first person waits for it.
 */
export function startWarmUp(port: string | undefined): void {
  ofProcess().drawn = drawAll(port).catch((cause: unknown) => log.info({ err: cause }, 'not_warmed_up'))
}

/** Resolves once the process has drawn its first pages, or could not. */
export const warmedUp = (): Promise<void> => ofProcess().drawn

async function drawAll(port: string | undefined): Promise<void> {
  for (const path of pages) await draw(port, path)
}

const draw = (port: string | undefined, path: string) =>
  new Promise<void>((resolve, reject) => {
    const asked = get({ host: '127.0.0.1', port, path, agent: false, timeout: patienceMs }, (answer) => {
      answer.resume().once('end', resolve).once('error', reject)
    })
    asked.once('timeout', () => asked.destroy(new Error('The page took too long.'))).once('error', reject)
  })
