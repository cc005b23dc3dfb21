'use client'

import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { Amount } from '@/components/ui/amount'
import { Skeleton } from '@/components/ui/skeleton'
import { StateGlyph } from '@/components/ui/state-glyph'
import { Unbroken } from '@/components/ui/unbroken'
import { type Answer, notLoaded } from '@/lib/charges/answer'
import type { Proof, Statement } from '@/lib/charges/answer-parts'
import type { CurrencyMoney } from '@/lib/charges/money-by-currency'
import { cn } from '@/lib/core/cn'
import type { ReplyPart } from '@/lib/core/reply-part'
import { ReplySkeleton } from './reply-skeleton'

// The server draws it. Its script, with the sentences it is made of, comes right after the page’s own.
const BandReply = dynamic(() => import('./band-reply').then((file) => file.BandReply), { loading: ReplySkeleton })

type Props = {
  /** Null while the history is being read. */
  answer: Answer | null
  money: readonly CurrencyMoney[]
  /** What the money rests on, as `in the 200 newest of 1,000 orders`; null where it rests on all orders. */
  among: string | null
  /** Leads to what proves a statement; null is the whole history. */
  onShow: (proof: Proof) => void
  /** What hands out the proof, at the end of the reply's buttons. */
  share?: ReactNode
  /** When all of this was read, as `at 05:12`, where it couldn't be refreshed since. */
  staleSince?: string | null
  /** Guided steps stand in the place of the reply, and compose one of their own. */
  isGuided?: boolean
  /** What the buyer may want, as buttons. */
  children?: ReactNode
}

/** What happened to the buyer's money, and what to write back: the first thing on the page. Each statement leads to its proof. */
export function AnswerBand({ answer, children, ...shown }: Props) {
  return (
    <section
      id="answer"
      aria-label="Answer"
      aria-busy={answer === null}
      data-long-reply={isLong(answer?.reply ?? []) || undefined}
      className={cn(
        'answer-band grid grid-cols-[minmax(0,1fr)] rounded-card border bg-raised sm:grid-cols-[11rem_minmax(0,1fr)] lg:grid-cols-[12rem_minmax(0,1fr)_26.5rem] print:hidden',
        'lg:has-[>[hidden]]:grid-cols-[12rem_minmax(0,1fr)]',
        shown.staleSince && 'stale',
      )}
    >
      {answer === null ? <BandSkeleton /> : <Band answer={answer} {...shown} />}
      {children && !shown.isGuided && (
        <fieldset
          aria-labelledby="open-guides"
          className="col-span-full flex min-h-12 min-w-0 flex-wrap items-center gap-2 rounded-b-card border-t bg-surface py-1.5 pr-4 pl-5 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:[scrollbar-width:none]"
        >
          <span id="open-guides" tabIndex={-1} className="mr-1 font-medium text-ink-2 text-table max-sm:sr-only">
            What do they want?
          </span>
          {children}
        </fieldset>
      )}
    </section>
  )
}

/** Whether a reply takes more lines than most. */
const isLong = (reply: readonly ReplyPart[]): boolean =>
  reply.reduce((count, { facts }) => count + 1 + (facts?.payments?.length ?? 0), 0) > 2

type BandProps = Omit<Props, 'answer' | 'children'> & { answer: Answer }

function Band({ answer, money, among, onShow, share, staleSince = null, isGuided = false }: BandProps) {
  const { kind, word, headline, also, reply } = answer
  const flag = flagShown(answer, staleSince)
  return (
    <>
      <div className="answer-stub relative flex flex-col gap-1 py-4 pr-4 pl-5 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:border-b max-sm:border-dashed max-sm:py-3 sm:border-line-control sm:border-r sm:border-dashed">
        <span className="font-medium text-meta text-muted">Money received</span>
        <Received money={money} isKnown={word !== notLoaded} />
        {among && <span className="text-meta text-muted tabular-nums">{among}</span>}
        <span className="mt-auto inline-flex items-center gap-1.5 pt-2 font-medium text-table max-sm:col-start-2 max-sm:row-span-4 max-sm:row-start-1 max-sm:mt-0 max-sm:self-center max-sm:pt-0">
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
            <StateGlyph kind={flag.kind} className={cn('flex-none', flag.kind === 'unconfirmed' ? 'mt-0.5' : 'mt-1.5')} />
            {/* What is unconfirmed has its own strip above, where it is checked. */}
            {flag.kind === 'unconfirmed' ? flag.says : <Proved statement={flag} onShow={onShow} />}
          </p>
        )}
      </div>
      <BandReply parts={reply} share={share} isStale={staleSince !== null} isGuided={isGuided} />
    </>
  )
}

/** What is unconfirmed is graver than that something newer may be missing; anything else rests on what was read. */
function flagShown({ flag }: Answer, staleSince: string | null): Answer['flag'] {
  if (staleSince === null || flag?.kind === 'unconfirmed') return flag
  return { kind: 'neutral', says: `Loaded ${staleSince}. Anything after that is missing here.`, proof: null }
}

/** An amount stays with its currency at the end of a line. */
const amounts = /(\d[\d.,]* [A-Z]{3}\b)/

/** A sentence as a link to the order that proves it, or to the whole history. */
function Proved({ statement: { says, proof }, onShow }: { statement: Statement; onShow: Props['onShow'] }) {
  return (
    <a
      href={proof === null ? '#charge-history' : `?order=${encodeURIComponent(proof.orderId)}`}
      className="wrap-anywhere py-1 hover:underline"
      onClick={(event) => {
        event.preventDefault()
        onShow(proof)
      }}
    >
      <Unbroken words={says} at={amounts} />
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
      usdNote="per the service"
      received
      size="total"
    />
  ))
}

function BandSkeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading the answer
      </p>
      <div className="grid content-start gap-2 py-4 pr-4 pl-5 max-sm:border-b max-sm:border-dashed max-sm:py-3 sm:min-h-36 sm:border-line-control sm:border-r sm:border-dashed">
        <span className="font-medium text-meta text-muted">Money received</span>
        <Skeleton className="h-6 w-28" />
      </div>
      <div className="grid content-start gap-3 px-6 py-4 max-sm:px-5">
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="h-4 w-3/5" />
      </div>
      <ReplySkeleton />
    </>
  )
}
