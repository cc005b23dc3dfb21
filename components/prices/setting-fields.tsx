'use client'

import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { PricingContext } from '@/lib/prices/pricing-context'
import type { Workbench } from '@/lib/prices/workbench'

type Props = {
  workbench: Workbench
  localeProblem: string | null
  buyer: PricingContext['buyer']
  buyerAddress: string
  addressProblem: string | undefined
  onChange: (changed: Partial<Workbench>) => void
  onAddress: (address: string) => void
}

const sources = { typed: 'typed', history: 'latest in their history', fallback: 'the merchant account’s fallback' } as const

/** What holds for all options: the language, the address that decides the currency, the device. */
export function SettingFields({ workbench, localeProblem, buyer, buyerAddress, addressProblem, onChange, onAddress }: Props) {
  return (
    <div className="grid gap-2.5 px-4 py-3">
      <div className="grid grid-cols-[0.6fr_1fr] gap-2">
        <Field label="Locale" error={localeProblem ?? undefined}>
          {(control) => (
            <Input
              {...control}
              size="small"
              autoComplete="off"
              spellCheck={false}
              maxLength={2}
              placeholder="en"
              value={workbench.locale}
              onChange={(event) => onChange({ locale: event.target.value })}
            />
          )}
        </Field>
        <Field label="Buyer address" error={addressProblem}>
          {(control) => (
            <Input
              {...control}
              size="small"
              autoComplete="off"
              spellCheck={false}
              inputMode="decimal"
              placeholder={buyer?.address?.address ?? 'An IP address'}
              value={buyerAddress}
              onChange={(event) => onAddress(event.target.value)}
            />
          )}
        </Field>
      </div>
      <p className="text-meta text-muted">{addressWords(buyer, buyerAddress)}</p>
      <label className="flex min-h-6 items-center gap-2 text-table max-sm:min-h-10">
        <input
          type="checkbox"
          checked={workbench.isMobile}
          onChange={(event) => onChange({ isMobile: event.target.checked })}
          className="size-4 accent-primary"
        />
        On a mobile device
      </label>
    </div>
  )
}

function addressWords(buyer: PricingContext['buyer'], typed: string): string {
  if (typed.trim() !== '') return 'Signed with the address you entered. The link doesn’t include it.'
  if (buyer === null) return 'Prices are signed with the buyer’s address, which decides the currency and tax.'
  if (buyer.address === null) return 'We don’t know this buyer’s IP address. Enter the buyer’s address, never your own.'
  return `Signed with ${buyer.address.address} (${sources[buyer.address.source]}). It decides the tax, and the currency if you don’t choose one.`
}
