'use client'

import { Eye } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { VisuallyHidden } from '@/components/ui/visually-hidden'
import { useRevealed } from '@/lib/client/reveal/use-revealed'
import { isScreenShared } from '@/lib/client/screen-share'
import { type Revealable, revealWord } from '@/lib/reveal'
import type { RevealAbout } from './reveal-about'
import { RevealDialog } from './reveal-dialog'
import { RevealedValue } from './revealed-value'

type Props = {
  what: Revealable
  about: RevealAbout
  /** In the head of the page, where the value stands in the place of the title and one button is enough for all. */
  isHead?: boolean
}

/** Beside a masked value: asks for it in clear, and takes its place while it is. */
export function Reveal({ what, about, isHead = false }: Props) {
  const [isAsking, setAsking] = useState(false)
  const shown = useRevealed(about, what)
  if (shown) return <RevealedValue {...{ what, about, shown, isHead }} />
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
      {isAsking && <RevealDialog {...{ what, about }} onClose={() => setAsking(false)} />}
    </>
  )
}
