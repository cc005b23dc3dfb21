'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { uuid } from '@/lib/operations/schemas/scalars'
import type { PricingContext } from '@/lib/prices/pricing-context'
import type { Workbench } from '@/lib/prices/workbench'
import { writeLink } from '@/lib/prices/workbench-link'
import { searchBuyers } from '@/lib/search/client/search'

/** Whose prices they are: the service prices for a buyer only. An e-mail is looked up in a body and never reaches the address. */
export function BuyerPicker({ context: { merchant, recent }, workbench }: { context: PricingContext; workbench: Workbench }) {
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const open = async (id: string) => {
    const link = await writeLink(workbench) // the address is a moment behind what is typed
    router.push(`/buyers/${id}/prices${link === null ? '' : `?w=${link}`}`)
  }
  const search = useMutation({
    mutationFn: () => searchBuyers(merchant.code, { q: typed.trim() }),
    onSuccess: ({ hits: [hit] }) => hit && void open(hit.buyerId),
  })
  const says =
    search.error?.message ??
    (search.data?.hits.length === 0 ? (search.data.say ?? 'No buyer found. Check the id or e-mail address.') : undefined)

  function choose(event: FormEvent) {
    event.preventDefault()
    const id = uuid.safeParse(typed)
    if (id.success) void open(id.data)
    else if (typed.trim() !== '') search.mutate()
  }

  return (
    <Card as="div" className="mb-4 px-4 py-3">
      <form onSubmit={choose} className="flex flex-wrap items-end gap-2">
        <Field
          label="Buyer"
          error={says}
          hint="A buyer id, or an e-mail address if this account can search by e-mail."
          className="min-w-64 max-w-120 flex-auto"
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              spellCheck={false}
              list="recent-buyers"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <datalist id="recent-buyers">
          {recent.map(({ buyerId, title, country }) => (
            <option key={buyerId} value={buyerId}>
              {[title, country].filter(Boolean).join(', ')}
            </option>
          ))}
        </datalist>
        <Button type="submit" variant="primary" className="mb-5.5">
          {search.isPending ? 'Searching…' : 'Choose buyer'}
        </Button>
      </form>
    </Card>
  )
}
