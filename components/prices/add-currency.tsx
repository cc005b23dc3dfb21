'use client'

import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { currencies as known } from '@/lib/operations/schemas/forms'
import { byAddress } from '@/lib/prices/workbench'

type Props = { currencies: readonly string[]; onAdd: (codes: string[]) => void }

/** Those that are asked for most come first. */
const offered = new Set(['EUR', 'USD', 'GBP', 'BRL', 'JPY', 'KWD', 'CAD', 'AUD', 'CHF', 'PLN', 'MXN', 'INR', ...known])

/** One more column: it is there with the third letter. Several codes can be pasted at once. */
export function AddCurrency({ currencies, onAdd }: Props) {
  const [typed, setTyped] = useState('')
  const listId = useId()

  function type(text: string) {
    const codes = text.toUpperCase().match(/[A-Z]+/g) ?? []
    const added = [...new Set(codes)].filter((code) => code.length === 3 && !currencies.includes(code))
    if (added.length > 0) onAdd(added)
    setTyped(codes.filter((code) => !added.includes(code)).join(' '))
  }

  return (
    <>
      {!currencies.includes(byAddress) && (
        <Button size="small" variant="quiet" onClick={() => onAdd([byAddress])} className="print:hidden">
          Add buyer’s currency
        </Button>
      )}
      <Input
        size="small"
        aria-label="Currency"
        list={listId}
        placeholder="Add currency"
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        value={typed}
        onChange={(event) => type(event.target.value)}
        className="w-32! uppercase max-sm:w-40! placeholder:normal-case print:hidden"
      />
      <datalist id={listId}>
        {[...offered].map((code) => !currencies.includes(code) && <option key={code} value={code} />)}
      </datalist>
    </>
  )
}
