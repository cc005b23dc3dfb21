'use client'

import { useState } from 'react'
import { ReplyLanguage } from '@/components/replies/reply-language'
import { CopyButton } from '@/components/ui/copy-button'
import { Field } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { SendingButton } from '@/components/ui/sending-button'
import { Textarea } from '@/components/ui/textarea'
import type { Reply } from '@/lib/playbooks/playbook'
import { useWording } from '@/lib/replies/client/use-wording'
import { replyOf } from '@/lib/replies/reply'

type Props = {
  reply: Reply
  sending: boolean
  /** Null where the person only looks. */
  onEnd: ((words: string) => void) | null
}

/** The reply in the customer's language, from facts alone. It may be changed before it is copied; a change of facts or language writes it anew. */
export function GuideReply({ reply: { parts, gaps }, sending, onEnd }: Props) {
  const { wording } = useWording()
  const built = wording ? replyOf(wording, parts) : ''
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
      <div className="max-w-60">
        <ReplyLanguage />
      </div>
      <Field label="Reply" hint="Drafted from this buyer’s records. Check it before you send it.">
        {(control) => (
          <Textarea
            {...control}
            lang={wording?.locale}
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
