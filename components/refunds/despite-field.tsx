import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

const max = 255

type Props = { hint?: string; value: string; isMissing: boolean; onChange: (value: string) => void }

/** Why money should leave although an event says that it may have gone back. No words at one press: somebody has to have looked. */
export const DespiteField = ({ hint, value, isMissing, onChange }: Props) => (
  <Field
    label="Why refund anyway"
    hint={hint ?? 'An event says that money may have gone back already.'}
    error={isMissing ? 'Enter why the refund should still be made' : undefined}
  >
    {(control) => (
      <Input
        {...control}
        value={value}
        dir="auto"
        autoComplete="off"
        maxLength={max}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)
