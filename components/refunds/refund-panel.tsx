'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { Amount } from '@/components/ui/amount'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { DataItem } from '@/components/ui/data-item'
import { DataList } from '@/components/ui/data-list'
import { Ident } from '@/components/ui/ident'
import { late } from '@/components/ui/late'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { StateNode } from '@/components/ui/state-node'
import { Time } from '@/components/ui/time'
import { useClock } from '@/components/ui/use-clock'
import { buyerPath } from '@/lib/core/buyer-path'
import { compare } from '@/lib/core/money'
import type { ServiceProblem } from '@/lib/core/problem'
import { unansweredChange } from '@/lib/core/problem-copy'
import { describeProblem } from '@/lib/core/problem-words'
import type { Role } from '@/lib/core/roles'
import { refundQuery } from '@/lib/refunds/client/refund-queries'
import { describeBuyer, describePlace, isOverdue, type Refund, type RefundInDetail } from '@/lib/refunds/refund'
import { refundHints } from '@/lib/refunds/refund-hints'
import { refundReply } from '@/lib/refunds/refund-reply'
import { describeRefundStep, refundStepNote, stepKinds } from '@/lib/refunds/refund-step-words'
import { ReplyToContext } from '@/lib/replies/client/reply-to'
import { EarlierRefunds } from './earlier-refunds'
import { RefundNext } from './refund-next'
import { RefundStateWord } from './refund-state'
import { RefundHints, RefundStoryLadder } from './refund-story'

// With the sentences it is made of.
const TellCustomer = late(
  () => import('@/components/replies/reply-text').then((file) => file.TellCustomer),
  <SkeletonRows rows={2} />,
)

type Props = {
  id: string
  role: Role
  merchants: readonly { code: string; name: string }[]
  onDecided: (refund: Refund) => void
  onMoved: (refund: Refund) => void
}

/** One refund: how it came to be paid, what the decision rests on, and below it, always in sight, the decision. */
export function RefundPanel({ id, role, merchants, onDecided, onMoved }: Props) {
  const read = useQuery(refundQuery(id))
  const refund = read.data?.refund
  const [failed, setFailed] = useState<{ problem: ServiceProblem; version: number } | null>(null)
  const setProblem = (problem: ServiceProblem | null) =>
    setFailed(problem && refund ? { problem, version: refund.version } : null)
  const problem = failed && !isAnswered(failed, refund?.version) ? failed.problem : null
  return (
    <Card
      aria-label="Refund request"
      className="md:sticky md:top-4 md:flex md:max-h-[calc(100dvh-11rem)] md:min-h-80 md:flex-col"
    >
      {read.data && refund ? (
        <>
          <section aria-label="Facts" className="min-h-0 md:flex-1 md:overflow-y-auto">
            <PanelHead refund={refund} />
            <CardBody className="grid gap-3">
              <RefundStoryLadder charge={refund.charge} currency={refund.currency} />
              <Hints detail={read.data} />
            </CardBody>
            <CardBody className="border-t py-2">
              <RefundFacts refund={refund} merchants={merchants} />
            </CardBody>
            {refund.steps.length > 1 && (
              <CardBody className="border-t">
                <RefundSteps refund={refund} />
              </CardBody>
            )}
            {read.data.others.length > 0 && (
              <CardBody className="border-t">
                <EarlierRefunds title="Other requests of this buyer" refunds={read.data.others} />
              </CardBody>
            )}
            <CardBody className="border-t">
              <ReplyToContext value={{ merchant: refund.merchant, buyerId: refund.buyerId, country: refund.charge.country }}>
                <TellCustomer parts={refundReply(refund)} />
              </ReplyToContext>
            </CardBody>
          </section>
          <div className="flex-none rounded-b-card border-line-strong border-t bg-raised max-md:sticky max-md:bottom-0 max-md:z-1 max-sm:bottom-[calc(3.5rem+env(safe-area-inset-bottom))]">
            {problem && <ProblemNotice {...describeProblem(problem)} className="mx-4 mt-3" />}
            <RefundNext
              key={`${id} ${refund.version}`}
              refund={refund}
              wentBackAt={read.data.wentBack?.at ?? null}
              role={role}
              onProblem={setProblem}
              onDecided={onDecided}
              onMoved={onMoved}
            />
          </div>
        </>
      ) : read.error ? (
        <ProblemNotice {...describeProblem(read.error)} className="m-4" onRetry={() => void read.refetch()} />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </Card>
  )
}

/** What nobody knew of a decision is known once the refund has changed. */
const isAnswered = ({ problem, version }: { problem: ServiceProblem; version: number }, now: number | undefined) =>
  problem.problem.code === unansweredChange && now !== version

/** How much, whose and what for. */
function PanelHead({ refund }: { refund: Refund }) {
  const { charge, amount, currency, state } = refund
  const { now } = useClock(Date.now())
  const isWhole = compare(amount, charge.amount) === 0
  return (
    <div className="flex justify-between gap-4 border-b px-4 pt-3.5 pb-3">
      <h2>
        <span className="sr-only">Refund of </span>
        <Amount
          value={amount}
          currency={currency}
          received
          size="total"
          usd={isWhole ? charge.usd : null}
          usdNote="per the service"
        />
      </h2>
      <div className="min-w-0 text-right">
        <Link
          href={buyerPath(refund.buyerId, refund.ticket)}
          prefetch={false}
          className="block truncate font-semibold text-accent text-table hover:underline"
        >
          {describeBuyer(refund)}
        </Link>
        <span className="block text-meta text-muted">{charge.products.join(', ') || 'Unnamed product'}</span>
        {(state !== 'waiting' || isOverdue(refund, now)) && (
          <span className="mt-1 inline-flex">
            <RefundStateWord state={state} overdue={isOverdue(refund, now)} inFile={refund.batchId !== null} />
          </span>
        )}
      </div>
    </div>
  )
}

const Hints = ({ detail }: { detail: RefundInDetail }) => <RefundHints hints={refundHints(detail, useClock(Date.now()))} />

type FactsProps = { refund: Refund; merchants: readonly { code: string; name: string }[] }

function RefundFacts({ refund, merchants }: FactsProps) {
  const { charge, reason, ticket, mine, person, askedAt, merchant } = refund
  return (
    <DataList>
      <DataItem term="Reason">{reason}</DataItem>
      <DataItem term="Asked by">
        {mine ? 'you' : person}, <Time at={askedAt} align="start" />
        {ticket !== null && <span className="text-muted">{ticket}</span>}
      </DataItem>
      {merchants.length > 1 && (
        <DataItem term="Account">{merchants.find(({ code }) => code === merchant)?.name ?? merchant}</DataItem>
      )}
      <DataItem term="Paid with">{charge.method}</DataItem>
      <DataItem term="At the provider">
        {charge.providerTransaction === null ? (
          <span className="text-muted">no transaction id</span>
        ) : (
          <Ident value={charge.providerTransaction} align="start" />
        )}
        <span className="text-muted">{describePlace(charge)}</span>
      </DataItem>
    </DataList>
  )
}

/** Past and remaining steps of a refund. */
function RefundSteps({ refund: { steps, state } }: { refund: Refund }) {
  const ahead = {
    waiting: ['Decision by somebody other than the requester', 'Refund made and provider reference recorded'],
    approved: ['Refund made and provider reference recorded'],
    done: [],
    refused: [],
  }[state]
  return (
    <ol aria-label="Steps" className="grid gap-2 text-table">
      {steps.map((step) => {
        const kind = step.kind === 'asked' ? 'settled' : stepKinds[step.kind]
        const note = refundStepNote(step)
        return (
          <li key={step.at + step.kind} className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-center gap-x-2.5">
            <StateNode {...(kind && { kind })} />
            <span className="min-w-0">
              {describeRefundStep(step)} by {step.mine ? 'you' : step.person}
            </span>
            <Time at={step.at} align="end" className="text-meta text-muted" />
            {note !== null && <span className="col-start-2 text-meta text-muted wrap-anywhere">{note}</span>}
          </li>
        )
      })}
      {ahead.map((words) => (
        <li key={words} className="grid grid-cols-[1.5rem_minmax(0,1fr)] items-center gap-x-2.5 text-muted">
          <StateNode kind="neutral" />
          {words}
        </li>
      ))}
    </ol>
  )
}
