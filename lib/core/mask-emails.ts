import { type Address, addressesIn, withAtsInClear } from './emails-in-text'

/** Nobody's: the example in our own advice, the one address that is never masked. */
export const exampleEmail = 'name@example.test'

const characters = (text: string) => [...text]
// There is nothing more to hide in it, and masked again it stays as it is.
const isMasked = (text: string) => /^[^•]?•{3,9}[^•]?$/u.test(text)

export const dots = (length: number) => '•'.repeat(Math.min(Math.max(length, 3), 9))

/** `tainara@example.test` becomes `t••••••a@e••••••.test`: enough to recognise what one knows, not enough to learn it. */
export function maskEmail(email: string): string {
  const plain = email.replaceAll(/[＠﹫]/g, '@')
  const at = plain.lastIndexOf('@')
  return `${maskLocal(plain.slice(0, at))}@${maskDomain(plain.slice(at + 1))}`
}

/** A text with every e-mail address in it masked, however it's written. What only looks like one is masked, too: nobody can tell. */
export function maskEmails(text: string): string {
  const clear = withAtsInClear(text)
  const addresses = addressesIn(clear)
  if (addresses.length === 0) return text
  let shown = ''
  let end = 0
  for (const [turn, each] of addresses.entries()) {
    const next = addresses[turn + 1]
    const isExample = !each.isJoined && !next?.isJoined && clear.slice(each.from, each.to) === exampleEmail
    if (!each.isJoined) shown += clear.slice(end, each.from) + maskUnless(isExample, maskLocal, clear.slice(each.from, each.at))
    shown += isExample ? '@' : atShown(clear, each)
    end = next?.isJoined ? next.at : each.to
    const after = clear.slice(each.at + 1, end)
    shown += next?.isJoined ? maskBoth(after) : maskUnless(isExample || !hasLocal(each), maskDomain, after)
  }
  return shown + clear.slice(end)
}

/** A name that is called by an @, as in a note, has nothing before it. */
const hasLocal = ({ from, at }: Address) => from < at

const atShown = (text: string, address: Address) => (hasLocal(address) ? '@' : text.charAt(address.at))

const maskUnless = (isKept: boolean, mask: (text: string) => string, text: string) => (isKept || text === '' ? text : mask(text))

function maskLocal(text: string): string {
  if (isMasked(text)) return text
  const local = characters(text)
  const last = local.at(-1)
  return `${local[0] ?? ''}${dots(local.length - 2)}${local.length > 3 && last !== '•' ? last : ''}`
}

/** Where nobody can tell a domain from the local part after it, its end isn't shown: it would be more of the local part than a mask shows. */
function maskBoth(text: string): string {
  if (text === '' || isMasked(text)) return text
  const both = characters(text)
  return `${both[0]}${dots(both.length - 1)}`
}

function maskDomain(domain: string): string {
  const dot = Math.max(...['.', '。', '．', '｡'].map((each) => domain.lastIndexOf(each)))
  const [host, end] = dot > 0 ? [domain.slice(0, dot), domain.slice(dot)] : [domain, '']
  const letters = characters(host)
  return `${letters[0] ?? ''}${dots(letters.length - 1)}${end}`
}
