import 'server-only'
import { createHash } from 'node:crypto'

/** The action of a row: a uuid (version 5) of incident, row and generation, so that two copies that take one row make one action. */
export function actionIdOf(incident: string, n: number, generation: number): string {
  const space = Buffer.from(incident.replaceAll('-', ''), 'hex')
  const digest = createHash('sha1').update(space).update(`${n}:${generation}`).digest().subarray(0, 16)
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x50
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80
  const hex = digest.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
