import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { PrintButton } from './print-button'

export const papers = ['a4', 'letter'] as const
export type Paper = (typeof papers)[number]

type Props = { from: string | null; to: string | null; paper: Paper; ticket: string | null }

/** Which days go on which paper. It works without a script: the choice is the address. */
export function PeriodForm({ from, to, paper, ticket }: Props) {
  return (
    <form className="mb-5 flex flex-wrap items-end gap-3 print:hidden">
      {ticket && <input type="hidden" name="ticket" value={ticket} />}
      <Field label="From" className="max-sm:flex-1">
        {(control) => <Input {...control} type="date" name="from" defaultValue={from ?? ''} />}
      </Field>
      <Field label="To" className="max-sm:flex-1">
        {(control) => <Input {...control} type="date" name="to" defaultValue={to ?? ''} />}
      </Field>
      <Field label="Paper" className="max-sm:basis-full">
        {(control) => (
          <Select {...control} name="paper" defaultValue={paper}>
            <option value="a4">A4</option>
            <option value="letter">Letter</option>
          </Select>
        )}
      </Field>
      <Button type="submit" variant="primary">
        Show
      </Button>
      <PrintButton />
    </form>
  )
}
