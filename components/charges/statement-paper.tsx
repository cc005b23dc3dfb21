'use client'

import { Printer } from 'lucide'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { Input } from '@/components/ui/input'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { useRememberedText } from '@/lib/client/remembered'
import { cn } from '@/lib/core/cn'

type Props = {
  from: string | null
  to: string | null
  /** The month whose days they are; null where they were chosen. */
  month: string | null
  ticket: string | null
  /** Beside the title. */
  about: ReactNode
  /** What is said in place of the paper where there is none. */
  problem: ReactNode
  children: ReactNode
}

/** A paper with what is chosen of it: the days, which are in the address and work without a script, and its size, which this browser keeps. */
export function StatementPaper({ from, to, month, ticket, about, problem, children }: Props) {
  const [kept, keep] = useRememberedText('paper')
  const isLetter = kept === 'letter'
  return (
    <div className={isLetter ? 'paper-letter' : 'paper-a4'}>
      <div className="mb-3 flex flex-wrap items-end gap-x-3 gap-y-2 print:hidden">
        <div className="mr-auto flex min-w-0 flex-wrap items-baseline gap-x-2.5 self-center">
          <h1 className="font-semibold text-title">Statement</h1>
          <span className="text-meta text-muted wrap-anywhere">{about}</span>
        </div>
        <form className="flex flex-wrap items-end gap-2 max-sm:w-full">
          {ticket && <input type="hidden" name="ticket" value={ticket} />}
          {month && <input type="hidden" name="month" value={month} />}
          <Field label="From" className="max-sm:flex-1">
            {(control) => <Input {...control} type="date" name="from" defaultValue={from ?? ''} />}
          </Field>
          <Field label="To" className="max-sm:flex-1">
            {(control) => <Input {...control} type="date" name="to" defaultValue={to ?? ''} />}
          </Field>
          <Button type="submit">Show</Button>
        </form>
        <SegmentedControl
          label="Paper"
          value={isLetter ? 'letter' : 'a4'}
          onChange={keep}
          segments={[
            { value: 'a4', label: 'A4' },
            { value: 'letter', label: 'Letter' },
          ]}
        />
        <Button variant="primary" onClick={() => window.print()}>
          <Icon of={Printer} size={14} />
          Print or save as PDF
        </Button>
      </div>
      {problem ?? (
        <article
          aria-label="Statement on paper"
          className={cn(
            'sheet mx-auto flex min-h-220 w-full flex-col rounded-card border bg-raised p-11 text-ink shadow-sm max-lg:p-7 max-sm:min-h-0 max-sm:p-5',
            'print:min-h-0 print:max-w-none print:border-0 print:p-0 print:shadow-none',
            isLetter ? 'max-w-204' : 'max-w-198.5',
          )}
        >
          {children}
        </article>
      )}
    </div>
  )
}
