import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useActionIds } from '@/lib/client/use-action-ids'
import type { ServiceProblem } from '@/lib/core/problem'
import { refreshRefunds } from '@/lib/refunds/client/refund-queries'

/**
 * Something that is to happen once: it keeps its id until it has, so that pressing twice, or again after a broken connection, does it once.
 * Whatever shows refunds is read again afterwards, however it ended; `onProblem` is for a problem that has to outlive that.
 */
export function useOnce<Input, Made>(
  work: (actionId: string, given: Input) => Promise<Made>,
  onProblem?: (problem: ServiceProblem | null) => void,
) {
  const queryClient = useQueryClient()
  const once = useActionIds()
  return useMutation({
    mutationFn: (given: Input) => once((actionId) => work(actionId, given)),
    onMutate: () => onProblem?.(null),
    onError: (problem) => onProblem?.(problem),
    onSettled: (_, problem) => void refreshRefunds(queryClient, { isDone: problem === null }),
  })
}
