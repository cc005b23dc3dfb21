import type { ReplyLocale } from './languages'
import type { ReplyTexts } from './reply'
import { english } from './texts/en'

// English comes with whatever shows a reply; another language comes when somebody writes in it.
const load: Record<ReplyLocale, () => ReplyTexts | Promise<ReplyTexts>> = {
  en: () => english,
  de: async () => (await import('./texts/de')).german,
  es: async () => (await import('./texts/es')).spanish,
  fr: async () => (await import('./texts/fr')).french,
  pt: async () => (await import('./texts/pt')).portuguese,
}

/** The built-in sentences of a language. */
export const builtInTexts = async (locale: ReplyLocale): Promise<{ locale: ReplyLocale; texts: ReplyTexts }> => ({
  locale,
  texts: await load[locale](),
})
