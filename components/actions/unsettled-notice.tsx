'use client'

import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import type { Preview } from '@/lib/commands/preview'

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
        {running ? 'is still in progress here.' : 'is unconfirmed here.'}
      </p>
      {running ? (
        <p className="text-ink-2">You can continue once it finishes. This dialog updates automatically.</p>
      ) : (
        <label className="mt-1.5 flex min-h-6 items-start gap-2 max-sm:min-h-10">
          <input
            type="checkbox"
            checked={acknowledged}
            onChange={(event) => onAcknowledge(event.target.checked)}
            className="mt-0.5 size-4 accent-primary"
          />
          <span>I understand it may already have been applied. Continue anyway.</span>
        </label>
      )}
    </Notice>
  )
}
