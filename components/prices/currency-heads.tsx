'use client'

import { X } from 'lucide-react'
import { byAddress } from '@/lib/prices/workbench'

type Props = {
  currencies: readonly string[]
  problems: readonly (string | null)[]
  onChange: (currencies: string[]) => void
}

/** The columns; each can be taken out. */
export function CurrencyHeads({ currencies, problems, onChange }: Props) {
  return (
    <>
      {currencies.map((code, at) => (
        <th key={code} scope="col" className="px-4 py-2.5 text-right align-top font-medium text-meta text-muted max-sm:px-3">
          <span className="inline-flex items-center gap-1">
            {code === byAddress ? 'By address' : code}
            {currencies.length > 1 && (
              <button
                type="button"
                aria-label={`Remove ${code || 'the currency by address'}`}
                onClick={() => onChange(currencies.filter((each) => each !== code))}
                className="touch-area relative rounded-chip p-0.5 hover:bg-sunken hover:text-ink print:hidden"
              >
                <X aria-hidden size={12} />
              </button>
            )}
          </span>
          {problems[at] && <span className="block max-w-32 whitespace-normal text-danger">{problems[at]}</span>}
        </th>
      ))}
    </>
  )
}
