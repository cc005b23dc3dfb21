'use client'

import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import type { Approval } from '@/lib/approval'
import { waitingQuery } from '@/lib/client/waiting-query'
import { may } from '@/lib/roles'
import type { DecisionDesk } from './decision-desk'
import { RequestItem } from './request-item'

const DecisionDialog = lazy(async () => ({ default: (await import('./decision-dialog')).DecisionDialog }))

/** What waits for the person's decision, and what became of their own requests. Each card is there only while it has something to say. */
export function Requests({ desk }: { desk: DecisionDesk }) {
  const { data } = useQuery(waitingQuery)
  const [opened, setOpened] = useState<Approval | null>(null)
  const approvals = data?.approvals ?? []
  const toDecide = may(desk.role, 'approve') ? approvals.filter(({ mine, state }) => !mine && state === 'waiting') : []
  const own = approvals.filter(({ mine }) => mine)
  return (
    <>
      <RequestCard title="Waiting for me" id="waiting-for-me" approvals={toDecide} onOpen={setOpened} />
      <RequestCard title="Asked by me" id="asked-by-me" approvals={own} onOpen={setOpened} />
      {opened && (
        <Suspense fallback={null}>
          <DecisionDialog
            approval={approvals.find(({ id }) => id === opened.id) ?? opened}
            desk={desk}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </>
  )
}

type CardProps = { title: string; id: string; approvals: readonly Approval[]; onOpen: (approval: Approval) => void }

function RequestCard({ title, id, approvals, onOpen }: CardProps) {
  if (approvals.length === 0) return null
  return (
    <Card aria-labelledby={id}>
      <CardHead title={title} id={id} count={approvals.length} />
      <ul className="divide-y">
        {approvals.map((approval) => (
          <RequestItem key={approval.id} approval={approval} onOpen={() => onOpen(approval)} />
        ))}
      </ul>
    </Card>
  )
}
