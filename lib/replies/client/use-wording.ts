import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useContext, useMemo, useSyncExternalStore } from 'react'
import type { KnownNow } from '@/lib/knowledge/known'
import { knownKey, replyTextsKey } from '@/lib/operations/query-keys'
import { isReplyLocale, type ReplyLocale, replyLocaleOf } from '../languages'
import { withOwn } from '../own-texts'
import type { ReplyTexts, Wording } from '../reply'
import { english } from '../texts/en'
import { repliesQuery } from './replies-query'
import { ReplyToContext } from './reply-to'

type WordingInUse = {
  /** Null until the texts are there. They are the built-in ones where the account's own can't be read. */
  wording: Wording | null
  /** The language that was asked for: the wording is still another's while its texts are loaded, and English where that failed. */
  locale: ReplyLocale
  failed: boolean
  choose: (locale: ReplyLocale) => void
}

/** The words for the buyer of this part of the page: in the language chosen for them, else the one they used, else their country's. */
export function useWording(): WordingInUse {
  const { merchant, buyerId, country } = useContext(ReplyToContext)
  const { data: known } = useQuery<KnownNow>({ queryKey: knownKey(merchant, buyerId), enabled: false })
  const [chosen, chooseLanguage] = useChosenLanguage(buyerId)
  const locale = chosen ?? replyLocaleOf({ country, language: known?.locale })
  const { data: loaded, isError, refetch } = useQuery(textsQuery(locale))
  const { data: own, isLoading } = useQuery({ ...repliesQuery(merchant), enabled: merchant !== '' })
  const wording = useMemo((): Wording | null => {
    const builtIn = loaded ?? (isError ? { locale: 'en' as const, texts: english } : null)
    if (builtIn === null || isLoading) return null
    const texts = withOwn(builtIn.texts, own?.texts ?? [], builtIn.locale)
    return { locale: builtIn.locale, texts, country, agent: own?.agent ?? null }
  }, [loaded, isError, own, isLoading, country])

  function choose(next: ReplyLocale) {
    chooseLanguage(next)
    if (next === locale && isError) void refetch()
  }
  return { wording, locale, failed: isError, choose }
}

// English comes with whatever shows a reply; another language comes when somebody writes in it.
const load: Record<ReplyLocale, () => ReplyTexts | Promise<ReplyTexts>> = {
  en: () => english,
  de: async () => (await import('../texts/de')).german,
  es: async () => (await import('../texts/es')).spanish,
  fr: async () => (await import('../texts/fr')).french,
  pt: async () => (await import('../texts/pt')).portuguese,
}

/** The built-in sentences of a language; those of the language before while they are loaded. */
export const textsQuery = (locale: ReplyLocale) =>
  queryOptions({
    queryKey: replyTextsKey(locale),
    queryFn: async () => ({ locale, texts: await load[locale]() }),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    ...(locale === 'en' && { initialData: { locale, texts: english } }),
  })

const prefix = 'counterfoil.reply-language.'
const changed = 'counterfoil-reply-language'

function subscribe(listener: () => void) {
  document.addEventListener(changed, listener)
  return () => document.removeEventListener(changed, listener)
}

// Beside the tab's storage, which a browser may refuse.
const chosenNow = new Map<string, string>()

function chosenFor(buyerId: string): string | null {
  try {
    return chosenNow.get(buyerId) ?? sessionStorage.getItem(prefix + buyerId)
  } catch {
    return null
  }
}

/** The language somebody has chosen for a buyer in this tab, null where nobody has, and how to choose one: for all replies at once. */
function useChosenLanguage(buyerId: string): [ReplyLocale | null, (locale: ReplyLocale) => void] {
  const chosen = useSyncExternalStore(
    subscribe,
    () => chosenFor(buyerId),
    () => null,
  )
  function choose(locale: ReplyLocale) {
    chosenNow.set(buyerId, locale)
    try {
      sessionStorage.setItem(prefix + buyerId, locale)
    } catch {
      // Then it lasts until the page is loaded again.
    }
    document.dispatchEvent(new Event(changed))
  }
  return [isReplyLocale(chosen) ? chosen : null, choose]
}
