'use client'

import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { currencies as known } from '@/lib/operations/schemas/codes'
import { byAddress } from '@/lib/prices/workbench'

type Props = { currencies: readonly string[]; onAdd: (code: string) => void }

/** Those that are asked for most come first. */
const offered = new Set(['EUR', 'USD', 'GBP', 'BRL', 'JPY', 'KWD', 'CAD', 'AUD', 'CHF', 'PLN', 'MXN', 'INR', ...known])

/** One more column: it is there with the third letter. */
export function AddCurrency({ currencies, onAdd }: Props) {
  const [typed, setTyped] = useState('')
  const listId = useId()

  function type(text: string) {
    const code = text.toUpperCase().replace(/[^A-Z]/g, '')
    const isNew = code.length === 3 && !currencies.includes(code)
    if (isNew) onAdd(code)
    setTyped(isNew ? '' : code)
  }

  return (
    <>
      {!currencies.includes(byAddress) && (
        <Button size="small" variant="quiet" onClick={() => onAdd(byAddress)} className="print:hidden">
          + Buyer’s currency
        </Button>
      )}
      <Input
        size="small"
        aria-label="Currency"
        list={listId}
        placeholder="+ Currency"
        autoComplete="off"
        spellCheck={false}
        maxLength={3}
        value={typed}
        onChange={(event) => type(event.target.value)}
        className="w-27! print:hidden"
      />
      <datalist id={listId}>
        {[...offered].map((code) => !currencies.includes(code) && <option key={code} value={code} />)}
      </datalist>
    </>
  )
}
