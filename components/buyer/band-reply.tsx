'use client'

import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { ReplyLanguage } from '@/components/replies/reply-language'
import { ReplyParagraphs } from '@/components/replies/reply-words'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { phoneBarEnd } from '@/components/ui/phone-bar'
import { Textarea } from '@/components/ui/textarea'
import type { ReplyPart } from '@/lib/core/reply-part'
import { useWording } from '@/lib/replies/client/use-wording'
import { replyOf } from '@/lib/replies/reply'
import { ReplySkeleton, replyPlace, replyRoom } from './reply-skeleton'

type Edit = { of: string | null; lang: string; written: string }

type Props = {
  /** Null where nothing is certain enough. */
  parts: readonly ReplyPart[] | null
  /** What hands out the proof, at the end of the buttons. */
  share: ReactNode
  isStale: boolean
  /** Guided steps compose another one meanwhile. */
  isGuided: boolean
}

/**
 * What to write back, whose words and language may be changed before it is copied. What somebody has changed stays, also when the answer or the language
 * changes, or can't be refreshed.
 */
export function BandReply({ parts, share, isStale, isGuided }: Props) {
  const { wording, failed } = useWording()
  const [edit, setEdit] = useState<Edit | null>(null)
  const [isEditing, setEditing] = useState(false)
  if (!wording) return <ReplySkeleton />
  const now = { of: parts && replyOf(wording, parts), lang: wording.locale }
  const lang = edit?.lang ?? now.lang
  const shown = edit?.written ?? now.of
  const outdated = edit === null ? null : describeOutdated(edit, now)
  return (
    <div hidden={isGuided || (isStale && edit === null && !isEditing)} className={replyPlace}>
      <div className="flex min-h-5 flex-wrap items-center gap-2">
        <h3 className="mr-auto font-medium text-meta text-muted">Reply</h3>
        {shown !== null && (isEditing || failed) && <ReplyLanguage />}
      </div>
      {isEditing ? (
        <Textarea
          aria-label="Reply"
          rows={7}
          dir="auto"
          lang={lang}
          value={shown ?? ''}
          onChange={({ target }) => setEdit({ ...(edit ?? now), written: target.value })}
          className="mt-1 mb-2.5"
        />
      ) : shown === null ? (
        <p className="mt-1 mb-2.5 text-body text-muted">We don’t know enough to suggest a reply.</p>
      ) : (
        <ReplyLines lang={lang} text={shown} />
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
        {shown !== null && (
          <>
            <CopyButton
              text={shown}
              label="Copy reply"
              variant={isStale ? 'default' : 'primary'}
              size="small"
              className={phoneBarEnd}
            />
            <Button size="small" aria-pressed={isEditing} onClick={() => setEditing(!isEditing)}>
              {isEditing ? 'Finish editing' : 'Edit'}
            </Button>
          </>
        )}
        {share}
      </div>
    </div>
  )
}

/** In the room that was kept for it: a longer one scrolls there, so that the buttons under it stay where they are. */
function ReplyLines({ lang, text }: { lang: string; text: string }) {
  const room = useRef<HTMLDivElement>(null)
  const [isCut, setCut] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text takes another height
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = room.current ?? {}
    setCut(scrollHeight > clientHeight + 1)
  }, [text])
  const byKeys = isCut ? ({ role: 'group', 'aria-label': 'Text of the reply', tabIndex: 0 } as const) : {}
  return (
    <div ref={room} className={replyRoom} {...byKeys}>
      <ReplyParagraphs lang={lang} text={text} className="text-pretty text-body" />
    </div>
  )
}

function describeOutdated(edit: Edit, now: Omit<Edit, 'written'>): string | null {
  if (edit.lang !== now.lang) return 'You chose another language after you edited the reply.'
  return edit.of === now.of ? null : 'The answer changed after you edited the reply.'
}
