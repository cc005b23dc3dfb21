'use client'

import { Download } from 'lucide'
import { useState } from 'react'
import { buttonClass } from '@/components/ui/button-class'
import { Icon } from '@/components/ui/icon'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-item'
import type { ComparisonRow } from '@/lib/prices/comparison-rows'

type Props = { rows: () => ComparisonRow[] }

/** On a phone the title and its actions share a line, so all but one of them show their icon alone. */
export const phoneSquare = 'max-sm:w-control max-sm:px-0!'

/** The comparison taken elsewhere. What writes it is loaded with the first use. */
export function ExportMenu({ rows }: Props) {
  const [said, say] = useState('')
  const take = async (how: 'table' | 'csv' | 'png') => {
    try {
      const { takeAway } = await import('./export-comparison')
      await takeAway(how, rows())
      say(how === 'table' ? 'Copied' : 'Saved')
    } catch {
      say('Your browser blocked this') // a clipboard wants https, a picture a canvas
    }
  }
  return (
    <>
      <span role="status" className="self-center text-meta text-muted empty:absolute">
        {said}
      </span>
      <Menu
        label="Export the comparison"
        triggerClassName={`${buttonClass()} ${phoneSquare}`}
        trigger={
          <>
            <Icon of={Download} size={14} /> <span className="max-sm:hidden">Export</span>
          </>
        }
      >
        <MenuItem onSelect={() => void take('table')}>Copy as table</MenuItem>
        <MenuItem onSelect={() => void take('csv')}>Export CSV</MenuItem>
        <MenuItem onSelect={() => void take('png')}>Image (PNG)</MenuItem>
        <MenuItem onSelect={() => window.print()}>Print</MenuItem>
      </Menu>
    </>
  )
}
