import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { OwnDatabase } from '@/lib/database/engines-for-tests'
import { append } from '../chain'
import { appendSome, entry } from '../entries-for-tests'
import { streamHealth } from './place'
import { closeStreamFile, watchStreamFile } from './send'
import { streamJournal } from './stream'
import { verifyStream } from './verify-stream'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-stream-'))
const path = join(folder, 'journal.jsonl')
const own = new OwnDatabase('SQLite')

beforeAll(() => own.start({ JOURNAL_STREAM: `file:${path}` }))
beforeEach(async () => {
  for (const file of [path, `${path}.1`]) rmSync(file, { recursive: true, force: true })
  await own.store.deleteFrom('journal_streams').execute()
})
afterEach(() => void process.removeAllListeners('SIGHUP'))
afterAll(async () => {
  await closeStreamFile()
  rmSync(folder, { recursive: true })
  process.env.JOURNAL_STREAM = ''
})

const grow = (count: number) => own.store.transaction().execute((tx) => appendSome(count, tx))
const text = () => readFileSync(path, 'utf8')
const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').slice(0, -1)

async function sent(holds = async () => expect((await streamHealth(own.store, Date.now()))?.waiting).toBe(0)): Promise<void> {
  const stopping = new AbortController()
  const over = new Error('enough')
  const ended = expect(streamJournal(stopping.signal)).rejects.toBe(over)
  await vi.waitFor(holds, { timeout: 10_000, interval: 20 })
  stopping.abort(over)
  await ended
}

describe('the journal in a file', () => {
  it('is one line of OCSF for each entry, whose hash is that of the one before it and its raw data', async () => {
    await own.store.transaction().execute(async (tx) => {
      await append(tx, { ...entry({ state: 'refused', body: { email: 'ada@example.test' } }), kind: 'outcome', buyerId: 'b-7' })
      await append(tx, { ...entry({ text: 'one\u2028two' }), accountId: '', person: 'npm run verify', operation: null })
    })
    await sent()
    const [first = '', second = ''] = linesOf(path).slice(-2)
    expect(JSON.parse(first)).toMatchObject({
      ...{ category_uid: 6, class_uid: 6003, activity_id: 3, type_uid: 600303, severity_id: 1 },
      ...{ status_id: 2, status: 'Failure', status_code: 'refused' },
      metadata: { version: '1.2.0', event_code: 'outcome', correlation_uid: 'a-1', product: { name: 'Counterfoil' } },
      actor: { user: { uid: 'b-2', name: 'Zoë 🦊' } },
      api: { operation: 'changeBuyerEmail', request: { uid: 'a-1' } },
      resources: [
        { type: 'merchant account', uid: 'northwind' },
        { type: 'buyer', uid: 'b-7', namespace: 'northwind' },
      ],
    })
    expect(first).not.toContain('ada@example.test')
    expect(second).not.toContain('\u2028')
    const { raw_data, unmapped, activity_id, activity_name, actor } = JSON.parse(second)
    expect([activity_id, activity_name, actor]).toEqual([99, 'setting', { app_name: 'npm run verify' }])
    expect(unmapped.previous_hash).toBe(JSON.parse(first).unmapped.hash)
    expect(
      createHash('sha256')
        .update(unmapped.previous_hash + raw_data)
        .digest('hex'),
    ).toBe(unmapped.hash)
  })

  it('is only appended to, and goes on in a new file on SIGHUP, and in the old one until then', async () => {
    watchStreamFile()
    await grow(3)
    await sent()
    const before = text()
    await grow(2)
    await sent()
    expect(text().startsWith(before)).toBe(true)
    renameSync(path, `${path}.1`)
    await grow(1)
    await sent()
    expect(existsSync(path)).toBe(false)
    process.emit('SIGHUP')
    await grow(2)
    await sent()
    const last = await verifyStream(`${path}.1`)
    const next = await verifyStream(path)
    expect([last.whole, next]).toEqual([true, expect.objectContaining({ whole: true, last: (last.whole ? last.last : 0) + 2 })])
  })

  it('goes on in a new file where the old one was deleted', async () => {
    await grow(1)
    await sent()
    rmSync(path)
    await grow(1)
    await sent()
    expect(linesOf(path)).toHaveLength(1)
  })

  it('has a line that a killed process left unfinished once more, whole', async () => {
    await grow(3)
    await sent()
    const written = text()
    truncateSync(path, Buffer.byteLength(written) - 40)
    const { seq, hash } = JSON.parse(linesOf(path).at(-1) ?? '').unmapped
    await own.store.updateTable('journal_streams').set({ seq, hash }).execute() // as it was before that line
    await sent()
    expect(text().startsWith(readFileSync(path, 'utf8').slice(0, -40))).toBe(true)
    expect(await verifyStream(path)).toMatchObject({ whole: true, cut: 1, doubles: 0 })
    await grow(1)
    await sent()
    expect(await verifyStream(path)).toMatchObject({ whole: true, cut: 1 })
  })

  it('is told of as failing where a folder has taken its place, and is there once the folder is gone', async () => {
    mkdirSync(path)
    await grow(1)
    await sent(async () => expect((await streamHealth(own.store, Date.now()))?.failing?.why).toBe('EISDIR'))
    rmSync(path, { recursive: true })
    await own.store.updateTable('journal_streams').set({ due_at: '' }).execute()
    await sent()
    expect(await verifyStream(path)).toMatchObject({ whole: true })
  })
})

describe('a check of such a file alone', () => {
  const file = join(folder, 'checked.jsonl')
  const check = async (lines: string[], end = '\n') => {
    writeFileSync(file, lines.join('\n') + end)
    return verifyStream(file)
  }
  const some = async () => {
    await grow(6)
    await sent()
    return linesOf(path)
  }
  const second = (lines: string[], change: (line: Record<string, unknown> & { unmapped: Record<string, unknown> }) => void) => {
    const line = JSON.parse(lines[1] ?? '')
    change(line)
    return lines.with(1, JSON.stringify(line))
  }

  it('passes it whole, from any entry on, with doubles, and with a last line that is being written', async () => {
    const lines = await some()
    const count = lines.length
    expect(await check(lines)).toMatchObject({ whole: true, first: 1, last: count, doubles: 0, cut: 0 })
    expect(await check(lines.slice(3))).toMatchObject({ whole: true, first: 4, last: count })
    expect(await check([...lines, ...lines.slice(-2)])).toMatchObject({ whole: true, doubles: 2 })
    expect(await check([...lines.slice(0, -1), (lines.at(-1) ?? '').slice(0, 50)], '')).toMatchObject({ last: count - 1, cut: 1 })
  })

  it('names what is missing, changed, swapped, put in or said twice', async () => {
    const lines = await some()
    const why = async (given: string[]) => {
      const verdict = await check(given)
      return verdict.whole ? 'whole' : `${verdict.line}: ${verdict.why}`
    }
    expect(await why(lines.toSpliced(2, 1))).toBe('3: entry 3 is missing')
    expect(await why([...lines.slice(1), lines[0] ?? ''])).toBe(`${lines.length}: entry 1 comes after entry ${lines.length}`)
    expect(await why(second(lines, (line) => Object.assign(line, { message: 'other' })))).toBe('2: it isn’t what entry 2 gives')
    expect(await why(second(lines, (line) => Object.assign(line.unmapped, { hash: 'f'.repeat(64) })))).toMatch(/^2: /)
    expect(await why(lines.toSpliced(2, 0, '{"a":1}'))).toBe('4: the line before it is no entry')
    expect(await why(lines.toSpliced(2, 0, ''))).toBe('3: it’s no entry')
    expect(await why([])).toMatch(/no entry/)
    for (let at = 0; at < (lines[1] ?? '').length; at += 7) {
      const line = lines[1] ?? ''
      const changed = line.slice(0, at) + String.fromCharCode(line.charCodeAt(at) ^ 1) + line.slice(at + 1)
      expect([at, (await check(lines.with(1, changed))).whole]).toEqual([at, false])
    }
  })
})
