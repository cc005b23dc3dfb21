import { newId } from '@/lib/client/new-id'
import { pageAccount } from '@/lib/client/request'
import { hourMs } from '@/lib/core/dates'
import { type ProblemKind, ServiceProblem } from '@/lib/core/problem'

/** What a request was sent under. A repeat under the same id with the same version is answered as the first one was. */
type Try = { actionId: string; version: number }
type KeptTry = Try & { at: number }
type Tries = Pick<Map<string, Try>, 'get' | 'set' | 'delete'>

const endings: readonly ProblemKind[] = ['invalid', 'conflict', 'notFound']
const turnedAway: readonly ProblemKind[] = ['signedOut', 'forbidden']

/** What a failure says of its try: that it ended without a change, nothing because it was turned away before it was looked at, or that it may be done. */
export function whatBecame(cause: unknown): 'ended' | 'turned-away' | 'maybe-done' {
  const kind = cause instanceof ServiceProblem ? cause.problem.kind : null
  if (kind === null) return 'maybe-done'
  if (endings.includes(kind)) return 'ended'
  return turnedAway.includes(kind) ? 'turned-away' : 'maybe-done'
}

/**
 * Asks under a new id, or again under that of a try whose answer was lost: it stays until an answer says how it ended. With a name it stays in
 * this browser over a reload, too, and in every tab.
 */
export function openTries() {
  const unkept = new Map<string, Try>()
  return async function once<Answer>(
    of: string,
    { version, keptAs }: { version: number; keptAs: string | null },
    ask: (tried: Try) => Promise<Answer>,
  ): Promise<Answer> {
    const open: Tries = keptAs === null ? unkept : keptTries(keptAs, unkept)
    const before = open.get(of)
    const tried = before ?? { actionId: newId(), version }
    open.set(of, tried)
    try {
      const answer = await ask(tried)
      open.delete(of)
      return answer
    } catch (cause) {
      const became = whatBecame(cause)
      if (became === 'ended' || (became === 'turned-away' && !before)) open.delete(of)
      throw cause
    }
  }
}

const keptMs = 24 * hourMs

/** The tries of that name in this browser's storage. Where that keeps nothing, they're known as long as the page is open. */
function keptTries(name: string, unkept: Tries): Tries {
  const place = `counterfoil.tried.${pageAccount() ?? ''}.${name}`
  const changed = (change: (kept: Map<string, KeptTry>) => void) => {
    try {
      const all: [string, KeptTry][] = JSON.parse(localStorage.getItem(place) ?? '[]')
      const kept = new Map(all.filter(([, { at }]) => Date.now() - at < keptMs))
      change(kept)
      if (kept.size > 0) localStorage.setItem(place, JSON.stringify([...kept]))
      else localStorage.removeItem(place)
    } catch {
      // A browser may refuse: then there's only what the page knows.
    }
  }
  return {
    get(of) {
      let found = unkept.get(of)
      changed((kept) => {
        found = kept.get(of)
      })
      return found && { actionId: found.actionId, version: found.version }
    },
    set(of, tried) {
      changed((kept) => kept.set(of, { ...tried, at: Date.now() }))
      return unkept.set(of, tried)
    },
    delete(of) {
      changed((kept) => kept.delete(of))
      return unkept.delete(of)
    },
  }
}
