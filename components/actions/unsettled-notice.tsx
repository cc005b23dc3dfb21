'use client'

import Link from 'next/link'
import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import type { Preview } from '@/lib/commands/preview'

type Props = {
  unsettled: NonNullable<Preview['unsettled']>
  acknowledged: boolean
  onAcknowledge: (acknowledged: boolean) => void
}

const doneLabels = {
  order: { did: 'did this for the same order', again: 'Create another link for the same order.' },
  act: { did: 'did the same', again: 'I’ve checked, and want to do it once more.' },
} as const

/** Something on the same thing has no known outcome, or the same was done already. Nobody goes past it without having said that they know. */
export function UnsettledNotice({
  unsettled: { actionId, words, person, mine, at, running, done },
  acknowledged,
  onAcknowledge,
}: Props) {
  return (
    <Notice kind={done ? 'deferred' : 'unconfirmed'}>
      <p>
        {done ? (
          <>
            {mine ? 'You' : person} {doneLabels[done].did} <Time at={at} />: <b className="font-semibold">{words}</b>.{' '}
            <Link href={`/journal?entry=${actionId}`} prefetch={false} className="underline underline-offset-2">
              Open it in the journal
            </Link>
          </>
        ) : (
          <>
            <b className="font-semibold">{words}</b> by {mine ? 'you' : person}, <Time at={at} />,{' '}
            {running ? 'is still in progress here.' : 'is unconfirmed here.'}
          </>
        )}
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
          <span>{done ? doneLabels[done].again : 'I understand it may already have been applied. Continue anyway.'}</span>
        </label>
      )}
    </Notice>
  )
}
