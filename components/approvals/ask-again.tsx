import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SendingButton } from '@/components/ui/sending-button'
import { request } from '@/lib/client/request'
import { useActionIds } from '@/lib/client/use-action-ids'
import type { Approval } from '@/lib/commands/approval'
import * as routes from '@/lib/core/routes'

/** Whether nobody decided on a request in time, or nothing could be sent: then nothing was, and its asker may ask again. */
export const hasLapsed = ({ state }: Pick<Approval, 'state'>): boolean => state === 'expired' || state === 'voided'

type Props = { approval: Approval; onAsked: (asked: Approval) => void }

/** Asks for the same again, on the facts of now. Whoever asked may. */
export function AskAgain({ approval, onAsked }: Props) {
  const queryClient = useQueryClient()
  const once = useActionIds()
  const asking = useMutation({
    mutationFn: () =>
      once((actionId) => request<Approval>(routes.approvalAskAgain(approval.id), { method: 'POST', actionId, body: {} })),
    onSuccess: async (asked) => {
      await queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== 'approval' })
      onAsked(asked)
    },
  })
  if (!approval.mine || !hasLapsed(approval)) return null
  return (
    <>
      {asking.error && (
        <p role="alert" className="basis-full text-declined text-meta">
          {asking.error.message}
        </p>
      )}
      <SendingButton sending={asking.isPending} onClick={() => asking.mutate()}>
        Ask again
      </SendingButton>
    </>
  )
}
