'use client'

import { useState } from 'react'
import { ReplyLanguage } from '@/components/replies/reply-language'
import { ReplyWords } from '@/components/replies/reply-words'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Textarea } from '@/components/ui/textarea'
import type { ReplyPart } from '@/lib/core/reply-part'
import { useWording } from '@/lib/replies/client/use-wording'
import { replyOf } from '@/lib/replies/reply'
import { ReplySkeleton } from './reply-skeleton'

type Edit = { of: string; lang: string; written: string }

/** What to write back, which may be changed before it is copied. What somebody has changed stays, also when the answer changes. */
export function BandReply({ parts }: { parts: readonly ReplyPart[] | null }) {
  const { wording } = useWording()
  const [edit, setEdit] = useState<Edit | null>(null)
  const [isEditing, setEditing] = useState(false)
  if (parts === null && edit === null)
    return <p className="mt-1 text-body text-muted">Nothing is certain enough to reply with.</p>
  if (!wording) return <ReplySkeleton />
  const built = parts === null ? '' : replyOf(wording, parts)
  const shown = edit?.written ?? built
  const outdated = edit === null ? null : outdatedWords(edit, { of: built, lang: wording.locale })
  return (
    <>
      {isEditing ? (
        <Textarea
          aria-label="Reply"
          rows={7}
          dir="auto"
          lang={edit?.lang ?? wording.locale}
          value={shown}
          onChange={({ target }) => setEdit({ of: edit?.of ?? built, lang: edit?.lang ?? wording.locale, written: target.value })}
          className="mt-1 mb-2.5"
        />
      ) : (
        <ReplyWords lang={edit?.lang ?? wording.locale} text={shown} className="mt-1 mb-2.5 text-pretty text-body" />
      )}
      {outdated && (
        <p role="status" className="mb-2 text-deferred text-meta">
          {outdated}{' '}
          <Button variant="link" onClick={() => setEdit(null)}>
            Start over
          </Button>
        </p>
      )}
      <div className="mt-auto flex flex-wrap items-center gap-2">
        <CopyButton text={shown} label="Copy reply" variant="primary" size="small" />
        <Button size="small" aria-pressed={isEditing} onClick={() => setEditing(!isEditing)}>
          {isEditing ? 'Finish editing' : 'Edit'}
        </Button>
        <ReplyLanguage />
      </div>
    </>
  )
}

function outdatedWords(edit: Edit, now: { of: string; lang: string }): string | null {
  if (edit.lang !== now.lang) return 'You chose another language after you edited the reply.'
  return edit.of === now.of ? null : 'The answer changed after you edited the reply.'
}
