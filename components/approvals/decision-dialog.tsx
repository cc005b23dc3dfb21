'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { useClock } from '@/components/ui/use-clock'
import type { Approval } from '@/lib/approval'
import { approvalQuery } from '@/lib/client/approval-query'
import { send } from '@/lib/client/send'
import { problemWords } from '@/lib/problem-words'
import { type Decided, decidedWords } from './decided-words'
import type { DecisionDesk } from './decision-desk'
import { DecisionFooter } from './decision-footer'
import { NoteField } from './note-field'
import { RequestDetail } from './request-detail'
import { SentNotice } from './sent-notice'
import { whyNotDecide } from './why-not-decide'

type Props = { approval: Approval; desk: DecisionDesk; onClose: () => void }

/** A request for approval with what it would do now. Approving sends the command in the asker's name; its outcome is told as it is. */
export function DecisionDialog({ approval, desk, onClose }: Props) {
  const queryClient = useQueryClient()
  const detail = useQuery(approvalQuery(approval.id))
  const { now, zone } = useClock(detail.dataUpdatedAt)
  const [note, setNote] = useState('')
  const deciding = useMutation({
    mutationFn: async (approve: boolean) => {
      const body = { approve, effectHash: detail.data?.effectHash ?? '', note: note.trim() || null }
      return { approve, sent: await send(`/api/desk/approvals/${approval.id}/decide`, { body }) }
    },
    // The request on screen stays as it was decided on; everything else is read again.
    onSettled: () => queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== 'approval' }),
  })
  const renews = detail.data?.effect.later.some(({ danger }) => danger) ?? false
  const why = whyNotDecide(approval, desk.role)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={approval.words}
      subtitle={approval.mine ? 'Asked by you' : `Asked by ${approval.person}`}
      footer={
        <DecisionFooter
          approval={approval}
          decided={deciding.data ? (hasBegun(deciding.data) ? 'begun' : 'closed') : null}
          sending={deciding.isPending ? (deciding.variables ? 'approve' : 'decline') : null}
          ready={detail.data !== undefined}
          changed={detail.data?.factsChanged ?? false}
          renews={renews}
          whyNot={why}
          onDecide={(approve) => deciding.mutate(approve)}
          onClose={onClose}
        />
      }
    >
      {deciding.data ? (
        <SentNotice {...decidedWords(deciding.data, approval)} />
      ) : detail.data ? (
        <>
          <RequestDetail detail={detail.data} desk={desk} zone={zone} now={now} />
          {why === null && <NoteField value={note} onChange={setNote} />}
        </>
      ) : detail.error ? (
        <ProblemNotice
          {...problemWords(detail.error)}
          title="The request could not be read"
          onRetry={() => void detail.refetch()}
        />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Dialog>
  )
}

/** Whether the journal holds a command by this decision: not where it was declined, or refused by the dashboard itself. */
const hasBegun = ({ approve, sent }: Decided) => approve && (sent.outcome === 'done' || sent.problem?.actionId !== undefined)
