'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import type { ReplyPart } from '@/lib/playbooks/reply'
import { replyLocales } from '@/lib/playbooks/reply-texts'
import type { GuideText } from './use-guide-text'

type Props = {
  text: GuideText
  parts: readonly ReplyPart[]
  /** How many sentences are likely to come; null where the reply is whole, and may be changed. */
  toCome: number | null
}

/** The reply as far as it is composed. What is new in it is lit for a moment. */
export function GuideCompose({ text, parts, toCome }: Props) {
  const [isEditing, setEditing] = useState(false)
  const isWhole = toCome === null
  return (
    <section
      aria-label="Reply"
      className="min-h-0 flex-none overflow-y-auto rounded-b-card border-t bg-surface px-4 pt-2.5 pb-3.5 md:max-h-[45%]"
    >
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium text-meta text-muted">{isWhole ? 'Reply' : 'Reply so far'}</h3>
        <span className="flex items-center gap-1">
          <Select size="small" aria-label="Language" value={text.locale} onChange={(event) => text.setLocale(event.target.value)}>
            {Object.entries(replyLocales).map(([code, name]) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </Select>
          {isWhole && (
            <Button size="small" variant="quiet" aria-pressed={isEditing} onClick={() => setEditing(!isEditing)}>
              {isEditing ? 'Finish editing' : 'Edit'}
            </Button>
          )}
        </span>
      </div>
      {isWhole && isEditing ? (
        <Textarea
          aria-label="Reply"
          lang={text.locale}
          rows={8}
          dir="auto"
          value={text.whole(parts)}
          onChange={(event) => text.type(parts, event.target.value)}
          className="mt-1"
        />
      ) : (
        <Composed text={text} parts={parts} toCome={toCome} />
      )}
    </section>
  )
}

const barWidths = ['w-21', 'w-33', 'w-14'] as const

/** The sentences so far, and bars for what is still to come; the whole reply, once there is no more to come. */
function Composed({ text, parts, toCome }: Props) {
  if (toCome === null)
    return (
      <p lang={text.locale} aria-live="polite" className="mt-1 whitespace-pre-line text-body wrap-anywhere">
        {text.whole(parts)}
      </p>
    )
  return (
    <p lang={text.locale} aria-live="polite" className="mt-1 text-pretty text-body wrap-anywhere">
      {text.sentences(parts).map((sentence) => (
        <span key={sentence} className="animate-lit rounded-bar">
          {sentence}{' '}
        </span>
      ))}
      {barWidths.slice(0, toCome).map((width) => (
        <span key={width} aria-hidden className={`mr-1 inline-block h-2 rounded-bar bg-line-strong align-middle ${width}`} />
      ))}
      <span className="sr-only">There’s more to come.</span>
    </p>
  )
}
