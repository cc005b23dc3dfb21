import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { State } from '@/components/ui/state'
import { Time } from '@/components/ui/time'
import { useActionIds } from '@/lib/client/use-action-ids'
import { describeProblem } from '@/lib/core/problem-words'
import { sendAgain } from '@/lib/notices/client/hook-requests'
import type { Delivery, Hook } from '@/lib/notices/hook'

const states = {
  waiting: { kind: 'neutral', words: 'Waiting' },
  delivered: { kind: 'settled', words: 'Delivered' },
  'given-up': { kind: 'declined', words: 'Given up' },
} as const

/** The newest deliveries of a hook, and all that were given up. Those can be sent again, as the same delivery. */
export function HookDeliveries({ hook: { id, name, on, deliveries } }: { hook: Hook }) {
  const queryClient = useQueryClient()
  const once = useActionIds()
  const again = useMutation({
    mutationFn: (deliveryId: string) => once((actionId) => sendAgain(actionId, { hookId: id, deliveryId }), deliveryId),
    onSuccess: (hooks) => queryClient.setQueryData(['hooks'], hooks),
  })
  if (deliveries.length === 0) return null
  return (
    <details className="text-table">
      <summary className="cursor-pointer py-1 text-ink-2 text-meta">Last deliveries to {name}</summary>
      <ul aria-label={`Deliveries to ${name}`} className="divide-y border-t">
        {deliveries.map((delivery) => (
          <li key={delivery.id} className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-0.5 py-1">
            <State kind={states[delivery.state].kind}>{states[delivery.state].words}</State>
            <span className="min-w-0 wrap-anywhere">{delivery.words}</span>
            <span className="text-meta text-muted">
              {delivery.account} · <Time at={delivery.at} /> · {triesOf(delivery)}
            </span>
            {delivery.state === 'given-up' && (
              <Button
                size="tiny"
                className="ml-auto"
                disabledBecause={on ? undefined : 'Turn the hook on first'}
                aria-label={`Send again: ${delivery.words}`}
                aria-busy={again.isPending && again.variables === delivery.id}
                onClick={() => again.mutate(delivery.id)}
              >
                Send again
              </Button>
            )}
          </li>
        ))}
      </ul>
      {again.error && <ProblemNotice {...describeProblem(again.error)} className="mt-2" />}
    </details>
  )
}

function triesOf({ tries, status }: Delivery): string {
  if (tries === 0) return 'not tried yet'
  return `${tries === 1 ? '1 try' : `${tries} tries`}, last answer ${status ?? 'unknown'}`
}
