import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Select } from '@/components/ui/select'
import { describeProblem } from '@/lib/core/problem-words'
import { recentQuery } from '@/lib/knowledge/client/recent-query'
import { isBuyerId, type PreviewBuyer } from './use-preview-buyer'

type Props = { merchant: string; buyerId: string; preview: PreviewBuyer; onChange: (buyerId: string) => void }

/** Chooses the buyer that the previews are about: one who was opened lately, or any by id. */
export function PreviewBuyerFields({ merchant, buyerId, preview, onChange }: Props) {
  const { data: recent } = useQuery(recentQuery(merchant))
  const [typed, setTyped] = useState(buyerId)
  const choose = (id: string) => {
    setTyped(id)
    onChange(id)
  }
  const says = {
    none: 'With example values.',
    loading: 'Loading this buyer’s facts…',
    read: 'With this buyer’s facts.',
    failed: '',
  }
  return (
    <div className="grid gap-2">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Preview with">
          {(control) => (
            <Select {...control} value={buyerId} onChange={({ target }) => choose(target.value)}>
              <option value="">Example values</option>
              {(recent ?? []).map((each) => (
                <option key={each.buyerId} value={each.buyerId}>
                  {[each.title ?? `Buyer ${each.buyerId.slice(0, 8)}…`, each.country].filter(Boolean).join(', ')}
                </option>
              ))}
              {isBuyerId(buyerId) && !recent?.some((each) => each.buyerId === buyerId) && (
                <option value={buyerId}>Buyer {buyerId.slice(0, 8)}…</option>
              )}
            </Select>
          )}
        </Field>
        <Field
          label="Buyer id"
          hint={<span role="status">{says[preview.state]}</span>}
          error={typed !== '' && !isBuyerId(typed) ? 'Enter an id such as 31d21526-a9d9-4b2f-ae75-32594eee2787' : undefined}
        >
          {(control) => (
            <Input
              {...control}
              value={typed}
              onChange={({ target }) => {
                const id = target.value.trim().toLowerCase()
                setTyped(id)
                if (id === '' || isBuyerId(id)) onChange(id)
              }}
            />
          )}
        </Field>
      </div>
      {preview.error && <ProblemNotice {...describeProblem(preview.error)} />}
    </div>
  )
}
