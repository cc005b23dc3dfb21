import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newId } from '@/lib/client/new-id'
import { refreshRefunds } from '@/lib/client/refunds/refund-queries'

/**
 * Something that is to happen once: it keeps its id until it has, so that pressing twice, or again after a broken connection, does it once.
 * Whatever shows refunds is read again afterwards, however it ended.
 */
export function useOnce<Given, Made>(work: (actionId: string, given: Given) => Promise<Made>) {
  const queryClient = useQueryClient()
  const [actionId] = useState(newId)
  return useMutation({
    mutationFn: (given: Given) => work(actionId, given),
    onSettled: () => void refreshRefunds(queryClient),
  })
}
