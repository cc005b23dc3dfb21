'use client'

import { Download } from 'lucide-react'
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
  const take = async (how: 'table' | 'csv' | 'png') => {
    const { takeAway } = await import('./take-away')
    await takeAway(how, tableOf(workbench, cells, nameOf))
  }
  return (
    <Menu
      label="Take the comparison elsewhere"
      triggerClassName={buttonClass()}
      trigger={
        <>
          <Icon of={Download} size={14} /> Export
        </>
      }
    >
      <MenuItem onSelect={() => void take('table')}>Copy as table</MenuItem>
      <MenuItem onSelect={() => void take('csv')}>Export CSV</MenuItem>
      <MenuItem onSelect={() => void take('png')}>Picture (PNG)</MenuItem>
      <MenuItem onSelect={() => window.print()}>Print</MenuItem>
    </Menu>
  )
}

function tableOf({ options, currencies, baseline }: Workbench, cells: Cells, nameOf: (code: string) => string): TableOption[] {
  return options.map((option, at) => ({
    letter: letterOf(at),
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
