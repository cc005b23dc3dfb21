'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/select'
import type { Colleague } from '@/lib/playbooks/guide'
import type { GuideStepping } from './use-guide-step'

/** Gives the ticket to a colleague, who goes on where it stands. */
export function HandOver({ colleagues, stepping }: { colleagues: readonly Colleague[]; stepping: GuideStepping }) {
  const [to, setTo] = useState('')
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Select size="small" aria-label="Colleague" value={to} onChange={(event) => setTo(event.target.value)}>
        <option value="">Choose a colleague</option>
        {colleagues.map(({ accountId, name }) => (
          <option key={accountId} value={accountId}>
            {name}
          </option>
        ))}
      </Select>
      <Button
        size="small"
        disabledBecause={to === '' ? 'Choose a colleague first.' : stepping.isPending ? 'It is being recorded.' : undefined}
        tipPlace={{ align: 'end' }}
        onClick={() => stepping.mutate({ kind: 'handed-over', answer: to })}
      >
        Hand over
      </Button>
    </span>
  )
}
