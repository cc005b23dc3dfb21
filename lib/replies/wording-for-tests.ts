import type { ReplyLocale } from './languages'
import type { Wording } from './reply'
import { builtIn } from './texts/built-in'

/** The built-in words of a language. */
export const wordingIn = (locale: ReplyLocale = 'en', given: Partial<Wording> = {}): Wording => ({
  locale,
  texts: builtIn[locale],
  country: null,
  agent: 'Nadia Kerr',
  ...given,
})
