import 'server-only'
import { signed } from '@/lib/journal/crypto'

/**
 * The action of a row: a uuid (version 8) of incident, row and generation, so that two copies that take one row make one action. It's made with
 * the journal's key, so that nobody can begin an action under it beforehand.
 */
export function actionIdOf(incident: string, n: number, generation: number): string {
  const digest = Buffer.from(signed(`incident row ${incident}:${n}:${generation}`), 'hex').subarray(0, 16)
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80
  const hex = digest.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
