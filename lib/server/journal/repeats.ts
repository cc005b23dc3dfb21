import 'server-only'
import { createHash } from 'node:crypto'
import { once } from '../once'

const againMs = 60_000

/** Whether this was noted in the last minute already; `subject` names what kind of thing it is. Only a digest of it is kept. */
export function isRepeat(subject: string, text: string, now = Date.now()): boolean {
  const seen = once(`noted-${subject}`, () => new Map<string, number>())
  for (const [key, at] of seen) if (now - at > againMs) seen.delete(key)
  const key = createHash('sha256').update(text).digest('base64')
  if (seen.has(key)) return true
  seen.set(key, now)
  return false
}
