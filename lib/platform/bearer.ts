import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a request bears a token in its `Authorization`. How long that takes says nothing of where it differs. */
export function hasBearer({ headers }: Request, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const [, given = ''] = /^bearer +(.*)$/i.exec(headers.get('authorization') ?? '') ?? []
  return timingSafeEqual(digest(given), digest(token))
}
