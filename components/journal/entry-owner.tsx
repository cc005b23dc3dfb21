import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isForKeys } from '@/components/ui/is-for-keys'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { Time } from '@/components/ui/time'
import type { Action } from '@/lib/commands/action'
import { useAssign } from '@/lib/commands/client/use-assign'
import { describeOwner } from '@/lib/commands/owner'
import { describeProblem } from '@/lib/core/problem-words'
import { may, type Role } from '@/lib/core/roles'

/** Who is on an unconfirmed action. The button or `m` puts one's own name on it, or takes a name off. */
export function EntryOwner({ action, role }: { action: Action; role: Role }) {
  const { actionId, merchant, owner = null, mine, person } = action
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useAssign(merchant, () => void queryClient.invalidateQueries({ queryKey: ['journal'] }))
  const isHeld = owner !== null && (owner.mine || may(role, 'approve'))
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'm' && isForKeys(event)) mutate({ kind: 'unconfirmed', thing: actionId, assigned: owner?.mine !== true })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [mutate, actionId, owner?.mine])
  return (
    <div className="grid gap-2">
      {error && <ProblemNotice {...describeProblem(error)} />}
      <p className="flex flex-wrap items-center gap-2 text-table">
        <span>
          {describeOwner(owner ?? { person, mine })}
          {owner !== null && (
            <>
              , since <Time at={owner.since} />
            </>
          )}
          .
        </span>
        <SendingButton
          size="small"
          sending={isPending}
          onClick={() => mutate({ kind: 'unconfirmed', thing: actionId, assigned: !isHeld })}
        >
          {!isHeld ? 'Assign to me' : owner.mine ? 'Take your name off' : `Take ${owner.person} off`}
        </SendingButton>
      </p>
    </div>
  )
}
