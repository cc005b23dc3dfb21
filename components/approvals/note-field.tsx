import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'

const longest = 255

export function NoteField({ value, onChange }: { value: string; onChange: (note: string) => void }) {
  return (
    <Field
      label="Note"
      hint="The asker reads it; it is written to the journal."
      aside={value === '' ? 'optional' : `${value.length} / ${longest}`}
    >
      {(control) => (
        <Textarea
          {...control}
          rows={2}
          maxLength={longest}
          value={value}
          onChange={(event) => onChange(event.target.value.replace(/[\r\n]+/g, ' '))}
        />
      )}
    </Field>
  )
}
