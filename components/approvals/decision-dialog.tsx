'use client'

import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { ProblemDetailsList } from '@/components/ui/problem-details-list'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { Textarea } from '@/components/ui/textarea'
import { useClock } from '@/components/ui/use-clock'
import type { Approval } from '@/lib/commands/approval'
import type { OutcomeWords } from '@/lib/commands/client/outcome-words'
import { problemWords } from '@/lib/core/problem-words'
import type { DecisionContext } from './decision-context'
import { DecisionFooter } from './decision-footer'
import { RequestDetail } from './request-detail'
import { decidedWords, hasBegun, isCharging, useDeciding, whyNotDecide } from './use-deciding'

type Props = { approval: Approval; context: DecisionContext; onClose: () => void }

/** A request for approval with its effect as of now. Approving sends the command in the asker's name and shows its outcome. */
export function DecisionDialog({ approval, context, onClose }: Props) {
  const { detail, deciding, note, setNote } = useDeciding(approval)
  const { now, zone } = useClock(detail.dataUpdatedAt)
  const renews = isCharging(detail.data)
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

const longest = 255

export function NoteField({ value, onChange }: { value: string; onChange: (note: string) => void }) {
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
