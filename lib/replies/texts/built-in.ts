import type { ReplyLocale } from '../languages'
import type { ReplyTexts } from '../reply'
import { german } from './de'
import { english } from './en'
import { spanish } from './es'
import { french } from './fr'
import { portuguese } from './pt'

/** The built-in sentences of every language at once, for what isn't loaded by a browser. */
export const builtIn: Record<ReplyLocale, ReplyTexts> = { en: english, de: german, es: spanish, fr: french, pt: portuguese }
