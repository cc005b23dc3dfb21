'use client'

import { Fragment } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'

const keys: [says: string, ...keys: string[]][] = [
  ['Find', '/'],
  ['Actions and search', 'Ctrl K'],
  ['Keyboard shortcuts', '?'],
  ['Go to Find', 'G', 'F'],
  ['Go to Lists', 'G', 'L'],
  ['Go to Prices', 'G', 'P'],
  ['Go to Journal', 'G', 'J'],
  ['Go to Refunds', 'G', 'R'],
  ['Go to Incidents', 'G', 'I'],
  ['Go to Settings', 'G', 'S'],
  ['Create buyer', 'N', 'B'],
  ['New order', 'N', 'O'],
  ['Screen-share mode', 'S', 'S'],
  ['Next or previous hit on Find', '↓', '↑'],
  ['Copy the reply of a hit', 'Ctrl C'],
  ['Section of a buyer', '1', '2', '3'],
  ['Turn autocharge on or off', 'A'],
  ['Change end date', 'E'],
  ['Change e-mail', 'M'],
  ['Disable or enable token', 'T'],
  ['Next or previous in a list', 'J', 'K'],
  ['Assign a row to me', 'M'],
  ['Mark a row for an incident', 'X'],
  ['Pause an incident', 'P'],
  ['Approve a refund or a request', 'A'],
  ['Refuse or decline', 'R'],
  ['Open or expand', '⏎'],
  ['Close or go back', 'Esc'],
]

/** Every key there is. One after the other where there are two. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Keyboard shortcuts"
      subtitle="Shortcuts don’t work while you’re typing in a field."
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 text-table sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto] sm:gap-x-6">
        {keys.map(([says, ...pressed]) => (
          <Fragment key={says}>
            <dt className="py-1.5">{says}</dt>
            <dd className="flex items-center gap-1 py-1.5">
              {pressed.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  )
}
