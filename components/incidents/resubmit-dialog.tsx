import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { describeProblem } from '@/lib/core/problem-words'
import { refusedRowsQuery } from '@/lib/incidents/client/incident-queries'
import type { Incident } from '@/lib/incidents/incident'
import { plural } from '@/lib/incidents/incident-words'
import { targetOf } from './incident-rows'
import { problemOf, type Step } from './use-step'

type Props = { merchant: string; incident: Incident; step: Step; onClose: () => void }

/** Chooses which of the refused rows are planned again, each with what the service said of it; they become a new draft. */
export function ResubmitDialog({ merchant, incident, step, onClose }: Props) {
  const router = useRouter()
  const query = useQuery(refusedRowsQuery(merchant, incident.id))
  const rows = query.data ?? []
  const problem = problemOf(step, 'again')
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const taken = rows.filter(({ n }) => !left.has(n))
  const toggle = (n: number) => {
    const next = new Set(left)
    if (!next.delete(n)) next.add(n)
    setLeft(next)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={step.isPending}
      title="Fix and resubmit"
      subtitle="The chosen rows become a new draft. You can change it before its own preview and approval."
      footer={
        <>
          <Button onClick={onClose}>Back</Button>
          <SendingButton
            variant="primary"
            sending={step.isPending}
            onClick={() =>
              step.mutate(
                { step: 'again', body: { which: 'refused', rows: taken.map(({ n }) => n) } },
                { onSuccess: ({ id }) => router.push(`/incidents/${id}`) },
              )
            }
            {...(taken.length === 0 && { disabledBecause: 'Choose a row' })}
          >
            {`Plan ${plural(taken.length, 'row', 'rows')} again`}
          </SendingButton>
        </>
      }
    >
      {query.error && <ProblemNotice {...describeProblem(query.error)} onRetry={() => void query.refetch()} />}
      {query.isPending && <SkeletonRows />}
      <ul className="divide-y">
        {rows.map((row) => (
          <li key={row.n}>
            <label className="grid min-h-10 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2.5 py-1.5 text-table">
              <input
                type="checkbox"
                checked={!left.has(row.n)}
                onChange={() => toggle(row.n)}
                className="size-4 accent-primary"
              />
              <span className="font-mono text-meta tracking-mono wrap-anywhere">{targetOf(row)}</span>
              <span className="col-start-2 text-meta text-muted">{row.words}</span>
            </label>
          </li>
        ))}
      </ul>
      {problem && <ProblemNotice {...describeProblem(problem)} />}
    </Dialog>
  )
}
