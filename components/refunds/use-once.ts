import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newId } from '@/lib/client/new-id'
import { refreshRefunds } from '@/lib/client/refunds/refund-queries'
import type { ServiceProblem } from '@/lib/problem'

/**
 * Something that is to happen once: it keeps its id until it has, so that pressing twice, or again after a broken connection, does it once.
 * Whatever shows refunds is read again afterwards, however it ended; `onTold` is for a problem that has to outlive that.
 */
export function useOnce<Given, Made>(
  work: (actionId: string, given: Given) => Promise<Made>,
  onTold?: (told: ServiceProblem | null) => void,
) {
  const queryClient = useQueryClient()
  const [actionId] = useState(newId)
  return useMutation({
    mutationFn: (given: Given) => work(actionId, given),
    onMutate: () => onTold?.(null),
    onError: (problem) => onTold?.(problem),
    onSettled: () => void refreshRefunds(queryClient),
  })
}
