'use client'

import { Button } from '@/components/ui/button'
import { StateGlyph } from '@/components/ui/state-glyph'
import type { CheckResult } from '@/lib/commands/action'
import type { Result } from '@/lib/commands/client/use-result'

type Props = Pick<Result, 'check' | 'settle'> & { refusal: string | undefined }

const words: Record<CheckResult['says'], { title: string; as: 'happened' | 'did-not-happen' | null; verb: string }> = {
  applied: { title: 'It looks like this was applied.', as: 'happened', verb: 'Settle as applied' },
  'not-applied': { title: 'It looks like this wasn’t applied.', as: 'did-not-happen', verb: 'Settle as not applied' },
  'cannot-tell': { title: 'We can’t tell whether this was applied.', as: null, verb: '' },
}

/** What a look has shown, and the word a person may now give. A look by itself settles nothing. */
export function CheckAnswer({ check, settle, refusal }: Props) {
  const { says, why } = check.data ?? { says: 'cannot-tell' as const, why: check.error?.message ?? '' }
  const { title, as, verb } = words[says]
  const error = settle.error?.message
  return (
    <li className="grid min-h-11 grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-2.5 bg-sunken py-2 pr-2 pl-3">
      <StateGlyph kind={as === null ? 'neutral' : as === 'happened' ? 'settled' : 'declined'} size={16} />
      <span role="status">
        <b className="font-medium">{title}</b> {why}
        {error && <span className="block text-danger">{error}</span>}
      </span>
      {as && (
        <Button
          size="small"
          variant="primary"
          disabled={settle.isPending}
          disabledBecause={refusal}
          onClick={() => settle.mutate({ as, how: 'checked', reason: why.slice(0, 255) })}
        >
          {verb}
        </Button>
      )}
    </li>
  )
}
