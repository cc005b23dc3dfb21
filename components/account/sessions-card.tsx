'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Time } from '@/components/ui/time'
import { useActionIds } from '@/lib/client/use-action-ids'
import { describeProblem } from '@/lib/core/problem-words'
import { sessionsKey } from '@/lib/operations/query-keys'
import { endSession, ownSessions } from '@/lib/people/client/own-account'
import type { Session } from '@/lib/people/session'

/** The person's sessions; each of the others can be ended. */
export function SessionsCard({ initial }: { initial: Session[] }) {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => ownSessions(signal),
    initialData: { sessions: initial },
  })
  const once = useActionIds()
  const end = useMutation({
    mutationFn: (sessionId: string | null) => once((actionId) => endSession(actionId, sessionId), sessionId ?? 'others'),
    onSuccess: (left) => queryClient.setQueryData(sessionsKey, left),
  })
  const others = data.sessions.filter(({ isThis }) => !isThis)
  return (
    <Card aria-labelledby="sessions">
      <CardHead title="Sessions" id="sessions" count={data.sessions.length}>
        {others.length > 1 && (
          <Button
            size="small"
            aria-busy={(end.isPending && end.variables === null) || undefined}
            onClick={() => end.mutate(null)}
          >
            Sign out everywhere else
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
      {end.error && <ProblemNotice {...describeProblem(end.error)} className="m-3" />}
      <CardFoot>You’re signed out after 15 minutes of inactivity, and after 10 hours in any case.</CardFoot>
    </Card>
  )
}

type SessionRowProps = { session: Session; ending: boolean; onEnd: () => void }

function SessionRow({ session: { browser, address, startedAt, seenAt, isThis }, ending, onEnd }: SessionRowProps) {
  const name = browser ?? 'a browser'
  return (
    <li className="flex min-h-row flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-2 pl-4 text-table">
      <div className="min-w-0 flex-auto">
        <span className="font-medium">{name}</span>
        {isThis && (
          <Badge kind="plain" className="ml-2">
            this session
          </Badge>
        )}
        <p className="text-meta text-muted">
          from {address ?? 'an unknown address'}, started <Time at={startedAt} />, last active <Time at={seenAt} />
        </p>
      </div>
      {!isThis && (
        <Button size="small" aria-label={`Sign out ${name}`} aria-busy={ending || undefined} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  )
}
