'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { findCharge, type StatementClues } from '@/lib/search/client/search'
import { SearchHits } from './search-hits'
import { SearchProblem } from './search-problem'
import type { FindContext } from './use-find'

type Name = keyof StatementClues
type Clue = { name: Name; label: string; placeholder?: string; type?: string; wide?: true }

const clues: readonly Clue[] = [
  { name: 'descriptor', label: 'Descriptor', wide: true },
  { name: 'amount', label: 'Amount', placeholder: '162.00' },
  { name: 'currency', label: 'Currency', placeholder: 'BRL' },
  { name: 'date', label: 'Date', type: 'date' },
  { name: 'lastFour', label: 'Last four', placeholder: '0119' },
  { name: 'name', label: 'Name on the card', wide: true },
]

const noClues: never[] = []

/** The line of a bank statement, or whatever is known of a charge, and the charges it may be. */
export function StatementForm({ merchant, ticket }: Pick<FindContext, 'merchant' | 'ticket'>) {
  const [given, setGiven] = useState<StatementClues>({})
  const search = useMutation({ mutationFn: (clues: StatementClues) => findCharge(merchant.code, clues) })
  const wrong = new Map(search.error?.problem.fields.map(({ field, title }) => [field, title]))
  const filled = Object.fromEntries(Object.entries(given).filter(([, text]) => text.trim() !== ''))

  function change(name: Name, text: string) {
    setGiven({ ...given, [name]: text })
    search.reset()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    search.mutate(filled)
  }

  const clue = ({ name, label, wide, ...input }: Clue) => (
    <Field key={name} label={label} error={wrong.get(name)} className={wide && 'col-span-2'}>
      {(control) => (
        <Input
          {...control}
          {...input}
          autoComplete="off"
          spellCheck={false}
          value={given[name] ?? ''}
          onChange={(event) => change(name, event.target.value)}
        />
      )}
    </Field>
  )

  return (
    <>
      <Card as="div" className="mt-2">
        <form onSubmit={submit} noValidate className="grid gap-4 p-4" aria-busy={search.isPending}>
          <Field
            label="Bank statement line"
            hint="Paste the whole line, or enter what you have below. The date can be up to three days out."
            error={wrong.get('line')}
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                spellCheck={false}
                maxLength={10_000}
                value={given.line ?? ''}
                onChange={(event) => change('line', event.target.value)}
              />
            )}
          </Field>
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">{clues.map(clue)}</div>
          <div>
            <Button type="submit" aria-disabled={search.isPending}>
              {search.isPending ? 'Searching…' : 'Find charge'}
            </Button>
          </div>
        </form>
      </Card>
      <div className="mt-3 grid gap-2">
        {search.error && wrong.size === 0 && <SearchProblem problem={search.error.problem} />}
        {search.data && (
          <SearchHits key={search.submittedAt} answer={search.data} ticket={ticket} merchant={merchant} clues={noClues} />
        )}
      </div>
    </>
  )
}
