import { timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { type Account, accounts } from './accounts'
import { unauthorised } from './errors'
import { signToken } from './sign'

/** Both documented forms: `Y-m-d H:i:s.u` and, without a fraction, `Y-m-dTH:i:s` (D1). */
const datePattern = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2}\.\d{6}|T\d{2}:\d{2}:\d{2})$/

/**
 * Checks the six headers as service-interface (Authentication) and service-facts 2.14 describe them and says whose they are.
 * Which status belongs to which mistake is stated only for x-source (400) and x-id (403); 401 for all others is our reading.
 * No tolerance for x-date is documented, so a date is checked for its form and never for its age.
 */
export function authenticate(headers: Headers): Account {
  const header = (name: string) => headers.get(name) ?? ''
  const [publicKey, buyerIp, date, token, source, id] = signedNames.map(header)
  if (!publicKey || !buyerIp || !date || !token || !source || !id) throw unauthorised()

  const account = accounts.find((candidate) => candidate.publicKey === publicKey)
  if (!account || !isAddress(buyerIp) || !datePattern.test(date)) throw unauthorised()
  if (!sameText(token, signToken({ secretKey: account.secretKey, publicKey, buyerIp, date }))) throw unauthorised()
  if (source !== 'shop') throw unauthorised(400)
  if (id !== account.serviceId) throw unauthorised(403)
  return account
}

const signedNames = ['x-public-key', 'x-buyer-ip', 'x-date', 'x-token', 'x-source', 'x-id']

/** An IPv6 address with a zone, which `isIP` lets pass, means something only on one network link. */
const isAddress = (text: string) => isIP(text) !== 0 && !text.includes('%')

/** Takes the same time for every wrong token of the right length, so that answers do not leak how much of it was right. */
function sameText(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
