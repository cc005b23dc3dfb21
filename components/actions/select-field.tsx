import { useController } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import type { CommandForm } from '@/lib/client/commands/use-command-form'
import type { CodeName } from '@/lib/code-names'
import type { CommandField } from '@/lib/verbs'

type Props = {
  form: CommandForm['form']
  name: CommandField
  label: string
  aside?: string
  none: string
  options: readonly CodeName[]
}

/** A code picked by its name. */
export function SelectField({ form, name, label, aside, none, options }: Props) {
  const { field, fieldState } = useController({ control: form.control, name })
  return (
    <Field label={label} aside={aside} error={fieldState.error?.message}>
      {(control) => (
        <Select {...control} {...field} value={field.value ?? ''}>
          <option value="">{none}</option>
          {options.map((option) => (
            <option key={option.code} value={option.code}>
              {option.name}, {option.code}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
