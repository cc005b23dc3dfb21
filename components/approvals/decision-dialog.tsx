'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { ProblemDetailsList } from '@/components/ui/problem-details-list'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { Textarea } from '@/components/ui/textarea'
import { useClock } from '@/components/ui/use-clock'
import { newId } from '@/lib/client/new-id'
import type { Approval } from '@/lib/commands/approval'
import { approvalQuery } from '@/lib/commands/client/approval-query'
import type { CommandOutcome } from '@/lib/commands/client/command-outcome'
import { type OutcomeWords, outcomeWords } from '@/lib/commands/client/outcome-words'
import { sendOnce } from '@/lib/commands/client/send'
import { problemWords } from '@/lib/core/problem-words'
import { may, type Role, roleFor } from '@/lib/core/roles'
import * as routes from '@/lib/core/routes'
import type { DecisionContext } from './decision-context'
import { DecisionFooter } from './decision-footer'
import { RequestDetail } from './request-detail'

type Props = { approval: Approval; context: DecisionContext; onClose: () => void }

/** A request for approval with its effect as of now. Approving sends the command in the asker's name and shows its outcome. */
export function DecisionDialog({ approval, context, onClose }: Props) {
  const queryClient = useQueryClient()
  const detail = useQuery(approvalQuery(approval.id))
  const { now, zone } = useClock(detail.dataUpdatedAt)
  const [note, setNote] = useState('')
  const [actionId] = useState(newId)
  const deciding = useMutation({
    mutationFn: async (approve: boolean) => {
      const body = { approve, effectHash: detail.data?.effectHash ?? '', note: note.trim() || null }
      return { approve, outcome: await sendOnce(routes.approvalDecide(approval.id), { actionId, body }) }
    },
    // Refresh everything except the request on screen, which stays as it was when it was decided.
    onSettled: () => queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== 'approval' }),
  })
  const renews = detail.data?.effect.later.some(({ danger }) => danger) ?? false
  const why = whyNotDecide(approval, context.role)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={approval.words}
      subtitle={approval.mine ? 'Requested by you' : `Requested by ${approval.person}`}
      footer={
        <DecisionFooter
          approval={approval}
          decided={deciding.data ? (hasBegun(deciding.data, approval) ? 'begun' : 'closed') : null}
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
          <RequestDetail detail={detail.data} context={context} zone={zone} now={now} />
          {why === null && <NoteField value={note} onChange={setNote} />}
        </>
      ) : detail.error ? (
        <ProblemNotice {...problemWords(detail.error)} title="Couldn’t load the request" onRetry={() => void detail.refetch()} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Dialog>
  )
}

/** Whether the journal has a command for this request. It has none if the request was declined or another action blocked it. */
const hasBegun = ({ approve, outcome }: Decided, { actionId }: Approval) =>
  approve && (outcome.kind === 'done' || outcome.problem?.actionId === actionId)

const longest = 255

function NoteField({ value, onChange }: { value: string; onChange: (note: string) => void }) {
  return (
    <Field
      label="Note"
      hint="The requester sees this. It’s recorded in the journal."
      aside={value === '' ? 'optional' : `${value.length} / ${longest}`}
    >
      {(control) => (
        <Textarea
          {...control}
          rows={2}
          maxLength={longest}
          value={value}
          onChange={(event) => onChange(event.target.value.replace(/[\r\n]+/g, ' '))}
        />
      )}
    </Field>
  )
}

/** The outcome of a decision. */
export function SentNotice({ kind, title, says, details }: OutcomeWords) {
  return (
    <OutcomeNotice kind={kind} title={title}>
      <p>{says.join(' ')}</p>
      {details && <ProblemDetailsList {...details} />}
    </OutcomeNotice>
  )
}

type Decided = { approve: boolean; outcome: CommandOutcome }

/** Words for the outcome of a decision. Declining sends nothing; approving has the outcome of the command. */
function decidedWords({ approve, outcome }: Decided, { person, words }: Approval): OutcomeWords {
  if (outcome.kind === 'done' && !approve)
    return {
      kind: 'settled',
      title: 'Declined',
      says: ['Nothing was sent.', `${person} can see your decision now.`],
      details: null,
    }
  const described = outcomeWords(outcome, `You approved “${words}”. It was sent in ${person}’s name.`)
  if (described.kind !== 'unconfirmed') return described
  return { ...described, says: [...described.says, `It stays unconfirmed for ${person} until somebody settles it.`] }
}

/** Why this person may not decide this request, or null. The server enforces the same rule. */
function whyNotDecide({ mine, state }: Pick<Approval, 'mine' | 'state'>, role: Role): string | null {
  if (state !== 'waiting') return `This request is already ${state === 'voided' ? 'void' : state}.`
  if (mine) return 'You can’t decide your own request.'
  return may(role, 'approve') ? null : `Needs the ${roleFor('approve')} role.`
}
