'use client'

import { Eye } from 'lucide'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { onDemand } from '@/components/ui/late'
import type { Role } from '@/lib/core/roles'
import { isScreenShared } from '@/lib/people/client/screen-share'
import type { Subject } from '@/lib/reveal/client/revealed'
import { useRevealed } from '@/lib/reveal/client/use-revealed'
import type { Revealable } from '@/lib/reveal/reveal'
import { RevealedValue } from './revealed-value'

const RevealDialog = onDemand(() => import('./reveal-dialog').then((file) => file.RevealDialog))

/** Whose values, of which merchant account, on which ticket, and what the person's role lets them see. */
export type RevealAbout = Subject & {
  merchantInfo: { code: string; name: string; colour?: string | null }
  role: Role
  ticket: string | null
}

type Props = {
  /** What is asked for at once, unless the person chooses otherwise. The first is the title of the page. */
  of: readonly [Revealable, ...Revealable[]]
  about: RevealAbout
}

/** The one button of a page that shows masked values in clear. They appear where they are masked, each with its countdown. */
export function Reveal({ of, about }: Props) {
  const [isAsking, setAsking] = useState(false)
  const shown = useRevealed(about, of[0])
  if (shown) return <RevealedValue what={of[0]} about={about} shown={shown} isHead />
  return (
    <>
      <Button
        size="tiny"
        variant="quiet"
        className="print:hidden"
        onClick={() => setAsking(true)}
        disabledBecause={isScreenShared() ? 'screen-share mode is on' : undefined}
        tipPlace={{ align: 'end', side: 'bottom' }}
      >
        <Icon of={Eye} size={14} />
        <span className="max-sm:sr-only">Reveal</span>
      </Button>
      {isAsking && <RevealDialog of={of} about={about} onClose={() => setAsking(false)} />}
    </>
  )
}

/** A value in the place of its masked one, while it is in clear. */
export function RevealedInRow({ what, about }: { what: Revealable; about: RevealAbout }) {
  const shown = useRevealed(about, what)
  return shown && <RevealedValue what={what} about={about} shown={shown} isHead={false} />
}
