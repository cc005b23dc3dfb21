'use client'

import { Check, Copy } from 'lucide'
import { useEffect } from 'react'
import { ReplyLanguage } from '@/components/replies/reply-language'
import { ReplyParagraphs } from '@/components/replies/reply-words'
import { Button } from '@/components/ui/button'
import { CopyStatus } from '@/components/ui/copy-button'
import { Icon } from '@/components/ui/icon'
import { Kbd } from '@/components/ui/kbd'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { StateGlyph } from '@/components/ui/state-glyph'
import { Time } from '@/components/ui/time'
import { useCopy } from '@/components/ui/use-copy'
import { formatDay } from '@/lib/core/dates'
import { describeProblem } from '@/lib/core/problem-words'
import type { ReplyPart } from '@/lib/core/reply-part'
import { ReplyToContext } from '@/lib/replies/client/reply-to'
import { useWording } from '@/lib/replies/client/use-wording'
import { replyOf } from '@/lib/replies/reply'
import type { Clue } from '@/lib/search/clue'
import type { SearchHit } from '@/lib/search/search-reading'
import { type HitAnswer as Said, useHitAnswer } from './use-hit-answer'

type Props = {
  hit: SearchHit
  clues: readonly Clue[]
  merchant: { code: string; timeZone: string }
  /** The key that copies is this hit's. */
  hasKey: boolean
  /** The charge that the answer is about, which the hit then opens. */
  onCharge: (charge: { orderId: string; chargeId: string }) => void
}

/** The answer about the charge of a hit, with what it rests on and the reply to copy. */
export function HitAnswer({ hit, clues, merchant, hasKey, onCharge }: Props) {
  const said = useHitAnswer(hit, { clues, merchant })
  const charge = said.state === 'read' ? said.charge : null
  const [orderId, chargeId] = [charge?.orderId, charge?.chargeId]
  useEffect(() => {
    if (orderId !== undefined && chargeId !== undefined) onCharge({ orderId, chargeId })
  }, [orderId, chargeId, onCharge])
  return (
    <div className="grid gap-2 pr-4 pb-3 pl-13 max-sm:pl-4" aria-busy={said.state === 'loading'}>
      <ReplyToContext
        value={{ merchant: merchant.code, buyerId: hit.buyerId, country: said.state === 'read' ? said.country : null }}
      >
        <Answered said={said} hit={hit} hasKey={hasKey} />
      </ReplyToContext>
    </div>
  )
}

function Answered({ said, hit: { charge }, hasKey }: { said: Said; hit: SearchHit; hasKey: boolean }) {
  if (said.state === 'loading')
    return (
      <>
        <p role="status" className="sr-only">
          Loading the answer
        </p>
        <Skeleton className="h-5 w-3/5" />
        <Skeleton className="h-12 w-full" />
      </>
    )
  if (said.state === 'failed') {
    const { detail, ...words } = describeProblem(said.error)
    const known = charge ? ` Counterfoil last loaded it on ${formatDay(charge.seenOn)}, as ${charge.status}.` : ''
    return <ProblemNotice {...words} title="Couldn’t load the charges, so there’s no reply" detail={`${detail}${known}`} />
  }
  if (said.state === 'none')
    return (
      <p className="text-ink-2 text-table">
        None of this buyer’s orders fits the message{said.missing === null ? '' : ` so far. ${said.missing}`}
        {said.missing === null && '. Leave out what you’re least sure of.'}
      </p>
    )
  const { answer, asOf, missing } = said
  return (
    <>
      <p className="text-body">
        <b className="font-semibold">{answer.headline.says}</b>{' '}
        {answer.also && <span className="text-ink-2">{answer.also.says}</span>}
      </p>
      {answer.flag && (
        <p className="flex items-start gap-2 text-ink-2 text-table">
          <StateGlyph kind={answer.flag.kind} className="mt-0.5 flex-none" />
          {answer.flag.says}
        </p>
      )}
      {answer.reply === null ? (
        <p className="text-muted text-table">We don’t know enough to suggest a reply.</p>
      ) : (
        <Reply parts={answer.reply} hasKey={hasKey} />
      )}
      <p className="text-meta text-muted">
        From the service, <Time at={asOf} align="start" />
        {missing === null ? '' : `. ${missing}`}
      </p>
    </>
  )
}

/** What to write back, as the buyer's page has it. Ctrl C copies it while nothing else is selected. */
function Reply({ parts, hasKey }: { parts: readonly ReplyPart[]; hasKey: boolean }) {
  const { wording } = useWording()
  const text = wording && replyOf(wording, parts)
  const [outcome, copy] = useCopy(text ?? '')
  const isOn = hasKey && text !== null
  useEffect(() => {
    if (!isOn) return
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'c' || event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return
      if (isSelecting() || document.querySelector('[role="dialog"]') !== null) return
      event.preventDefault()
      void copy()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
  if (!wording || text === null) return <Skeleton className="h-24 w-full" />
  return (
    <div className="grid gap-2 rounded-control border bg-raised px-3 py-2">
      <ReplyParagraphs lang={wording.locale} text={text} className="text-table" />
      <span className="flex flex-wrap items-center gap-2">
        <Button variant={hasKey ? 'primary' : 'default'} size="small" onClick={copy}>
          <Icon of={outcome === 'copied' ? Check : Copy} size={14} />
          {outcome === 'failed' ? 'Couldn’t copy' : 'Copy reply'}
        </Button>
        {hasKey && <Kbd>Ctrl C</Kbd>}
        <ReplyLanguage />
        <CopyStatus outcome={outcome} />
      </span>
    </div>
  )
}

/** Whether some text is selected, on the page or in a field: then that is what the key copies. */
function isSelecting(): boolean {
  const field = document.activeElement
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    return field.selectionStart !== field.selectionEnd
  return document.getSelection()?.isCollapsed === false
}
