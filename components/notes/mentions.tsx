'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { AtSign } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { StateNode } from '@/components/ui/state-node'
import { Time } from '@/components/ui/time'
import { chooseMerchant } from '@/lib/client/choose-merchant'
import { buyerPath } from '@/lib/core/buyer-path'
import { putMentionAway } from '@/lib/notes/client/notes-query'
import type { Mention } from '@/lib/notes/note'
import { waitingKey } from '@/lib/operations/query-keys'
import { waitingQuery } from '@/lib/pages/client/waiting-query'

/** Notes that name the person, until they put them away. The card is there only while there is one. */
export function Mentions() {
  const { data } = useQuery(waitingQuery)
  const mentions = data?.mentions ?? []
  if (mentions.length === 0) return null
  return (
    <Card aria-labelledby="mentions">
      <CardHead title="Mentions" id="mentions" count={mentions.length} />
      <ul className="divide-y">
        {mentions.map((mention) => (
          <Item key={mention.noteId} mention={mention} />
        ))}
      </ul>
    </Card>
  )
}

function Item({ mention: { noteId, buyerId, merchant, person, text, at } }: { mention: Mention }) {
  const queryClient = useQueryClient()
  const seen = useMutation({
    mutationFn: () => putMentionAway(noteId),
    onSettled: () => queryClient.invalidateQueries({ queryKey: waitingKey }),
  })
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-start gap-x-3 px-4 py-2.5 text-table">
      <StateNode icon={AtSign} />
      <div className="min-w-0">
        <p className="text-meta text-muted">
          <bdi>{person}</bdi> · <Time at={at} align="start" />
        </p>
        {/* Drawn anew, for it may be a buyer of another merchant account. */}
        <a
          href={buyerPath(buyerId)}
          onClick={() => chooseMerchant(merchant)}
          dir="auto"
          className="line-clamp-3 wrap-anywhere hover:underline"
        >
          {text}
        </a>
      </div>
      <Button
        size="small"
        onClick={() => seen.mutate()}
        aria-busy={seen.isPending}
        aria-label={`Done with the note of ${person}`}
      >
        Done
      </Button>
    </li>
  )
}
