import type { ReplyLocale } from './languages'
import type { ReplyTexts } from './reply'
import { german } from './texts/de'
import { english } from './texts/en'
import { spanish } from './texts/es'
import { french } from './texts/fr'
import { portuguese } from './texts/pt'

/** The built-in sentences of every language at once, for what isn't loaded by a browser. */
export const builtIn: Record<ReplyLocale, ReplyTexts> = { en: english, de: german, es: spanish, fr: french, pt: portuguese }
