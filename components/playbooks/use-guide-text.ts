import { useState } from 'react'
import { localeOfCountry, type ReplyPart, replyOf, replySentence } from '@/lib/playbooks/reply'
import type { ReplyLocale } from '@/lib/playbooks/reply-texts'

/** The reply of guided steps: in the buyer's language, and as somebody has changed it, until what it says is another. */
export function useGuideText(country: string | null) {
  const [locale, setLocale] = useState(() => localeOfCountry(country))
  const [typed, setTyped] = useState<{ over: string; text: string } | null>(null)
  const whole = (parts: readonly ReplyPart[]) => {
    const built = replyOf(locale, parts)
    return typed?.over === built ? typed.text : built
  }
  return {
    locale,
    setLocale: (next: string) => setLocale(next as ReplyLocale),
    sentences: (parts: readonly ReplyPart[]) => parts.flatMap(({ key, facts }) => replySentence(locale, key, facts) ?? []),
    whole,
    type: (parts: readonly ReplyPart[], text: string) => setTyped({ over: replyOf(locale, parts), text }),
  }
}

export type GuideText = ReturnType<typeof useGuideText>
