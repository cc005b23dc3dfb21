import { UserMinus, UserPlus } from 'lucide'
import type { ReactNode } from 'react'
import { Avatar } from '@/components/ui/avatar'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import { TablePart } from '@/components/ui/table-part'
import { Time } from '@/components/ui/time'
import type { OwnedRow } from '@/lib/lists/list-page'

type Props = {
  row: OwnedRow
  mayTakeOff: boolean
  onAssign: (row: OwnedRow, assigned: boolean) => void
  /** The button that closes the row, where a person does. */
  closing: ReactNode
}

/** Whose name is on a row, with the way to put one's own on it; beneath what was done last to its buyer from here. */
export function OwnerCell({ row, mayTakeOff, onAssign, closing }: Props) {
  const { owner, last } = row
  return (
    <TablePart as="cell" className="min-w-0 max-md:order-5 max-md:col-span-2 max-md:flex max-md:items-center max-md:gap-3">
      {owner === null ? (
        // Over the row's link, which lies over the whole row.
        <span className="relative z-1 flex h-6 items-center">
          <span aria-hidden className="absolute text-muted group-focus-within:hidden group-hover:hidden max-md:hidden">
            –
          </span>
          <Button
            size="small"
            variant="quiet"
            onClick={() => onAssign(row, true)}
            className="-ml-2 group-focus-within:opacity-100 group-hover:opacity-100 md:opacity-0"
          >
            <Icon of={UserPlus} size={14} />
            Assign to me
          </Button>
          {closing}
        </span>
      ) : (
        <span className="flex h-6 min-w-0 items-center gap-1.5">
          <Avatar name={owner.person} />
          <span className="min-w-0 truncate">{owner.mine ? 'You' : owner.person}</span>
          <span className="relative z-1 text-meta text-muted">
            <Time at={owner.since} focusable={false} />
          </span>
          {(owner.mine || mayTakeOff) && (
            <IconButton
              icon={UserMinus}
              label={owner.mine ? 'Take your name off' : `Take ${owner.person} off`}
              onClick={() => onAssign(row, false)}
              className="relative z-1"
            />
          )}
          {closing}
        </span>
      )}
      {last !== null && (
        <span className="block truncate text-meta text-muted max-md:ml-auto">
          {last.words}, <Time at={last.at} focusable={false} />
        </span>
      )}
    </TablePart>
  )
}
