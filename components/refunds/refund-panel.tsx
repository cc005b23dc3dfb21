'use client'

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { IconButton } from '@/components/ui/icon-button'
import { Ident } from '@/components/ui/ident'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { useNow } from '@/components/ui/use-now'
import { refundQuery } from '@/lib/client/refunds/refund-queries'
import type { ServiceProblem } from '@/lib/problem'
import { problemWords } from '@/lib/problem-words'
import { isOverdue } from '@/lib/refunds/refund'
import { refundReply } from '@/lib/replies/refund-reply'
import { localeOfCountry } from '@/lib/replies/reply'
import type { Role } from '@/lib/roles'
import { EarlierRefunds } from './earlier-refunds'
import { RefundFacts } from './refund-facts'
import { RefundNext } from './refund-next'
import { RefundStateWord } from './refund-state'
import { RefundSteps } from './refund-steps'
import { RefundTell } from './refund-tell'

type Props = { id: string; role: Role; merchants: readonly { code: string; name: string }[]; onClose: () => void }

/** One refund, with what a decision rests on, and the decision. */
export function RefundPanel({ id, role, merchants, onClose }: Props) {
  const read = useQuery(refundQuery(id))
  const now = useNow() ?? 0
  const [told, setTold] = useState<ServiceProblem | null>(null)
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
          <IconButton icon={X} label="Close the request" onClick={onClose} tipPlace={{ align: 'end' }} />
        </CardHead>
      </div>
      {read.data && refund ? (
        <>
          <CardBody className="grid gap-3">
            <RefundFacts detail={read.data} merchants={merchants} />
            {refund.charge.doubts.map((doubt) => (
              <Notice key={doubt} kind="deferred">
                {doubt} <span className="text-muted">As of the request, not a verdict.</span>
              </Notice>
            ))}
            <EarlierRefunds refunds={read.data.earlier} />
          </CardBody>
          <CardBody className="border-t">
            <RefundSteps refund={refund} />
          </CardBody>
          {told && <ProblemNotice {...problemWords(told)} className="mx-4 mb-3" />}
          <RefundNext key={refund.version} refund={refund} role={role} onTold={setTold} />
          <CardBody className="border-t">
            <RefundTell parts={refundReply(refund)} locale={localeOfCountry(refund.charge.country)} />
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
