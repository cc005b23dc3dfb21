'use client'

import { useState } from 'react'
import { ReplyLanguage } from '@/components/replies/reply-language'
import { Button } from '@/components/ui/button'
import { Textarea } from '@/components/ui/textarea'
import type { ReplyPart } from '@/lib/core/reply-part'
import type { GuideText } from './use-guide-text'

type Props = {
  text: GuideText
  parts: readonly ReplyPart[]
  /** How many sentences are likely to come; null where the reply is whole, and may be changed. */
  toCome: number | null
  /** It says what isn't done yet. */
  isAhead: boolean
}

/** The reply as far as it is composed. What is new in it is lit for a moment. */
export function GuideCompose({ text, parts, toCome, isAhead }: Props) {
  const [isEditing, setEditing] = useState(false)
  const whole = toCome === null ? text.whole(parts) : null
  return (
    <section
      aria-label="Reply"
      className="min-h-0 flex-none overflow-y-auto rounded-b-card border-t bg-surface px-4 pt-2.5 pb-3.5 md:max-h-[40%]"
    >
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium text-meta text-muted">
          {toCome !== null ? 'Reply so far' : isAhead ? 'Reply once it’s all done' : 'Reply'}
        </h3>
        <span className="flex flex-wrap items-center gap-1">
          <ReplyLanguage />
          {whole !== null && (
            <Button size="small" variant="quiet" aria-pressed={isEditing} onClick={() => setEditing(!isEditing)}>
              {isEditing ? 'Finish editing' : 'Edit'}
            </Button>
          )}
        </span>
      </div>
      {whole !== null && isEditing ? (
        <Textarea
          aria-label="Reply"
          lang={text.lang}
          rows={8}
          dir="auto"
          value={whole}
          onChange={(event) => text.type(parts, event.target.value)}
          className="mt-1"
        />
      ) : (
        <p lang={text.lang} aria-live="polite" className="mt-1 whitespace-pre-line text-pretty text-body wrap-anywhere">
          {toCome === null ? (
            (whole ?? <span className="text-muted">We don’t know enough to suggest a reply.</span>)
          ) : (
            <SoFar sentences={text.sentences(parts)} toCome={toCome} />
          )}
        </p>
      )}
    </section>
  )
}

const barWidths = ['w-21', 'w-33', 'w-14'] as const

/** The sentences so far, and bars for what is still to come. */
function SoFar({ sentences, toCome }: { sentences: readonly string[]; toCome: number }) {
  return (
    <>
      {sentences.map((sentence) => (
        <span key={sentence} className="animate-lit rounded-bar">
          {`${sentence} `}
        </span>
      ))}
      {barWidths.slice(0, toCome).map((width) => (
        <span key={width} aria-hidden className={`mr-1 inline-block h-2 rounded-bar bg-line-strong align-middle ${width}`} />
      ))}
      <span className="sr-only">There’s more to come.</span>
    </>
  )
}
