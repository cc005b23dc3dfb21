import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Handshake } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { SendingButton } from '@/components/ui/sending-button'
import { Time } from '@/components/ui/time'
import { useActionIds } from '@/lib/client/use-action-ids'
import { formatDay } from '@/lib/core/dates'
import { describeProblem } from '@/lib/core/problem-words'
import { settlePromise } from '@/lib/notes/client/notes-query'
import type { NotePromise } from '@/lib/notes/note'
import { waitingKey } from '@/lib/operations/query-keys'

type Props = { promise: NotePromise; disabledBecause: string | undefined; onChanged: () => void }

/** What was promised for which day, with the way to say that it was done. */
export function PromiseLine({ promise: { id, dueOn, doneAt, doneBy }, disabledBecause, onChanged }: Props) {
  const once = useActionIds()
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (done: boolean) => once((actionId) => settlePromise(actionId, id, done), String(done)),
    onSuccess: () => {
      onChanged()
      void queryClient.invalidateQueries({ queryKey: waitingKey })
    },
  })
  const isDone = doneAt !== null
  return (
    <p className="col-span-2 mt-1 flex flex-wrap items-center gap-x-2 text-meta">
      <Icon of={isDone ? Check : Handshake} size={14} className="text-muted" />
      <span className={isDone ? 'text-muted' : 'font-medium'}>Promised for {formatDay(dueOn)}</span>
      {isDone && (
        <span className="text-muted">
          done by {doneBy} <Time at={doneAt} />
        </span>
      )}
      <SendingButton
        size="tiny"
        variant="quiet"
        sending={isPending}
        onClick={() => mutate(!isDone)}
        {...(disabledBecause !== undefined && { disabledBecause })}
      >
        {isDone ? 'Reopen promise' : 'Mark as done'}
      </SendingButton>
      {error && (
        <span role="alert" className="text-danger">
          {describeProblem(error).detail}
        </span>
      )}
    </p>
  )
}
