import 'server-only'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { request } from 'undici'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { singleton } from '@/lib/platform/singleton'
import type { StreamTarget } from '@/lib/platform/storage-env'

const timeoutMs = 10_000
const readOfAnswer = 16_384

/** Takes lines to where the journal goes. Returns null once they are there, or in a few words why they may not be. */
export async function send(target: StreamTarget, lines: readonly string[]): Promise<string | null> {
  const text = `${lines.join('\n')}\n`
  try {
    return target.kind === 'file' ? await write(target.path, text) : await post(target.address, text)
  } catch (cause) {
    log.debug({ err: cause }, 'journal_not_streamed')
    const { code, name } = cause as NodeJS.ErrnoException
    return code ?? name
  }
}

/** Taken is what is answered with 2xx, whatever else the answer says; a redirect is not followed. */
async function post(address: string, text: string): Promise<string | null> {
  const { JOURNAL_STREAM_TOKEN: token } = env()
  const { statusCode, body } = await request(address, {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/x-ndjson', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    signal: AbortSignal.timeout(timeoutMs),
  })
  // Nobody waits for the rest of the answer, and what becomes of it changes nothing.
  body.dump({ limit: readOfAnswer, signal: AbortSignal.timeout(timeoutMs) }).catch((cause: unknown) => {
    log.debug({ err: cause }, 'stream_answer_not_read')
  })
  return statusCode >= 200 && statusCode < 300 ? null : `status ${statusCode}`
}

const file = () => singleton('journal-stream-file', () => ({ handle: null as FileHandle | null, again: false }))

/** At boot: on SIGHUP the file is opened again, as whoever has put the old one aside expects. */
export function watchStreamFile(): void {
  if (env().JOURNAL_STREAM?.kind === 'file') process.on('SIGHUP', openAgain)
}

const openAgain = () => {
  file().again = true
}

/** Before the process ends. */
export async function closeStreamFile(): Promise<void> {
  const { handle } = file()
  file().handle = null
  await handle?.close()
}

/** Nothing is ever changed of what is in the file. A line that a killed process left unfinished is ended, and stands there whole once more. */
async function write(path: string, text: string): Promise<null> {
  const state = file()
  const handle = await opened(path)
  try {
    const { size } = await handle.stat()
    const last = Buffer.alloc(1)
    const isCut = size > 0 && (await handle.read(last, 0, 1, size - 1)).bytesRead === 1 && last.toString() !== '\n'
    await handle.appendFile(isCut ? `\n${text}` : text)
    await handle.datasync()
    return null
  } catch (cause) {
    state.again = true
    throw cause
  }
}

async function opened(path: string): Promise<FileHandle> {
  const state = file()
  const isGone = state.handle !== null && (await state.handle.stat()).nlink === 0
  if (state.handle !== null && !state.again && !isGone) return state.handle
  await closeStreamFile()
  state.again = false
  // Without waiting: a pipe that stands there by now would keep this waiting for a reader.
  const { O_RDWR, O_APPEND, O_CREAT, O_NONBLOCK } = constants
  const handle = await open(path, O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK, 0o600)
  if (!(await handle.stat()).isFile()) {
    await handle.close()
    throw Object.assign(new Error('This is no regular file'), { code: 'no regular file' })
  }
  state.handle = handle
  return handle
}
