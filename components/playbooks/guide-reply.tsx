'use client'

import { useState } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { Field } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import { SendingButton } from '@/components/ui/sending-button'
import { Textarea } from '@/components/ui/textarea'
import type { Reply } from '@/lib/playbooks/playbook'
import { localeOfCountry, replyOf } from '@/lib/playbooks/reply'
import { type ReplyLocale, replyLocales } from '@/lib/playbooks/reply-texts'

type Props = {
  reply: Reply
  country: string | null
  sending: boolean
  /** Null where the person only looks. */
  onEnd: ((words: string) => void) | null
}

/** The reply in the customer's language, from facts alone. It may be changed before it is copied; a change of facts or language writes it anew. */
export function GuideReply({ reply: { parts, gaps }, country, sending, onEnd }: Props) {
  const [locale, setLocale] = useState(() => localeOfCountry(country))
  const built = replyOf(locale, parts)
  const [typed, setTyped] = useState<{ over: string; text: string } | null>(null)
  const text = typed?.over === built ? typed.text : built
  return (
    <>
      <h3 data-next tabIndex={-1} className="font-semibold text-head focus:outline-none">
        What to tell the customer
      </h3>
      {gaps.map((gap) => (
        <Notice key={gap} kind="deferred" role="status">
          {gap}
        </Notice>
      ))}
      <Field
        label="Language"
        className="max-w-60"
        hint={country === null ? 'We don’t know the country.' : `Guessed from ${country}.`}
      >
        {(control) => (
          <Select {...control} value={locale} onChange={(event) => setLocale(event.target.value as ReplyLocale)}>
            {Object.entries(replyLocales).map(([code, name]) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Reply" hint="Drafted from this buyer’s records. Check it before you send it.">
        {(control) => (
          <Textarea
            {...control}
            lang={locale}
            rows={10}
            value={text}
            onChange={(event) => setTyped({ over: built, text: event.target.value })}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label="Copy the reply" variant="default" size="normal" />
        {onEnd && (
          <SendingButton variant="primary" sending={sending} onClick={() => onEnd(text)}>
            Finish with this reply
          </SendingButton>
        )}
      </div>
    </>
  )
}
