'use client'

import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import type { Preview } from '@/lib/preview'

type Props = {
  unsettled: NonNullable<Preview['unsettled']>
  acknowledged: boolean
  onAcknowledge: (acknowledged: boolean) => void
}

/** Something on the same thing has no known outcome. Nobody goes past it without having said that they know. */
export function UnsettledNotice({ unsettled: { words, person, at, running }, acknowledged, onAcknowledge }: Props) {
  return (
    <Notice kind="unconfirmed">
      <p>
        <b className="font-semibold">{words}</b> by {person}, <Time at={at} />,{' '}
        {running ? 'is under way on the same thing.' : 'is unconfirmed on the same thing.'}
      </p>
      {running ? (
        <p className="text-ink-2">This can go when it has ended; the dialog looks by itself.</p>
      ) : (
        <label className="mt-1.5 flex min-h-6 items-start gap-2 max-sm:min-h-10">
          <input
            type="checkbox"
            checked={acknowledged}
            onChange={(event) => onAcknowledge(event.target.checked)}
            className="mt-0.5 size-4 accent-primary"
          />
          <span>I know that it may have been applied, and go on.</span>
        </label>
      )}
    </Notice>
  )
}
