import { Field } from '@/components/ui/field'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { ProblemDetailsList } from '@/components/ui/problem-details-list'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { Textarea } from '@/components/ui/textarea'
import { useClock } from '@/components/ui/use-clock'
import type { OutcomeWords } from '@/lib/commands/client/outcome-words'
import { describeProblem } from '@/lib/core/problem-words'
import { type Decided, describeUnknown } from './decided'
import type { DecisionContext } from './decision-context'
import { RequestDetail } from './request-detail'
import { type Decision, describeDecided } from './use-deciding'

type Props = { decision: Decision; context: DecisionContext }

/** What somebody decides on, with a note of theirs; once decided, what became of it. */
export function DecisionBody({ decision, context }: Props) {
  const { approval, detail, decided, whyNot } = decision
  const { now, zone } = useClock(detail.dataUpdatedAt)
  if (decided) return <SentNotice {...describeDecided(decided, approval)} />
  if (detail.data)
    return (
      <>
        <RequestDetail
          detail={{ ...detail.data, approval }}
          mustCheck={decision.mustCheck}
          context={context}
          zone={zone}
          now={now}
        />
        {whyNot === null && <NoteField value={decision.note} onChange={decision.setNote} />}
      </>
    )
  if (detail.error)
    return (
      <ProblemNotice {...describeProblem(detail.error)} title="Couldn’t load the request" onRetry={() => void detail.refetch()} />
    )
  return <SkeletonRows rows={6} />
}

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

/** Says of a decision whose answer was lost that it may be saved, and how to find out. */
export const UnknownNotice = ({ unknown }: { unknown: Decided | null }) => unknown && <SentNotice {...describeUnknown(unknown)} />
