import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressesIn, maskEmails } from './mask-emails'
import { maskedForScreen } from './masking'

const letter = fc.constantFrom(...'abcdefgh')
const word = fc.array(letter, { minLength: 3, maxLength: 12 }).map((letters) => letters.join(''))
/** Its letters stand nowhere else, neither in a domain nor in what is between two addresses. */
const local = fc
  .array(word, { minLength: 1, maxLength: 3 })
  .chain((words) => fc.constantFrom(...".-_+'").map((sign) => words.join(sign)))
const domain = fc.constantFrom('xyz.test', 'x.y.zone', 'zone', 'xyz。test', '[203.0.113.1]')
const at = fc.constantFrom('@', '@', '＠', '﹫', '%40', '%2540', '%25252540', '%EF%BC%A0', '&#64;', '\\u0040')
const address = fc.tuple(local, at, domain).map((parts) => parts.join(''))
const signs = ['/', '|', '→', '&', '+', '=', '#', '–', '-', '*', '!', '?', '·', '’', '.', '..', '•', '_', '~', '{', '}']
const others = [
  ' ',
  '\n',
  ',',
  ';',
  ':',
  '"',
  "'",
  '(',
  ')',
  '<',
  '>',
  '[',
  ']',
  '\\',
  '%',
  '$',
  '^',
  '`',
  '@',
  '，',
  '、',
  '。',
  '😀',
]
const unseen = ['\u200b', '\ufeff', '\u00a0', '\u2028', '\u0301', '\u202e', '\0']
const separator = fc
  .array(fc.constantFrom(...signs, ...others, ...unseen), { minLength: 1, maxLength: 3 })
  .map((each) => each.join(''))
const joined = fc
  .tuple(address, fc.array(fc.tuple(separator, address), { minLength: 1, maxLength: 3 }))
  .map(([first, more]) => first + more.flat().join(''))

describe('in any text', () => {
  it('no two letters of a local part stand next to each other, however addresses follow each other', () => {
    fc.assert(
      fc.property(joined, (text) => {
        expect(maskEmails(text)).not.toMatch(/[a-h]{2}/)
      }),
      { numRuns: 3_000 },
    )
  })

  it('no letter of a local part is left on a screen that others see', () => {
    fc.assert(
      fc.property(joined, (text) => {
        expect(maskedForScreen({ text }).text).not.toMatch(/[a-h]/)
      }),
      { numRuns: 1_000 },
    )
  })

  it('what was masked stays as it is', () => {
    fc.assert(
      fc.property(joined, (text) => {
        expect(maskEmails(maskEmails(text))).toBe(maskEmails(text))
      }),
      { numRuns: 1_000 },
    )
  })
})

it.each(signs)('two addresses with %s between them are both masked', (sign) => {
  expect(maskEmails(`old.one@corp.test${sign}janetdoe@private.test`)).not.toMatch(/old|one|janet|doe|private/)
})

it.each([
  ['old.one@corp.test/janetdoe@private.test', 'o•••••e@c•••••••••@p••••••.test'],
  ['old.one@corp.test, janetdoe@private.test', 'o•••••e@c•••.test, j••••••e@p••••••.test'],
  ['write "janet doe"@corp.test', 'write "•••••••••"@c•••.test'],
  ['"janet \\"j\\" doe"@corp.test', '"•••••••••"@c•••.test'],
  ['"janet".doe@corp.test', '"•••••••••e@c•••.test'],
  ['janet.doe(x)@corp.test', 'j•••••••••)@c•••.test'],
  ['janet.doe (at (home))@corp.test', 'j•••••••••)@c•••.test'],
  ['<janet.doe>@corp.test', '<j••••••••>@c•••.test'],
  ['janet.doe@corp。test', 'j•••••••e@c•••。test'],
  ['janet.doe﹫corp.test', 'j•••••••e@c•••.test'],
  ['?of=janet.doe%2540corp.test', '?•••••••••e@c•••.test'],
  ['janet.doe&#64;corp.test', 'j•••••••e@c•••.test'],
  ['janet.doe@localhost', 'j•••••••e@l••••••••'],
  ["janet.o'hara@corp.test", 'j•••••••••a@c•••.test'],
  ["'janet@corp.test'", "'j•••t@c•••.test'"],
  ['jan\ufeffetdoe@corp.test', 'j•••••••e@c•••.test'],
])('%s is masked as %s', (text, shown) => expect(maskEmails(text)).toBe(shown))

it.each(['Ask @Ines Dahl, and (@Nadia)', '50% at 10:30 & more', 'a%20b%2541', '@', '@@ @'])('%s stays as it is', (text) =>
  expect(maskEmails(text)).toBe(text),
)

it.each(['@', 'a.', 'a@', '"@', ')@', '()', '("', "'a", 'a) ', ' (a', '@a.', '"a b"@'])(
  'a long text of %s is read in few steps for each letter',
  (piece) => {
    const text = piece.repeat(65_536 / piece.length)
    for (const whole of [text, `${text}@a.`, `@${text}`]) {
      let steps = 0
      const charAt = (index: number) => {
        steps += 1
        return whole.charAt(index)
      }
      addressesIn({ length: whole.length, charAt })
      expect(steps).toBeLessThan(12 * whole.length)
      expect(maskEmails(maskEmails(whole))).toBe(maskEmails(whole))
    }
  },
)
