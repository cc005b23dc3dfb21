import { Ticket } from 'lucide-react'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ticketTrouble } from '@/lib/client/commands/use-ticket'

type Props = { ticket: string; onChange: (ticket: string) => void }

export function TicketField({ ticket, onChange }: Props) {
  return (
    <Field label="Ticket" aside="remembered for this session" error={ticketTrouble(ticket) ?? undefined}>
      {(control) => (
        <Input
          {...control}
          icon={Ticket}
          value={ticket}
          onChange={(event) => onChange(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </Field>
  )
}
