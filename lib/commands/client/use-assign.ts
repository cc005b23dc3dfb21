import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import { useActionIds } from '@/lib/client/use-action-ids'
import * as routes from '@/lib/core/routes'
import { waitingKey } from '@/lib/operations/query-keys'
import type { Owner, OwnerChange } from '../owner'

/** Puts one's name on a row or an unconfirmed action, or takes a name off. `onChanged` is given whose name is on it then. */
export function useAssign(merchant: string, onChanged: (change: OwnerChange, owner: Owner | null) => void) {
  const once = useActionIds()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: OwnerChange) =>
      once(
        (actionId) => request<{ data: Owner | null }>(routes.owners(), { method: 'PUT', actionId, merchant, body: change }),
        JSON.stringify(change),
      ),
    onSuccess: ({ data }, change) => {
      onChanged(change, data)
      if (change.kind === 'unconfirmed') void queryClient.invalidateQueries({ queryKey: waitingKey })
    },
  })
}
