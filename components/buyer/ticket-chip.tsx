'use client'

import { Ticket, X } from 'lucide'
import { Chip } from '@/components/ui/chip'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'

/** The ticket this visit is about. */
export function TicketChip({ ticket, onRemove }: { ticket: string; onRemove: () => void }) {
  return (
    <Chip className="pr-0.5! max-sm:hidden">
      <Icon of={Ticket} size={14} />
      <span className="sr-only">Ticket</span>
      <bdi className="max-w-32 truncate">{ticket}</bdi>
      <IconButton icon={X} label="Remove the ticket" size="tiny" onClick={onRemove} tipPlace={{ side: 'bottom', align: 'end' }} />
    </Chip>
  )
}
