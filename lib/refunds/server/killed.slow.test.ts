import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundled, forked } from '@/lib/commands/server/racers-for-tests'
import { groupBy } from '@/lib/core/group-by'
import { compare, sum } from '@/lib/core/money'
import { engines, newPlace, type OwnPlace, startAt } from '@/lib/database/engines-for-tests'
import { type Database, openDatabase } from '@/lib/database/open'
import { verify } from '@/lib/journal/verify'
import { randomFrom } from '@/lib/platform/random-for-tests'
import { charge } from './refunds-for-tests'

// KILLS=100 SEED=7 npx vitest run lib/refunds/server/killed.slow.test.ts
const kills = Number(process.env.KILLS ?? 5)
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))

describe.each(engines)(
  `two people decide on refunds at a process each, both killed ${kills} times, on %s (seed ${seed})`,
  (engine) => {
    const acknowledged: string[] = []
    let place: OwnPlace
    let witness: Database

    beforeAll(
      async () => {
        place = await newPlace(engine)
        witness = await openDatabase(place)
        const random = randomFrom(seed)
        const script = await bundled('lib/refunds/server/refund-victim-for-tests.ts')
        for (let turn = 0; turn < kills; turn += 1) {
          const killed = ['finance', 'manager'].map((DECIDER, number) => {
            const victim = forked(script, place, { SEED: String(seed + 1_000 * number + turn), DECIDER })
            let left = 1 + Math.floor(random() * 40)
            victim.on('message', (stepId) => {
              acknowledged.push(String(stepId))
              left -= 1
              if (left === 0) victim.kill('SIGKILL')
            })
            return once(victim, 'exit')
          })
          for (const [code, signal] of await Promise.all(killed))
            if (signal !== 'SIGKILL') throw new Error(`A process ended by itself with ${code}`)
        }
        rmSync(script)
        startAt(place)
      },
      10_000 + kills * 20_000,
    )
    afterAll(async () => {
      await witness.destroy()
      await place.remove()
    })

    const refunds = () => witness.selectFrom('refunds').selectAll().execute()
    const steps = () => witness.selectFrom('refund_steps').selectAll().orderBy('number').execute()

    test('nothing that was acknowledged is lost', async () => {
      const kept = new Set((await steps()).map(({ id }) => id))
      expect(acknowledged.length).toBeGreaterThanOrEqual(kills)
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
    })

    test('every refund stands where its steps lead, each taken once', async () => {
      const lead = {
        asked: 'waiting',
        approved: 'approved',
        refused: 'refused',
        reopened: 'waiting',
        batched: 'approved',
        done: 'done',
        failed: 'waiting',
      }
      const byRefund = groupBy(await steps(), ({ refund_id }) => refund_id)
      for (const { id, state, version } of await refunds()) {
        const taken = byRefund.get(id) ?? []
        expect(taken.map(({ number }) => number)).toEqual(Array.from({ length: version }, (_, index) => index + 1))
        expect(lead[(taken.at(-1)?.kind ?? 'asked') as keyof typeof lead]).toBe(state)
      }
    })

    test('no charge is asked back for more than was received', async () => {
      const open = (await refunds()).filter(({ state }) => state !== 'refused')
      for (const rows of groupBy(open, ({ charge_id }) => charge_id).values())
        expect(compare(sum(rows.map(({ amount }) => amount)), charge.amount)).toBeLessThanOrEqual(0)
    })

    test('every step is one entry of a journal that is whole', async () => {
      const entries = await witness.selectFrom('journal').select('action_id').where('kind', '=', 'refund').execute()
      expect(entries.map(({ action_id }) => action_id).sort()).toEqual((await steps()).map(({ refund_id }) => refund_id).sort())
      expect(await verify(witness, place.DATA_DIR)).toMatchObject({ whole: true })
    })

    test('a file holds what was put into it and nothing of another', async () => {
      const batches = await witness.selectFrom('refund_batches').selectAll().execute()
      const put = (await steps()).filter(({ kind }) => kind === 'batched')
      for (const { id, count, file } of batches) {
        const inFile = put.filter(({ note }) => note === id)
        expect(inFile).toHaveLength(count)
        expect(inFile.filter(({ refund_id }) => !file.includes(refund_id))).toEqual([])
      }
      expect(put).toHaveLength(batches.reduce((all, { count }) => all + count, 0))
    })
  },
)
