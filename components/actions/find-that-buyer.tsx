'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { Button } from '@/components/ui/button'
import { buyerPath } from '@/lib/core/buyer-path'
import { searchBuyers } from '@/lib/search/client/search'

type Props = { merchant: string; email: string; ticket: string | null; onClose?: () => void }

/** Opens the buyer who has the e-mail already, where the account can be searched. The address travels in a body, in no link. */
export function FindThatBuyer({ merchant, email, ticket, onClose }: Props) {
  const router = useRouter()
  const search = useMutation({
    mutationFn: () => searchBuyers(merchant, { q: email }),
    onSuccess: ({ hits: [hit] }) => {
      if (!hit) return
      onClose?.()
      router.push(buyerPath(hit.buyerId, ticket))
    },
  })
  const notFound = search.data?.hits.length === 0 ? (search.data.say ?? 'Not found') : search.error?.message
  return (
    <Button disabledBecause={notFound} tipPlace={{ align: 'start' }} onClick={() => search.mutate()}>
      {search.isPending ? 'Searching…' : 'Open that buyer'}
    </Button>
  )
}
