import type { ComponentProps, ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { VerbForm } from '@/lib/commands/client/use-verb-form'
import type { CommandField } from '@/lib/commands/verbs'
import { cn } from '@/lib/core/cn'

type Props = Omit<ComponentProps<typeof Input>, 'form' | 'name'> & {
  form: VerbForm['form']
  name: CommandField
  label: string
  hint?: ReactNode
  aside?: ReactNode
  /** An id. */
  mono?: boolean
}

/** A field of one line of a command's form. */
export function TextField({ form, name, label, hint, aside, mono = false, className, ...input }: Props) {
  const { field, fieldState } = useController({ control: form.control, name })
  return (
    <Field label={label} hint={hint} aside={aside} error={fieldState.error?.message} className={className}>
      {(control) => (
        <Input
          autoComplete="off"
          {...input}
          {...control}
          {...field}
          value={field.value ?? ''}
          className={cn(mono && 'font-mono')}
        />
      )}
    </Field>
  )
}
