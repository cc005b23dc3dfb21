'use client'

import { Button } from '@/components/ui/button'
import { useActions } from './actions-provider'
import { useVerbRefusal } from './use-verb-refusal'

const words = { subscription: 'Enter a subscription id', token: 'Enter a token id' }

/** Where the merchant account cannot list them: an id from the ticket or the service's own panel will do. */
export function ByIdButton({ of }: { of: keyof typeof words }) {
  const { open } = useActions()
  const refusal = useVerbRefusal()
  return (
    <Button size="small" disabledBecause={refusal} onClick={() => open({ kind: 'by-id', of })}>
      {words[of]}
    </Button>
  )
}
