import { useState } from 'react'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { VerbForm } from '@/lib/commands/client/use-verb-form'

type Props = { command: Pick<VerbForm, 'buyerAddress' | 'setBuyerAddress' | 'addressError'> }

/** Only where no address of the buyer is known at all: the request is signed with it, and it decides the currency. */
export function BuyerAddressField({ command: { buyerAddress, setBuyerAddress, addressError } }: Props) {
  const [wasLeft, setWasLeft] = useState(false)
  return (
    <Field
      label="Buyer address"
      hint="We don’t know this buyer’s IP address. Enter the buyer’s address, never your own. The request is signed with it."
      error={wasLeft && buyerAddress.trim() !== '' ? addressError : undefined}
    >
      {(control) => (
        <Input
          {...control}
          value={buyerAddress}
          onChange={(event) => setBuyerAddress(event.target.value)}
          onBlur={() => setWasLeft(true)}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </Field>
  )
}
