import { TriangleAlert } from 'lucide-react'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import type { Preview } from '@/lib/preview'
import { DangerNotice } from './danger-notice'
import { EffectDiff } from './effect-diff'
import { UndoLine } from './undo-line'
import { WhatHappensLater } from './what-happens-later'

type Props = {
  preview: Preview | undefined
  /** Whether the verb itself charges. */
  charges: boolean
  /** Whether the form has moved on since. */
  isStale: boolean
  isSending: boolean
}

/** What a command would do: danger, before and after, what happens later, whether it can be undone. A block with nothing to say is left out. */
export function EffectBlocks({ preview, charges, isStale, isSending }: Props) {
  if (!preview) return <Skeletons />
  const { effect, sources } = preview
  const dangers = effect.later.flatMap(({ danger, says }) => (danger ? [says] : []))
  const warnings = effect.warnings.filter((warning) => !warning.startsWith(insteadPrefix))
  return (
    <div aria-busy={isStale} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {(charges || dangers.length > 0) && <DangerNotice isCertain={charges} says={charges ? warnings : dangers} />}
      {!charges && !isSending && <Warnings warnings={warnings} />}
      {effect.rows.length > 0 && <EffectDiff rows={effect.rows} sources={sources} />}
      {!isSending && (
        <>
          <WhatHappensLater later={effect.later} zone={effect.zone} />
          <UndoLine undo={effect.undo} zone={effect.zone} />
        </>
      )}
    </div>
  )
}

const insteadPrefix = 'Meant to end it?'

/** The sentence for who meant something gentler; it stands beside the button that does it. */
export const insteadIn = (preview: Preview | undefined): string | null =>
  preview?.effect.warnings.find((warning) => warning.startsWith(insteadPrefix)) ?? null

function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null
  return (
    <Notice kind="deferred" icon={TriangleAlert}>
      <ul className="grid gap-1">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Notice>
  )
}

function Skeletons() {
  return (
    <div className="grid gap-4">
      <p className="sr-only">Reading what is known</p>
      <div aria-hidden className="grid overflow-hidden rounded-control border">
        {['w-16', 'w-20', 'w-14'].map((width) => (
          <div key={width} className="flex h-9 items-center gap-6 px-3">
            <Skeleton className={`h-3 ${width}`} />
            <Skeleton className="h-3 w-28" />
            <Skeleton className="h-3 w-20" />
          </div>
        ))}
      </div>
      <Skeleton className="h-3 w-64" />
    </div>
  )
}
