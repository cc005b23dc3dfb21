import { useState } from 'react'
import type { ReplyPart } from '@/lib/core/reply-part'
import { useWording } from '@/lib/replies/client/use-wording'
import { replyOf, replySentence } from '@/lib/replies/reply'

/** The reply of guided steps: in the buyer's language, and as somebody has changed it, until what it says is another. */
export function useGuideText() {
  const { wording } = useWording()
  const [typed, setTyped] = useState<{ over: string; text: string } | null>(null)
  const built = (parts: readonly ReplyPart[]) => (wording && parts.length > 0 ? replyOf(wording, parts) : null)
  return {
    /** Undefined until the words of the language are there. */
    lang: wording?.locale,
    /** Each sentence whose facts are known. */
    sentences: (parts: readonly ReplyPart[]) =>
      parts.flatMap(({ key, facts }) => (wording && replySentence(wording, key, facts)) ?? []),
    /** Null where there is nothing to say, or no words yet. */
    whole(parts: readonly ReplyPart[]): string | null {
      const text = built(parts)
      return typed !== null && typed.over === text ? typed.text : text
    },
    type: (parts: readonly ReplyPart[], text: string) => setTyped({ over: built(parts) ?? '', text }),
  }
}

export type GuideText = ReturnType<typeof useGuideText>
