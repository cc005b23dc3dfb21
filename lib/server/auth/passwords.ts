import 'server-only'
import { hash, verify } from '@node-rs/argon2'
import { once } from '../once'
import { Slots } from '../slots'

/** Characters of a password, as a person counts them. */
export const passwordLength = { least: 15, most: 128 }

// argon2id with the library's own defaults; each hash takes memory, so only two run at once.
const places = () => once('password-slots', () => new Slots(2, 32, 10_000))

export const hashPassword = (password: string) => hash(password)

// What an unknown account is compared with, so that the answer takes as long as for a known one.
const decoy = () => once('decoy-hash', () => hash('no account has this password'))

/** Whether the password fits; null for `stored` compares with a decoy and never fits. Null where too many wait. */
export async function passwordFits(stored: string | null, password: string): Promise<boolean | null> {
  if (!(await places().enter())) return null
  try {
    const fits = await verify(stored ?? (await decoy()), password)
    return fits && stored !== null
  } finally {
    places().leave()
  }
}
