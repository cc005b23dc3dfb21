'use client'

import { useQuery } from '@tanstack/react-query'
import { Time } from '@/components/ui/time'
import type { Role } from '@/lib/core/roles'
import { type BellKind, bellLines } from '@/lib/pages/bell'
import { waitingQuery } from '@/lib/pages/client/waiting-query'
import { Figure } from './figure'

type Props = { kind: BellKind; label: string; href: string; viewer: Role }

/** How many of a kind wait for the person, as the bell counts them. */
export function WaitingFigure({ kind, label, href, viewer }: Props) {
  const { data } = useQuery(waitingQuery)
  const line = data && bellLines(data, viewer, 0).find((each) => each.kind === kind)
  const note = line?.oldest != null && (
    <>
      oldest <Time at={line.oldest} focusable={false} />
    </>
  )
  return <Figure label={label} value={data ? (line?.count ?? 0).toLocaleString('en') : '–'} note={note} href={href} />
}
