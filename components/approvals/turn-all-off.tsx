'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Hand } from 'lucide'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { DialogOnDemand } from '@/components/ui/late'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { turnAll } from '@/lib/agents/client/machine-requests'
import type { ProposalList } from '@/lib/agents/proposal'
import { useActionIds } from '@/lib/client/use-action-ids'
import { describeProblem } from '@/lib/core/problem-words'

/** The brake, which needs no rank; turning them on again does. */
export function TurnAllOff({ off }: { off: ProposalList['off'] }) {
  const [isAsking, setIsAsking] = useState(false)
  const queryClient = useQueryClient()
  const once = useActionIds()
  const turn = useMutation({
    mutationFn: () => once((actionId) => turnAll('off', actionId)),
    onSuccess: async () => {
      setIsAsking(false)
      await queryClient.invalidateQueries()
    },
  })
  return (
    <>
      <Button
        disabledBecause={off ? 'They are off already.' : undefined}
        tipPlace={{ align: 'end' }}
        onClick={() => setIsAsking(true)}
      >
        <Icon of={Hand} size={14} />
        Turn all machines off
      </Button>
      {isAsking && (
        <DialogOnDemand
          open
          onOpenChange={() => setIsAsking(false)}
          busy={turn.isPending}
          title="Turn all machines off"
          footer={
            <>
              <Button onClick={() => setIsAsking(false)}>Back</Button>
              <SendingButton variant="danger" sending={turn.isPending} onClick={() => turn.mutate()}>
                Turn all machines off
              </SendingButton>
            </>
          }
        >
          <p>
            From now on no machine can read or propose anything, in any merchant account. What they proposed stays in sight and
            can’t be pressed. Only an admin can turn them on again.
          </p>
          {turn.error && <ProblemNotice {...describeProblem(turn.error)} />}
        </DialogOnDemand>
      )}
    </>
  )
}
