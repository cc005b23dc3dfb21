import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ServiceProblem } from '@/lib/core/problem'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { verify } from '@/lib/journal/verify'
import { actionIn, ada, buyerId, commandOf, employ, entriesOf } from './commands-for-tests'
import { type Failing, FailingStorage } from './failing-storage-for-tests'
import { perform } from './perform'
import { tidyJournal } from './recover'
import { type Answering, done, refuse, reset, ServiceForTests } from './service-for-tests'

const ways: Record<string, Answering> = { done, refused: refuse, unconfirmed: reset }
const failings: Omit<Failing, 'at'>[] = [
  { times: 'once', when: 'before' },
  { times: 'once', when: 'after' },
  { times: 'for ever', when: 'before' },
  { times: 'for ever', when: 'after' },
]

// Each has a journal of its own: it is verified whole after every write, which takes longer with every entry.
const lives = engines.flatMap((engine) => Object.entries(ways).map(([state, answering]) => ({ engine, state, answering })))

describe.each(lives)('on $engine a command that the service has $state (F18, F19)', ({ engine, state, answering }) => {
  const service = new ServiceForTests()
  let storage: FailingStorage
  let place: OwnPlace
  let url: string

  const start = async () => {
    startAt(place, { SERVICE_URL: url, SERVICE_WRITE_PATIENCE_MS: '2000', SERVICE_WRITE_LIMIT_MS: '2000' })
    await employ(await database(), ada)
  }

  beforeAll(async () => {
    storage = new FailingStorage()
    place = await newPlace(engine)
    url = await service.start()
    await start()
  })

  afterAll(async () => {
    storage.remove()
    await stop()
    await service.stop()
    await place.remove()
  })

  /** A command from its beginning to its answer, while storage fails; what was told, and whether the service got it. */
  async function life(answering: Answering, failing: Failing | null) {
    service.answering = answering
    const subscriptionId = randomUUID()
    const call = commandOf('changeExpirationDate', {
      params: { buyerId, subscriptionId },
      body: { expirationDate: '2027-03-01', reason: 'asked for it' },
    })
    storage.arm(failing)
    const outcome = await perform(call).then(
      (response) => response.headers.get('x-outcome'),
      (cause: unknown) => (cause instanceof ServiceProblem ? cause.problem.code : `${cause}`),
    )
    const { writes } = storage
    storage.arm(null)
    const received = service.received.filter(({ path }) => path.includes(subscriptionId)).length
    return { outcome, writes, received, actionId: call.actionId }
  }

  /** The process is gone, and another one starts where storage works again. It tidies once: a timer would go on at the next place. */
  async function restart(): Promise<void> {
    await stop()
    await start()
    await tidyJournal()
  }

  test.each(failings)(
    'survives a write that fails $times, $when it is done, at every write of its life',
    { timeout: 240_000 }, // every write of a command's life, on a machine that may be busy
    async (failing) => {
      const sound = await life(answering, null)
      expect(sound).toMatchObject({ outcome: state, received: 1 })
      expect(sound.writes).toBeGreaterThan(6)
      for (let at = 1; at <= sound.writes; at += 1) {
        const { outcome, received, actionId } = await life(answering, { ...failing, at })
        const about = `write ${at} of ${sound.writes}: told ${outcome}, received ${received} times`
        expect(outcome === 'journal_unavailable' ? 0 : 1, about).toBe(received)
        expect([state, 'journal_unavailable'], about).toContain(outcome)
        if (failing.times === 'once') await tidyJournal() // whoever asks before the process ends is told the truth, too
        await restart()
        const row = await actionIn(await database(), actionId)
        const entries = await entriesOf(await database(), actionId)
        // What could be kept nowhere is lost with the process: then it is unconfirmed, which is true.
        const unsent = failing.times === 'once' ? 'not-sent' : 'unconfirmed'
        const endings = row === undefined ? [] : received === 0 ? [unsent] : [state, 'unconfirmed']
        expect(row === undefined ? [] : endings, about).toEqual(row === undefined ? [] : expect.arrayContaining([row.state]))
        if (row === undefined) expect([received, entries], about).toEqual([0, []])
        else expect(['intent outcome', 'intent outcome late-outcome'], about).toContain(entries.join(' '))
        if (failing.times === 'once' && received === 1) expect(row?.state, about).toBe(state)
        expect(await verify(await database(), place.DATA_DIR), about).toMatchObject({ whole: true })
      }
    },
  )
})
