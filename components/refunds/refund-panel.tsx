'use client'

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide'
import dynamic from 'next/dynamic'
import { useEffect, useRef, useState } from 'react'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { IconButton } from '@/components/ui/icon-button'
import { Ident } from '@/components/ui/ident'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { StateNode } from '@/components/ui/state-node'
import { Time } from '@/components/ui/time'
import { useNow } from '@/components/ui/use-now'
import type { ServiceProblem } from '@/lib/core/problem'
import { problemWords } from '@/lib/core/problem-words'
import { may, type Role, roleFor } from '@/lib/core/roles'
import { refundReply } from '@/lib/playbooks/refund-reply'
import { refundQuery } from '@/lib/refunds/client/refund-queries'
import { isOverdue, type Refund } from '@/lib/refunds/refund'
import { refundStepNote, refundStepWords, stepKinds } from '@/lib/refunds/refund-step-words'
import { ReplyToContext } from '@/lib/replies/client/reply-to'
import { EarlierRefunds } from './earlier-refunds'
import { RefundDecision } from './refund-decision'
import { RefundEnding } from './refund-ending'
import { RefundFacts } from './refund-facts'
import { RefundStateWord } from './refund-state'

// With the sentences it is made of.
const TellCustomer = dynamic(() => import('@/components/replies/reply-text').then((module) => module.TellCustomer), {
  ssr: false,
  loading: () => <SkeletonRows rows={2} />,
})

type Props = { id: string; role: Role; merchants: readonly { code: string; name: string }[]; onClose: () => void }

/** One refund with the facts for a decision, and the decision. */
export function RefundPanel({ id, role, merchants, onClose }: Props) {
  const read = useQuery(refundQuery(id))
  const now = useNow() ?? 0
  const [problem, setProblem] = useState<ServiceProblem | null>(null)
  const head = useRef<HTMLDivElement>(null)
  useEffect(() => {
    head.current?.focus({ preventScroll: true })
    head.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const refund = read.data?.refund
  return (
    <Card as="section" aria-labelledby="refund-request" className="lg:sticky lg:top-4">
      <div ref={head} tabIndex={-1} className="focus:outline-none">
        <CardHead
          title="Refund request"
          id="refund-request"
          beside={
            refund && <RefundStateWord state={refund.state} overdue={isOverdue(refund, now)} inFile={refund.batchId !== null} />
          }
        >
          {refund && <Ident value={refund.id} align="end" />}
          <IconButton icon={X} label="Close" onClick={onClose} tipPlace={{ align: 'end' }} />
        </CardHead>
      </div>
      {read.data && refund ? (
        <>
          <CardBody className="grid gap-3">
            <RefundFacts detail={read.data} merchants={merchants} />
            {refund.charge.doubts.map((doubt) => (
              <Notice key={doubt} kind="deferred">
                {doubt} <span className="text-muted">What we knew when this was requested. Check before you decide.</span>
              </Notice>
            ))}
            <EarlierRefunds refunds={read.data.earlier} />
          </CardBody>
          <CardBody className="border-t">
            <RefundSteps refund={refund} />
          </CardBody>
          {problem && <ProblemNotice {...problemWords(problem)} className="mx-4 mb-3" />}
          <RefundNext key={refund.version} refund={refund} role={role} onProblem={setProblem} />
          <CardBody className="border-t">
            <ReplyToContext value={{ merchant: refund.merchant, buyerId: refund.buyerId, country: refund.charge.country }}>
              <TellCustomer parts={refundReply(refund)} />
            </ReplyToContext>
          </CardBody>
        </>
      ) : read.error ? (
        <ProblemNotice {...problemWords(read.error)} className="m-4" onRetry={() => void read.refetch()} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Card>
  )
}

type RefundNextProps = { refund: Refund; role: Role; onProblem: (problem: ServiceProblem | null) => void }

/** What the person may do with the refund now, or why they may not. */
function RefundNext({ refund, role, onProblem }: RefundNextProps) {
  if (refund.state === 'done' || refund.state === 'refused') return null
  const why = whyNot(refund, role)
  if (why !== null) return <CardFoot>{why}</CardFoot>
  return refund.state === 'waiting' ? (
    <RefundDecision refund={refund} onProblem={onProblem} />
  ) : (
    <RefundEnding refund={refund} onProblem={onProblem} />
  )
}

function whyNot({ mine }: Refund, role: Role): string | null {
  if (!may(role, 'decideRefund')) return `Deciding needs the ${roleFor('decideRefund')} role.`
  return mine ? 'You requested this refund, so somebody else must decide.' : null
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
              {refundStepWords(step)} by {step.mine ? 'you' : step.person}
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
