import type { ReplyLocale } from './languages'
import type { ReplyTexts, Wording } from './reply'
import { german } from './texts/de'
import { english } from './texts/en'
import { spanish } from './texts/es'
import { french } from './texts/fr'
import { portuguese } from './texts/pt'

export const builtIn: Record<ReplyLocale, ReplyTexts> = { en: english, de: german, es: spanish, fr: french, pt: portuguese }

/** The built-in words of a language. */
export const wordingIn = (locale: ReplyLocale = 'en', given: Partial<Wording> = {}): Wording => ({
  locale,
  texts: builtIn[locale],
  country: null,
  agent: 'Nadia Kerr',
  ...given,
})
