import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useContext, useMemo } from 'react'
import { ReplyToContext } from '@/lib/replies/client/reply-to'
import { useWording } from '@/lib/replies/client/use-wording'
import type { ReplyLocale } from '@/lib/replies/languages'
import { english } from '../offer-texts/en'
import type { OfferTexts, OfferWording } from '../offer-words'

// English comes with the page of a quote; another language comes when an offer is read in it.
const load: Record<ReplyLocale, () => OfferTexts | Promise<OfferTexts>> = {
  en: () => english,
  de: async () => (await import('../offer-texts/de')).german,
  es: async () => (await import('../offer-texts/es')).spanish,
  fr: async () => (await import('../offer-texts/fr')).french,
  pt: async () => (await import('../offer-texts/pt')).portuguese,
}

/** The words of an offer to the buyer of this part of the page, in the language of their replies. Null until they are there. */
export function useOfferWording(): OfferWording | null {
  const { country } = useContext(ReplyToContext)
  const { locale } = useWording()
  const { data, isError } = useQuery({
    queryKey: ['offer-texts', locale] as const,
    queryFn: async () => ({ locale, texts: await load[locale]() }),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    ...(locale === 'en' && { initialData: { locale, texts: english } }),
  })
  const found = isError ? { locale: 'en' as const, texts: english } : data
  return useMemo(() => (found === undefined ? null : { ...found, country }), [found, country])
}
