import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, database } from '@/lib/database/open'
import { putSoon } from '@/lib/jobs/put-soon'
import { env } from '@/lib/platform/env'
import { singleton } from '@/lib/platform/singleton'
import { type HookFormat, hookBody } from '../hook'
import type { NoticeKind } from '../notice'
import { type DeliveryRow, type HookRow, hold, letGo, nextFor, progressOf, recordTry } from './deliveries'
import { secretsOf } from './hooks'
import { post } from './post'

/** Work is put there every quarter of a minute (start-jobs), so that one turn ends before the next is due. */
const usualTurnMs = 12_000

/** The hooks to which this process is sending. */
const busy = () => singleton('hooks-busy', () => new Set<string>())

/**
 * Tells each hook what waits for it, in order and for the length of a turn: one copy at a time, and each delivery at least once. Rejects with
 * what `signal` aborts with.
 */
export async function deliverNotices(signal: AbortSignal, turnMs = usualTurnMs): Promise<void> {
  const store = await database()
  const hooks = await store.selectFrom('hooks').selectAll().where('is_on', '=', 1).where('removed_at', 'is', null).execute()
  const until = performance.now() + turnMs
  const ends = await Promise.allSettled(
    hooks.filter(({ id }) => !busy().has(id)).map((hook) => deliverTo(store, hook, { signal, until })),
  )
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  if (ends.some((end) => end.status === 'fulfilled' && end.value)) await store.transaction().execute((tx) => putSoon(tx, 'hooks'))
}

type Turn = { signal: AbortSignal; until: number }

/** Returns whether something is left that is due. */
async function deliverTo(store: Database, hook: HookRow, { signal, until }: Turn): Promise<boolean> {
  busy().add(hook.id)
  let isHeld = false
  try {
    for (;;) {
      signal.throwIfAborted() // the runner knows by it that the work goes on in another piece
      const progress = await progressOf(store, hook.id)
      const delivery = progress && (await nextFor(store, hook.id))
      if (!progress || !delivery) return false
      const dueMs = Math.max(0, Date.parse(progress.due_at) - Date.now() || 0)
      if (performance.now() + dueMs > until) return dueMs === 0
      if (dueMs > 0) {
        await wait(dueMs, undefined, { signal }).catch(() => signal.throwIfAborted())
        isHeld = false
      } else if (isHeld) {
        if (!(await recordTry(hook, delivery, await postOne(hook, delivery)))) return false
      } else if (await hold(store, progress)) {
        isHeld = true // and what is next is looked up once more: another copy may just have sent it
      } else return false
    }
  } finally {
    busy().delete(hook.id)
    await letGo(store, hook.id)
  }
}

async function postOne(hook: HookRow, delivery: DeliveryRow): Promise<string> {
  const { id, kind, at, merchant, words, href } = delivery
  const account = env().merchants.find(({ code }) => code === merchant)?.name ?? (merchant || 'Counterfoil')
  const address = new URL(href, env().NEXTAUTH_URL).href
  const body = hookBody(hook.format as HookFormat, { id, kind: kind as NoticeKind, at, account, words, href: address })
  const secrets = secretsOf(hook)
  return secrets === null ? 'secret not readable' : post({ ...secrets, deliveryId: id, body })
}
