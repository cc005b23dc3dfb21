'use client'

import Link from 'next/link'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { Ident } from '@/components/ui/ident'
import type { Approval } from '@/lib/commands/approval'
import type { Answered } from '@/lib/commands/client/command-outcome'
import { useResult } from '@/lib/commands/client/use-result'
import { buyerPath } from '@/lib/core/buyer-path'
import { isObject } from '@/lib/core/json'
import { ApprovalProgress } from './approval-progress'
import { ResultBody } from './result-body'
import { ResultFoot } from './result-foot'
import { approvedAction, useApprovalNow } from './use-approval-now'
import { useResultSteps } from './use-result-steps'
import { WhoLine } from './who-line'

type Props = {
  answered: Answered | null
  onAnswered: (answered: Answered) => void
  approval: Approval | null
  merchant: { code: string; name: string; timeZone: string }
  ticket: string | null
}

/** What became of a creation. One whose answer was lost may exist: it is looked for, and the empty form is a step away. */
export function NewBuyerResult({ answered, onAnswered, approval, merchant, ticket }: Props) {
  const approvalNow = useApprovalNow(approval)
  const ended = answered ? { actionId: answered.actionId, answered } : approvedAction(approvalNow)
  const result = useResult(ended, onAnswered)
  const steps = useResultSteps(result)
  const buyerId = idIn(answered?.answer)
  return (
    <Card as="div" className="max-w-dialog">
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4 px-5 py-4">
        <WhoLine buyer={null} merchant={merchant} />
        {approvalNow && !ended && <ApprovalProgress approval={approvalNow} />}
        {ended && <ResultBody result={result} steps={steps} zone={merchant.timeZone} />}
        {buyerId && (
          <p className="flex flex-wrap items-center gap-2 text-table">
            Buyer <Ident value={buyerId} />
            <Link href={buyerPath(buyerId, ticket)} prefetch={false} className={buttonClass({ variant: 'primary' })}>
              Open buyer
            </Link>
          </p>
        )}
      </CardBody>
      <div className="flex flex-wrap items-center justify-end gap-2 border-t px-5 py-3">
        {ended && result.view === 'unconfirmed' ? (
          <ResultFoot result={result} steps={steps} onClose={() => location.assign('/')} />
        ) : (
          // A full load: another buyer is another form, under another action id.
          <a href="/buyers/new" className={buttonClass()}>
            Create another buyer
          </a>
        )}
      </div>
    </Card>
  )
}

function idIn(answer: unknown): string | null {
  const data = isObject(answer) && isObject(answer.data) ? answer.data : {}
  return typeof data.id === 'string' ? data.id : null
}
