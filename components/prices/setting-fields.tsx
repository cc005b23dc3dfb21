'use client'

import type { ComponentProps } from 'react'
import { Button } from '@/components/ui/button'
import { Drawer } from '@/components/ui/drawer'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { PriceBuyer } from '@/lib/prices/pricing-context'
import type { Workbench } from '@/lib/prices/workbench'
import { DraftInput } from './draft-input'

type AddressProps = {
  buyer: PriceBuyer | null
  buyerAddress: string
  addressProblem: string | undefined
  onAddress: (address: string) => void
}

type Props = AddressProps & {
  workbench: Workbench
  localeProblem: string | null
  onChange: (changed: Partial<Workbench>) => void
}

const sources = { typed: 'typed', history: 'latest in their history', fallback: 'the merchant account’s fallback' } as const

/** Locale, buyer address and device, for every option. */
export const ConditionsDrawer = ({ onClose, ...fields }: ComponentProps<typeof SettingFields> & { onClose: () => void }) => (
  <Drawer
    title="Conditions for all options"
    onClose={onClose}
    footer={
      <Button variant="primary" onClick={onClose} className="ml-auto">
        Done
      </Button>
    }
  >
    <SettingFields {...fields} />
  </Drawer>
)

/** What holds for all options beside the discount: the language, the address that decides the currency, the device. */
function SettingFields({ workbench, localeProblem, onChange, ...address }: Props) {
  return (
    <div className="grid gap-4 px-5 py-4 max-sm:px-4">
      <Field
        label="Locale"
        error={localeProblem ?? undefined}
        hint="Two letters, such as nl. It decides the names of the products."
      >
        {(control) => (
          <Input
            {...control}
            data-first
            autoComplete="off"
            spellCheck={false}
            maxLength={2}
            placeholder="en"
            value={workbench.locale}
            onChange={(event) => onChange({ locale: event.target.value })}
          />
        )}
      </Field>
      <BuyerAddressField {...address} />
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

/** The address that prices are signed for. */
export function BuyerAddressField({ buyer, buyerAddress, addressProblem, onAddress }: AddressProps) {
  return (
    <Field label="Buyer address" error={addressProblem} hint={describeAddress(buyer, buyerAddress)}>
      {(control) => (
        <DraftInput
          {...control}
          inputMode="decimal"
          placeholder={buyer?.address?.address ?? 'An IP address'}
          isWhole={(text) => text === ''}
          value={buyerAddress}
          onChange={onAddress}
        />
      )}
    </Field>
  )
}

function describeAddress(buyer: PriceBuyer | null, typed: string): string {
  if (typed.trim() !== '') return 'Signed with the address you entered. The link doesn’t include it.'
  if (buyer === null) return 'Prices are signed with the buyer’s address, which decides the currency and tax.'
  if (buyer.address === null) return 'We don’t know this buyer’s IP address. Enter the buyer’s address, never your own.'
  return `Signed with ${buyer.address.address} (${sources[buyer.address.source]}). It decides the tax, and the currency if you don’t choose one.`
}
