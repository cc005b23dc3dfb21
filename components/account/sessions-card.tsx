'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { endSession, ownSessions } from '@/lib/client/own-account'
import { problemWords } from '@/lib/problem-words'
import { sessionsKey } from '@/lib/query-keys'
import type { Session } from '@/lib/session'
import { SessionRow } from './session-row'

/** Where one is signed in, and the end of it anywhere else. */
export function SessionsCard({ initial }: { initial: Session[] }) {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => ownSessions(signal),
    initialData: { sessions: initial },
  })
  const end = useMutation({ mutationFn: endSession, onSuccess: (left) => queryClient.setQueryData(sessionsKey, left) })
  const others = data.sessions.filter(({ isThis }) => !isThis)
  return (
    <Card aria-labelledby="sessions">
      <CardHead title="Where you are signed in" id="sessions" count={data.sessions.length}>
        {others.length > 1 && (
          <Button
            size="small"
            aria-busy={(end.isPending && end.variables === null) || undefined}
            onClick={() => end.mutate(null)}
          >
            End all others
          </Button>
        )}
      </CardHead>
      <ul className="divide-y">
        {data.sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            ending={end.isPending && end.variables === session.id}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </ul>
      {end.error && <ProblemNotice {...problemWords(end.error)} className="m-3" />}
      <CardFoot>A session ends after 15 minutes without a request, and after 10 hours in any case.</CardFoot>
    </Card>
  )
}
