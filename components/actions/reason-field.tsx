import { useController } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { PickChips } from '@/components/ui/pick-chips'
import type { CommandForm } from '@/lib/client/commands/use-command-form'
import { isReasoned } from '@/lib/reason-presets'
import { useActions } from './actions-provider'

const most = 255

/** Why, in the words that go to the service. A preset fills the field, where it may be completed. */
export function ReasonField({ form: { form, verb }, required }: { form: CommandForm; required: boolean }) {
  const { reasons } = useActions().desk
  const { field, fieldState } = useController({ control: form.control, name: 'reason' })
  const text = field.value ?? ''
  const count = [...text.trim()].length // as the server counts: an emoji is one
  const { name } = verb.operation
  const presets = isReasoned(name) ? reasons[name] : []
  const choose = (preset: string) =>
    form.setValue('reason', preset, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  return (
    <Field
      label="Reason"
      aside={`${required ? '' : 'optional, '}${count} / ${most}`}
      error={fieldState.error?.message ?? (count > most ? `At most ${most} characters` : undefined)}
    >
      {(control) => (
        <>
          <PickChips texts={presets} text={text} onPick={choose} />
          <Input {...control} {...field} value={text} dir="auto" autoComplete="off" />
        </>
      )}
    </Field>
  )
}
