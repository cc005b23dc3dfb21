'use client'

import { useState } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { Select } from '@/components/ui/select'
import { type ReplyPart, replyOf } from '@/lib/playbooks/reply'
import { type ReplyLocale, replyLocales } from '@/lib/playbooks/reply-texts'

type Props = { parts: readonly ReplyPart[]; locale: ReplyLocale }

/** What to tell the customer, in their language, to be copied into the answer. */
export function RefundTell({ parts, locale: first }: Props) {
  const [locale, setLocale] = useState(first)
  const text = replyOf(locale, parts)
  return (
    <section aria-label="What to tell the customer" className="rounded-control border bg-raised px-3 py-2 text-table">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium text-meta text-muted">What to tell the customer</h3>
        <span className="flex items-center gap-1">
          <Select
            size="small"
            aria-label="Language"
            value={locale}
            onChange={(event) => setLocale(event.target.value as ReplyLocale)}
          >
            {Object.entries(replyLocales).map(([code, name]) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </Select>
          <CopyButton text={text} />
        </span>
      </div>
      <p lang={locale} className="mt-1 max-w-[60ch] whitespace-pre-line text-ink-2 wrap-anywhere">
        {text}
      </p>
    </section>
  )
}
