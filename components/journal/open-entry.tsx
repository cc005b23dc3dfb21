'use client'

import { useMutation } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import type { Action } from '@/lib/action'
import type { CheckResult } from '@/lib/check-result'
import { postJson } from '@/lib/client/commands/post-json'
import { problemWords } from '@/lib/problem-words'
import { may, type Role, roleFor } from '@/lib/roles'
import type { AskEntry } from './entry-dialog'

type Props = { action: Action; role: Role; ask: AskEntry }

const looks = {
  applied: { says: 'It looks applied.', settle: 'Settle as applied…', as: 'happened' },
  'not-applied': { says: 'It does not look applied.', settle: 'Settle as not applied…', as: 'did-not-happen' },
  'cannot-tell': { says: 'This cannot be told from here.', settle: 'Settle by hand…', as: null },
} as const

// Until then the service may still be working on it, and its answer may still come.
const lateForMs = 60_000

/** What may be done with an action whose outcome nobody knows: look, send again, or settle it. Looking changes nothing. */
export function OpenEntry({ action, role, ask }: Props) {
  const check = useMutation({
    mutationFn: () => postJson<CheckResult>(`/api/desk/actions/${action.actionId}/check`, action.merchant, {}),
  })
  const notAllowed = may(role, 'act') ? undefined : `needs the ${roleFor('act')} role`
  const look = check.data && looks[check.data.says]
  const mayComeLate = look?.as === 'did-not-happen' && Date.now() - Date.parse(action.at) < lateForMs

  function settle() {
    const found = check.data && look && look.as !== null ? { as: look.as, reason: check.data.why } : undefined
    ask({ kind: 'settle', action, found })
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => check.mutate()} aria-disabled={check.isPending} aria-busy={check.isPending}>
          {check.isPending ? 'Checking…' : 'Check now'}
        </Button>
        <Button
          size="small"
          disabledBecause={action.sendAgain.possible ? undefined : action.sendAgain.why}
          onClick={() => ask({ kind: 'sendAgain', action })}
        >
          Send again…
        </Button>
        <Button size="small" variant="quiet" disabledBecause={notAllowed} onClick={() => ask({ kind: 'settle', action })}>
          Settle…
        </Button>
      </div>
      {check.error && <ProblemNotice {...problemWords(check.error)} title="It could not be checked" />}
      {check.data && look && (
        <Notice kind={check.data.says === 'applied' ? 'settled' : 'neutral'} role="status">
          <b className="font-semibold">{look.says}</b> <span className="text-ink-2">{check.data.why}</span>
          {mayComeLate && (
            <span className="block text-ink-2">
              It was sent less than a minute ago and may still be applied: check once more.
            </span>
          )}
          <Button size="small" disabledBecause={notAllowed} onClick={settle} className="mt-1.5">
            {look.settle}
          </Button>
        </Notice>
      )}
    </div>
  )
}
