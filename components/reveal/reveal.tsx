'use client'

import { Eye } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import type { Role } from '@/lib/core/roles'
import { isScreenShared } from '@/lib/people/client/screen-share'
import type { Subject } from '@/lib/reveal/client/revealed'
import { useRevealed } from '@/lib/reveal/client/use-revealed'
import { type Revealable, revealWord } from '@/lib/reveal/reveal'
import { RevealDialog } from './reveal-dialog'
import { RevealedValue } from './revealed-value'

/** Whose values, of which merchant account, on which ticket, and what the person's role lets them see. */
export type RevealAbout = Subject & {
  merchantInfo: { code: string; name: string; colour?: string | null }
  role: Role
  ticket: string | null
}

type Props = {
  what: Revealable
  about: RevealAbout
  /** In the page head, where the value is the title and one button reveals all values. */
  isHead?: boolean
}

/** The button beside a masked value. Shows the value in clear while it's revealed. */
export function Reveal({ what, about, isHead = false }: Props) {
  const [isAsking, setAsking] = useState(false)
  const shown = useRevealed(about, what)
  if (shown) return <RevealedValue what={what} about={about} shown={shown} isHead={isHead} />
  return (
    <>
      <Button
        size="tiny"
        variant="quiet"
        onClick={() => setAsking(true)}
        disabledBecause={isScreenShared() ? 'screen-share mode is on' : undefined}
        tipPlace={{ align: 'end', side: isHead ? 'bottom' : 'top' }}
        className={isHead ? 'max-sm:hidden' : '-my-1 ml-auto max-sm:-my-2.5'}
      >
        {isHead && <Icon of={Eye} size={14} />}
        Reveal
        {!isHead && <VisuallyHidden> {revealWord(what)}</VisuallyHidden>}
      </Button>
      {isAsking && <RevealDialog what={what} about={about} onClose={() => setAsking(false)} />}
    </>
  )
}

function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>
}
