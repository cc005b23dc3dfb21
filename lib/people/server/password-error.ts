import 'server-only'
import { passwordLength } from '../password-length'
import { commonPasswords } from './common-passwords'

/** Which letter a sign stands for in a word that somebody thinks is hidden. */
const disguises: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

// Less than that beside the commonest words is no password of its own.
const minOwn = 6

/** Why a password may not be taken, as a sentence, or null where it may. Of whom it is decides as well. */
export function passwordError(password: string, whose: { email: string; name: string }): string | null {
  const length = [...password].length
  if (length < passwordLength.min) return `Use at least ${passwordLength.min} characters. You entered ${length}.`
  if (length > passwordLength.max) return `Use ${passwordLength.max} characters or fewer. You entered ${length}.`
  const readings = [plain(password), plain(undisguised(password.toLowerCase()))]
  const own = ['counterfoil', ...wordsOf(whose.email.split('@')[0] ?? ''), ...wordsOf(whose.name)]
  if (readings.some((text) => own.some((word) => text.includes(word))))
    return 'Don’t use your name, your e-mail address or “Counterfoil”.'
  if (readings.some(isCommon)) return 'This password is too common. Try four unrelated words.'
  return null
}

const plain = (text: string) => text.toLowerCase().replace(/[\s\p{P}\p{S}]/gu, '')
const undisguised = (text: string) => text.replace(/[0134577@$!]/g, (sign) => disguises[sign] ?? sign)
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 4)

function isCommon(text: string): boolean {
  const rest = byLength.reduce((left, word) => left.replaceAll(word, ''), text)
  return new Set(rest).size < minOwn || repeats(text)
}

const byLength = [...commonPasswords].sort((a, b) => b.length - a.length)

/** The same few characters over and over. */
const repeats = (text: string) => /^(.{1,6})\1+(.{0,5})$/su.test(text)
