import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

type Props = { value: string; onChange: (address: string) => void }

/** Only where no address of the buyer is known at all: the request is signed with it, and it decides the currency. */
export function BuyerAddressField({ value, onChange }: Props) {
  return (
    <Field
      label="Buyer address"
      hint="No address of this buyer is known. Give the buyer’s own IP address, never yours: the request is signed with it."
    >
      {(control) => (
        <Input
          {...control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          inputMode="decimal"
        />
      )}
    </Field>
  )
}
