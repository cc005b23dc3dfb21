import { useState } from 'react'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { CommandForm } from '@/lib/client/commands/use-command-form'

type Props = { command: Pick<CommandForm, 'buyerAddress' | 'setBuyerAddress' | 'addressTrouble'> }

/** Only where no address of the buyer is known at all: the request is signed with it, and it decides the currency. */
export function BuyerAddressField({ command: { buyerAddress, setBuyerAddress, addressTrouble } }: Props) {
  const [wasLeft, setWasLeft] = useState(false)
  return (
    <Field
      label="Buyer address"
      hint="No address of this buyer is known. Give the buyer’s own IP address, never yours: the request is signed with it."
      error={wasLeft && buyerAddress.trim() !== '' ? addressTrouble : undefined}
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
