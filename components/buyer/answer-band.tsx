'use client'

import { type ReactNode, useState } from 'react'
import { Amount } from '@/components/ui/amount'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Skeleton } from '@/components/ui/skeleton'
import { StateGlyph } from '@/components/ui/state-glyph'
import { Textarea } from '@/components/ui/textarea'
import { type Answer, notLoaded } from '@/lib/charges/answer'
import type { Proof, Statement } from '@/lib/charges/answer-parts'
import type { CurrencyMoney } from '@/lib/charges/money-by-currency'
import { cn } from '@/lib/core/cn'

type Props = {
  /** Null while the history is being read. */
  answer: Answer | null
  money: readonly CurrencyMoney[]
  /** What the money rests on, as `in the 200 newest of 1,000 orders`; null where it rests on all orders. */
  among: string | null
  /** Leads to what proves a statement; null is the whole history. */
  onShow: (proof: Proof) => void
  /** Guided steps stand in the place of the reply, and compose one of their own. */
  isGuided?: boolean
  /** What the buyer may want, as buttons. */
  children?: ReactNode
}

/** What happened to the buyer's money, and what to write back: the first thing on the page. Each statement leads to its proof. */
export function AnswerBand({ isGuided = false, children, ...band }: Props) {
  return (
    <section
      aria-label="Answer"
      aria-busy={band.answer === null}
      className={cn(
        'answer-band grid grid-cols-[minmax(0,1fr)] rounded-card border bg-raised sm:grid-cols-[11rem_minmax(0,1fr)] lg:grid-cols-[12rem_minmax(0,1fr)_26.5rem] print:hidden',
        isGuided && 'lg:grid-cols-[12rem_minmax(0,1fr)]!',
      )}
    >
      {band.answer === null ? <BandSkeleton /> : <Band {...band} answer={band.answer} isGuided={isGuided} />}
      {children && !isGuided && (
        <fieldset
          aria-labelledby="open-guides"
          className="col-span-full flex min-h-12 min-w-0 flex-wrap items-center gap-2 rounded-b-card border-t bg-surface py-1.5 pr-4 pl-5"
        >
          <span id="open-guides" tabIndex={-1} className="mr-1 font-medium text-ink-2 text-table">
            What do they want?
          </span>
          {children}
        </fieldset>
      )}
    </section>
  )
}

type BandProps = Pick<Props, 'money' | 'among' | 'onShow'> & { answer: Answer; isGuided: boolean }

function Band({ answer, money, among, onShow, isGuided }: BandProps) {
  const { kind, word, headline, also, flag, reply } = answer
  return (
    <>
      <div className="answer-stub relative flex flex-col gap-1 py-4 pr-4 pl-5 max-sm:border-b max-sm:border-dashed sm:border-line-control sm:border-r sm:border-dashed">
        <span className="font-medium text-meta text-muted">Money received</span>
        <Received money={money} isKnown={word !== notLoaded} />
        {among && <span className="text-meta text-muted tabular-nums">{among}</span>}
        <span className="mt-auto inline-flex items-center gap-1.5 pt-2 font-medium text-table">
          <StateGlyph kind={kind} />
          {word}
        </span>
      </div>
      <div className="flex min-w-0 flex-col px-6 pt-4 pb-3.5 max-sm:px-5">
        <h2 className="text-balance font-semibold text-title">
          <Proved statement={headline} onShow={onShow} />
        </h2>
        {also && (
          <p className="mt-1 text-body text-ink-2">
            <Proved statement={also} onShow={onShow} />
          </p>
        )}
        {flag && (
          <p className="mt-auto flex items-start gap-2 pt-2.5 text-ink-2 text-table">
            <StateGlyph kind={flag.kind} className="mt-0.5 flex-none" />
            {/* What is unconfirmed has its own strip above, where it is checked. */}
            {flag.kind === 'unconfirmed' ? flag.says : <Proved statement={flag} onShow={onShow} />}
          </p>
        )}
      </div>
      <Reply text={reply} isHidden={isGuided} />
    </>
  )
}

/** A sentence as a link to the order that proves it, or to the whole history. */
function Proved({ statement: { says, proof }, onShow }: { statement: Statement; onShow: Props['onShow'] }) {
  return (
    <a
      href={proof === null ? '#charge-history' : `?order=${encodeURIComponent(proof.orderId)}`}
      className="wrap-anywhere hover:underline"
      onClick={(event) => {
        event.preventDefault()
        onShow(proof)
      }}
    >
      {says}
    </a>
  )
}

function Received({ money, isKnown }: { money: readonly CurrencyMoney[]; isKnown: boolean }) {
  const received = money.filter((each) => each.received !== null)
  if (received.length === 0) return <span className="font-semibold text-muted text-total">{isKnown ? 'None' : 'Unknown'}</span>
  return received.map(({ currency, received: amount, usd, withoutUsd }) => (
    <Amount
      key={currency}
      value={amount}
      currency={currency}
      usd={withoutUsd === 0 ? usd : null}
      usdNote="from the service"
      received
      size="total"
    />
  ))
}

const replyPlace = 'flex min-w-0 flex-col py-3 pr-4 pl-5 max-lg:col-span-full max-lg:border-t lg:border-l'

/** What to write back, which may be changed before it is copied. What somebody has changed stays, also when the answer changes. */
function Reply({ text, isHidden }: { text: string | null; isHidden: boolean }) {
  const [edit, setEdit] = useState<{ of: string | null; written: string } | null>(null)
  const [isEditing, setEditing] = useState(false)
  const isOutdated = edit !== null && edit.of !== text
  const shown = edit?.written ?? text
  return (
    <div hidden={isHidden} className={isHidden ? undefined : replyPlace}>
      <h3 className="min-h-5 font-medium text-meta text-muted">Reply</h3>
      {isEditing ? (
        <Textarea
          aria-label="Reply"
          rows={4}
          dir="auto"
          value={shown ?? ''}
          onChange={(event) => setEdit({ of: edit === null ? text : edit.of, written: event.target.value })}
          className="mt-1 mb-2.5"
        />
      ) : (
        <p className="mt-1 mb-2.5 text-pretty text-body wrap-anywhere">
          {shown ?? <span className="text-muted">Nothing is certain enough to reply with.</span>}
        </p>
      )}
      {isOutdated && (
        <p role="status" className="mb-2 text-deferred text-meta">
          The answer changed after you edited the reply.{' '}
          <Button variant="link" onClick={() => setEdit(null)}>
            Start over
          </Button>
        </p>
      )}
      {shown !== null && (
        <div className="mt-auto flex flex-wrap items-center gap-2">
          <CopyButton text={shown} label="Copy reply" variant="primary" size="small" />
          <Button size="small" aria-pressed={isEditing} onClick={() => setEditing(!isEditing)}>
            {isEditing ? 'Finish editing' : 'Edit'}
          </Button>
        </div>
      )}
    </div>
  )
}

function BandSkeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading the answer
      </p>
      <div className="grid min-h-36 content-start gap-2 py-4 pr-4 pl-5 sm:border-line-control sm:border-r sm:border-dashed">
        <span className="font-medium text-meta text-muted">Money received</span>
        <Skeleton className="h-6 w-28" />
      </div>
      <div className="grid content-start gap-3 px-6 pt-4">
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="h-4 w-3/5" />
      </div>
      <div className="grid content-start gap-2 px-5 py-3 max-lg:col-span-full max-lg:border-t lg:border-l">
        <span className="font-medium text-meta text-muted">Reply</span>
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-2/3" />
      </div>
    </>
  )
}
