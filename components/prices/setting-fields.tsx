'use client'

import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { PriceDesk } from '@/lib/prices/price-desk'
import type { Workbench } from '@/lib/prices/workbench'

type Props = {
  workbench: Workbench
  localeProblem: string | null
  buyer: PriceDesk['buyer']
  buyerAddress: string
  addressProblem: string | undefined
  onChange: (changed: Partial<Workbench>) => void
  onAddress: (address: string) => void
}

const sources = { typed: 'typed', history: 'the newest in their history', fallback: 'the account’s fallback' } as const

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

function addressWords(buyer: PriceDesk['buyer'], typed: string): string {
  if (typed.trim() !== '') return 'Signed for the address you typed. It is not part of the link.'
  if (buyer === null) return 'Prices are signed for the buyer’s address; it decides the currency and the tax.'
  if (buyer.address === null) return 'No address of this buyer is known: give the buyer’s own, never yours.'
  return `Signed for ${buyer.address.address}, ${sources[buyer.address.source]}. It decides tax, and the currency where none is chosen.`
}
