import 'server-only'
import { hash, verify } from '@node-rs/argon2'
import { problem } from '@/lib/core/problem'
import { Semaphore } from '@/lib/platform/semaphore'
import { singleton } from '@/lib/platform/singleton'

// argon2id with the library's own defaults; each hash takes memory, so only two run at once.
const places = () => singleton('password-slots', () => new Semaphore(2, 32, 10_000))

/** Runs work with a password in one of the places for it. Throws `unavailable` where too many wait. */
export async function inPasswordPlace<T>(work: () => Promise<T>): Promise<T> {
  if (!(await places().acquire()))
    throw problem('unavailable', 'Too many people are signing in right now. Try again in a few seconds.', {
      title: 'Busy',
      code: 'busy',
      retryAfter: 2,
    })
  try {
    return await work()
  } finally {
    places().release()
  }
}

export const hashPassword = (password: string) => inPasswordPlace(() => hash(password))

// What an unknown account is compared with, so that the answer takes as long as for a known one.
const decoy = () => singleton('decoy-hash', () => hash('no account has this password'))

/** Whether the password fits; null for `stored` compares with a decoy and never fits. To be called in a place. */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  const other = await decoy() // waited for in either case: making it takes time as well
  const fits = await verify(stored ?? other, password)
  return fits && stored !== null
}
