'use client'

import { Plus } from 'lucide'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { Field } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { Input } from '@/components/ui/input'
import type { LineProblems, WorkbenchProblems } from '@/lib/prices/line-problems'
import { optionWords } from '@/lib/prices/option-words'
import { type Line, letterOf, type Option, type Workbench } from '@/lib/prices/workbench'
import { Letter } from './letter'
import { LineEditor } from './line-editor'
import type { Suggestions } from './use-suggestions'
import type { WorkbenchState } from './use-workbench'

type Props = {
  state: WorkbenchState
  problems: WorkbenchProblems
  /** What the service refused, by line. */
  refused: Record<string, LineProblems>
  isStrict: boolean
  suggestions: Suggestions
  children: ReactNode
}

const listId = 'price-products'

/** The option that is open: its lines, then what holds for all options. */
export function OptionEditor({ state, problems, refused, isStrict, suggestions, children }: Props) {
  const { options } = state.workbench
  const at = options.findIndex(({ key }) => key === state.open)
  const option = options[at]
  if (!option) return null
  const letter = letterOf(at)
  return (
    <Card aria-labelledby="bundle">
      <CardHead
        title={`Bundle ${letter}`}
        id="bundle"
        beside={<span className="text-meta text-muted">{count(option.lines.length)}</span>}
      >
        <Button size="small" variant="quiet" onClick={() => state.addOption(option)}>
          Duplicate
        </Button>
      </CardHead>
      <datalist id={listId}>
        {suggestions.products.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </datalist>
      <div className="divide-y">
        <div className="px-4 py-3">
          <Field label="Name" aside="optional" error={problems.names[option.key]}>
            {(control) => (
              <Input
                {...control}
                size="small"
                autoComplete="off"
                maxLength={60}
                value={option.name}
                placeholder={optionWords({ ...option, name: '' }, suggestions.nameOf)}
                onChange={(event) => state.changeOption(option.key, { name: event.target.value })}
              />
            )}
          </Field>
        </div>
        {option.lines.map((line, index) => (
          <LineEditor
            key={line.key}
            line={line}
            name={`line ${index + 1} of bundle ${letter}`}
            problems={{ ...refused[line.key], ...problems.lines[option.key]?.[line.key] }}
            isStrict={isStrict}
            suggestions={suggestions}
            suggestionsId={listId}
            elsewhere={elsewhereOf(line, option, state.workbench)}
            onChange={(changed) => state.changeLine(option, line.key, changed)}
            onRemove={option.lines.length > 1 ? () => state.removeLine(option, line.key) : null}
          />
        ))}
        <div className="flex flex-wrap gap-2 px-4 py-3">
          <Button size="small" onClick={() => state.addLine(option)}>
            <Icon of={Plus} size={14} />
            Add a line
          </Button>
          {options.length > 1 && (
            <Button size="small" variant="quiet" onClick={() => state.removeOption(option.key)}>
              Remove bundle <Letter>{letter}</Letter>
            </Button>
          )}
        </div>
        {children}
      </div>
    </Card>
  )
}

const count = (lines: number) => (lines === 1 ? '1 line' : `${lines} lines`)

/** A subscription takes one action in a request, so options with the same one travel apart (service-interface, rule 1). */
function elsewhereOf(line: Line, own: Option, { options }: Workbench): string | null {
  if (line.action === 'purchase' || line.subscription === '') return null
  const others = options.flatMap((option, index) =>
    option !== own && option.lines.some((each) => each.action !== 'purchase' && each.subscription === line.subscription)
      ? [letterOf(index)]
      : [],
  )
  if (others.length === 0) return null
  const who = others.length === 1 ? `Bundle ${others[0]} acts` : `Bundles ${others.join(', ')} act`
  return `${who} on this subscription too, so we request each price separately.`
}
