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
export function startWarmUp(): void {
  ofProcess().drawn = drawAll().catch((cause: unknown) => log.info({ err: cause }, 'not_warmed_up'))
}

/** Resolves once the process has drawn its first pages, or could not. */
export const warmedUp = (): Promise<void> => ofProcess().drawn

async function drawAll(): Promise<void> {
  for (const path of pages) await draw(path)
}

const draw = (path: string) =>
  new Promise<void>((resolve, reject) => {
    const { PORT: port } = process.env // the framework sets it to where it listens
    const asked = get({ host: '127.0.0.1', port, path, agent: false, timeout: patienceMs }, (answer) => {
      answer.resume().once('end', resolve).once('error', reject)
    })
    asked.once('timeout', () => asked.destroy(new Error('The page took too long.'))).once('error', reject)
  })
