import { Ticket } from 'lucide'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ticketError } from '@/lib/client/use-ticket'

type Props = { ticket: string; onChange: (ticket: string) => void }

export function TicketField({ ticket, onChange }: Props) {
  return (
    <Field label="Ticket" aside="kept for this session" error={ticketError(ticket) ?? undefined}>
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
