import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bundled, forked } from '@/lib/commands/server/racers-for-tests'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { randomFrom } from '@/lib/platform/random-for-tests'
import { reset, statusOf } from '@/lib/testing/post-taker'
import { addAccount, admin, newHook, numberIn, tell } from './hook-for-tests'
import { Receiver } from './receiver-for-tests'

// DELIVERIES=1000 KILLS=10 SEED=7 npx vitest run lib/notices/server/copies.slow.test.ts
const count = Number(process.env.DELIVERIES ?? 120)
const kills = Number(process.env.KILLS ?? 2)
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
// On a busy machine with two processors a delivery on PostgreSQL takes 65 ms.
const longMs = 120_000 + count * (kills + 5) * 50
const patience = { timeout: longMs, interval: 50 }

describe.each(engines)(`${count} deliveries by two copies, on %s (seed ${seed})`, (engine) => {
  const random = randomFrom(seed)
  const own = new OwnDatabase(engine)
  const receiver = new Receiver()
  let script: string
  let copies: ChildProcess[] = []

  beforeAll(async () => {
    await receiver.start()
    await own.start({ HOOK_HOSTS: `127.0.0.1:${receiver.port}` })
    await addAccount(own.store, { id: admin.accountId, role: 'admin' })
    await newHook(receiver.url)
    script = await bundled('lib/notices/server/victim-for-tests.ts')
    copies = [another(), another()]
  })
  afterAll(async () => {
    await Promise.all(copies.map(ended))
    rmSync(script)
    receiver.stop()
    process.env.HOOK_HOSTS = ''
  })

  const another = () => forked(script, own.place, { HOOK_HOSTS: `127.0.0.1:${receiver.port}` })

  async function ended(copy: ChildProcess): Promise<void> {
    copy.kill('SIGKILL')
    await once(copy, 'exit')
  }

  const left = async () =>
    (await own.store.selectFrom('hook_deliveries').select('id').where('state', '=', 'waiting').execute()).length
  const firsts = () => [...new Map(receiver.received.toReversed().map((each) => [each.id, each])).values()].toReversed()
  const inOrder = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)

  test(
    'each comes once and in order while the receiver takes it',
    async () => {
      await tell(own.store, count)
      await vi.waitFor(async () => expect(await left()).toBe(0), patience)
      expect(receiver.received.map(({ body }) => numberIn(body))).toEqual(inOrder(0, count))
      expect(new Set(receiver.ids()).size).toBe(count)
    },
    longMs + 60_000,
  )

  test(
    `with faults and ${kills} kills of a copy none is lost, first arrivals are in order, and doubles have the same id and body`,
    async () => {
      receiver.received.length = 0
      // The pauses after faults are counted as over, so that nobody waits for them.
      const impatient = setInterval(() => void own.store.updateTable('hook_progress').set({ due_at: '' }).execute(), 100)
      for (let piece = 0; piece <= kills; piece += 1) {
        const before = receiver.received.length
        const faults = [statusOf(500), reset, statusOf(503), statusOf(429)]
        for (let n = 0; n < 4; n += 1) receiver.next.push(faults[Math.floor(random() * faults.length)] ?? reset)
        await tell(own.store, Math.floor(count / 4), count + piece * Math.floor(count / 4))
        await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(before + 5), patience)
        if (piece < kills) {
          await ended(copies.shift() as ChildProcess)
          copies.push(another())
        }
      }
      await vi.waitFor(async () => expect(await left()).toBe(0), patience)
      clearInterval(impatient)
      expect(firsts().map(({ body }) => numberIn(body))).toEqual(inOrder(count, count + (kills + 1) * Math.floor(count / 4)))
      const bodies = new Map<string, Set<string>>()
      for (const { id, body } of receiver.received) bodies.set(id, (bodies.get(id) ?? new Set()).add(body))
      expect([...bodies.values()].filter(({ size }) => size > 1)).toEqual([])
    },
    longMs + 120_000,
  )
})
