import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { env } from '@/lib/platform/env'
import { appendSome } from '../entries-for-tests'
import { answers, Collector } from './collector-for-tests'
import { streamHealth } from './place'
import { streamJournal } from './stream'

const patient = { timeout: 20_000, interval: 20 }
const token = 'a token of the collector'

describe.each(engines)('the journal on its way to a collector, on %s', (engine) => {
  const own = new OwnDatabase(engine)
  let collector: Collector

  beforeEach(async () => {
    collector = await new Collector().start()
    await own.start({ JOURNAL_STREAM: collector.url, JOURNAL_STREAM_TOKEN: token })
    await own.store.deleteFrom('journal_streams').execute()
  })
  afterEach(async () => {
    vi.useRealTimers()
    await collector.stop()
    Object.assign(process.env, { JOURNAL_STREAM: '', JOURNAL_STREAM_TOKEN: '' })
  })

  const grow = (count: number) => own.store.transaction().execute((tx) => appendSome(count, tx))
  const entries = async () => (await own.store.selectFrom('journal_head').select('seq').executeTakeFirstOrThrow()).seq

  /** Sends until what is asked for holds, as one turn after the other would. */
  async function sendingUntil(holds: () => unknown): Promise<void> {
    const stopping = new AbortController()
    const over = new Error('enough')
    const sending = (async () => {
      for (;;) {
        await streamJournal(stopping.signal)
        await new Promise(setImmediate) // a turn that has nothing to do ends at once, and would leave no time for anything else
        stopping.signal.throwIfAborted()
      }
    })()
    const ended = expect(sending).rejects.toBe(over)
    await vi.waitFor(holds, patient)
    stopping.abort(over)
    await ended
  }
  const allCame = async () => {
    const count = await entries()
    expect(collector.faults(count)).toEqual([])
    expect((await streamHealth(own.store, Date.now()))?.waiting).toBe(0)
  }

  it('comes whole, in batches of 500 at most, with the token', async () => {
    await grow(1_100)
    await sendingUntil(allCame)
    expect(Math.max(...collector.batches)).toBe(500)
    expect(collector.headers[0]).toMatchObject({ authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' })
    expect(await streamHealth(own.store, Date.now())).toEqual({ seq: await entries(), waiting: 0, lagSeconds: 0, failing: null })
  })

  it('comes whole and in order through resets, refusals, closed and slow answers, and what was sent twice is the same', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await grow(30)
    const { reset, closed, status, slow } = answers
    collector.next.push(reset, status(500), slow(50), closed, status(429), status(301, { location: collector.url }), reset)
    await sendingUntil(async () => {
      vi.setSystemTime(Date.now() + 1_000) // the pauses pass
      await allCame()
    })
    expect(collector.seqs().length).toBeGreaterThan(await entries())
  })

  it.each(['garbage', 'endless'] as const)('is taken by who answers 200, even with %s', async (kind) => {
    await grow(3)
    collector.next.push(answers[kind])
    await sendingUntil(allCame)
    expect(collector.seqs().length).toBe(await entries())
  })

  it('follows no redirect', async () => {
    const elsewhere = await new Collector().start()
    await grow(1)
    collector.next.push(answers.status(307, { location: elsewhere.url }))
    await sendingUntil(async () => expect((await streamHealth(own.store, Date.now()))?.failing?.why).toBe('status 307'))
    expect(elsewhere.lines).toEqual([])
    await elsewhere.stop()
  })

  it('waits from 1 s to 5 min after failures, never gives up, and says how far behind it is', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await grow(2)
    await collector.stop()
    const pauses: number[] = []
    let due = ''
    for (let tries = 1; tries <= 12; tries += 1) {
      await sendingUntil(async () => {
        const [row] = await own.store.selectFrom('journal_streams').selectAll().where('tries', '=', tries).execute()
        expect(row).toBeDefined()
        due = row?.due_at ?? ''
        pauses[tries - 1] = Date.parse(due) - Date.now()
      })
      vi.setSystemTime(Date.parse(due) + 1)
    }
    expect(pauses.map((ms) => Math.round(ms / 1_000))).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
    const { lagSeconds, failing } = (await streamHealth(own.store, Date.now())) ?? {}
    expect(lagSeconds).toBeGreaterThan(1_000)
    expect(failing).toMatchObject({ why: 'ECONNREFUSED' })
    await collector.start()
    await sendingUntil(allCame)
  })

  it('begins again where the journal is another than the one that was sent, as after a backup was restored', async () => {
    await grow(3)
    await sendingUntil(allCame)
    await own.store.updateTable('journal_streams').set({ hash: 'another' }).execute()
    const before = collector.lines.length
    await sendingUntil(() => expect(collector.lines.length).toBeGreaterThan(before))
    expect(collector.faults(await entries())).toEqual([])
    expect(collector.seqs()[before]).toBe(1)
  })

  it('goes nowhere, and leaves nothing in the database, where nobody has asked for it', async () => {
    await own.start({ JOURNAL_STREAM: '', JOURNAL_STREAM_TOKEN: '' })
    await own.store.deleteFrom('journal_streams').execute()
    await streamJournal(new AbortController().signal)
    expect([env().JOURNAL_STREAM, await own.store.selectFrom('journal_streams').selectAll().execute()]).toEqual([null, []])
    expect(await streamHealth(own.store, Date.now())).toBeNull()
  })
})
