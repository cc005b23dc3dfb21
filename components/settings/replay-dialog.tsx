import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { useActionIds } from '@/lib/client/use-action-ids'
import { daysAfter } from '@/lib/core/dates'
import { describeProblem } from '@/lib/core/problem-words'
import { replayEvents } from '@/lib/events/client/events-requests'
import { describeReplay, maxReplayDays } from '@/lib/events/replay'

type Props = { merchant: string; today: string; onDone: () => void; onClose: () => void }

/** Reads stored events once more. What that would change is shown first. */
export function ReplayDialog({ merchant, today, onDone, onClose }: Props) {
  const [days, setDays] = useState({ from: daysAfter(today, -6), to: today })
  const once = useActionIds()
  const replay = useMutation({
    mutationFn: (dryRun: boolean) => once((actionId) => replayEvents(merchant, actionId, { ...days, dryRun }), `${dryRun}`),
    onSuccess: ({ isDryRun }) => !isDryRun && onDone(),
  })
  const isPreviewed = replay.data !== undefined
  const change = (changes: Partial<typeof days>) => {
    replay.reset()
    setDays({ ...days, ...changes })
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={replay.isPending}
      title="Replay events"
      subtitle="Reads stored events once more, as this version reads them"
      footer={
        <>
          <Button onClick={onClose}>{replay.data?.isDryRun === false ? 'Close' : 'Back'}</Button>
          {replay.data?.isDryRun !== false && (
            <SendingButton variant="primary" sending={replay.isPending} onClick={() => replay.mutate(!isPreviewed)}>
              {isPreviewed ? 'Replay' : 'Preview'}
            </SendingButton>
          )}
        </>
      }
    >
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        {(['from', 'to'] as const).map((end) => (
          <Field
            key={end}
            label={end === 'from' ? 'From' : 'To'}
            {...(end === 'to' && { hint: `${maxReplayDays} days at most` })}
          >
            {(control) => (
              <Input
                {...control}
                type="date"
                value={days[end]}
                max={today}
                onChange={({ target }) => change({ [end]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <p className="text-muted text-table">
        Nothing is settled and nobody is alerted. Events that were replayed can’t settle an unconfirmed action any more.
      </p>
      {replay.data && (
        <Notice kind={replay.data.isDryRun ? 'neutral' : 'settled'} role="status">
          {describeReplay(replay.data)}
        </Notice>
      )}
      {replay.error && <ProblemNotice {...describeProblem(replay.error)} />}
    </Dialog>
  )
}
