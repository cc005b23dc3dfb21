'use client'

import { Download } from 'lucide'
import { useState } from 'react'
import { buttonClass } from '@/components/ui/button-class'
import { Icon } from '@/components/ui/icon'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-item'
import type { TableOption } from '@/lib/prices/matrix-rows'
import { optionWords, termsWords } from '@/lib/prices/option-words'
import { letterOf, type Workbench } from '@/lib/prices/workbench'
import type { Cells } from './use-cells'

type Props = { workbench: Workbench; cells: Cells; nameOf: (code: string) => string }

/** The comparison taken elsewhere. What writes it is loaded with the first use. */
export function ExportMenu({ workbench, cells, nameOf }: Props) {
  const [said, say] = useState('')
  const take = async (how: 'table' | 'csv' | 'png') => {
    try {
      const { takeAway } = await import('./export-comparison')
      await takeAway(how, tableOf(workbench, cells, nameOf))
      say(how === 'table' ? 'Copied' : 'Saved')
    } catch {
      say('Your browser blocked this') // a clipboard wants https, a picture a canvas
    }
  }
  return (
    <>
      <span role="status" className="self-center text-meta text-muted">
        {said}
      </span>
      <Menu
        label="Export the comparison"
        triggerClassName={buttonClass()}
        trigger={
          <>
            <Icon of={Download} size={14} /> Export
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

function tableOf({ options, currencies, baseline }: Workbench, cells: Cells, nameOf: (code: string) => string): TableOption[] {
  return options.map((option, index) => ({
    letter: letterOf(index),
    words: optionWords(option, nameOf),
    terms: termsWords(option),
    isBaseline: option.key === baseline,
    cells: currencies.map((currency) => {
      const { outcome, isOutdated } = cells.viewOf({ option, currency })
      if (!outcome) return null
      return 'problem' in outcome ? { problem: outcome.problem.detail } : { ...outcome, isOutdated }
    }),
  }))
}
