'use client'

import { Plus } from 'lucide'
import { useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { Drawer } from '@/components/ui/drawer'
import { Field } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { Input } from '@/components/ui/input'
import { isPriceable, type LineProblems, type WorkbenchProblems } from '@/lib/prices/line-problems'
import { optionTitle } from '@/lib/prices/option-words'
import { type Line, letterOf, type Option, type Workbench } from '@/lib/prices/workbench'
import { Letter } from './letter'
import { LineEditor } from './line-editor'
import type { Suggestions } from './use-suggestions'
import type { WorkbenchState } from './use-workbench'

type Props = {
  state: WorkbenchState
  option: Option
  problems: WorkbenchProblems
  /** What the service refused, by line. */
  refused: Record<string, LineProblems>
  suggestions: Suggestions
  /** Opens another option in its place. */
  onOpen: (key: string) => void
  onClose: () => void
}

const listId = 'price-products'

/** An option with its lines. What is typed is priced at once, so there is nothing to save. */
export function OptionDrawer({ state, option, problems, refused, suggestions, onOpen, onClose }: Props) {
  const { workbench } = state
  const letter = letterOf(workbench.options.indexOf(option))
  useEffect(() => {
    document.querySelector<HTMLElement>(`[data-option="${option.key}"] [data-first]`)?.focus()
  }, [option.key])
  return (
    <Drawer
      title={
        <>
          <span className="sr-only">Edit option {letter}: </span>
          {optionTitle(option, suggestions.nameOf)}
        </>
      }
      mark={<Letter>{letter}</Letter>}
      onClose={onClose}
      footer={<Foot state={state} option={option} onOpen={onOpen} onClose={onClose} />}
    >
      <div key={option.key} data-option={option.key} className="divide-y">
        <datalist id={listId}>
          {suggestions.products.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </datalist>
        {option.lines.map((line, index) => (
          <LineEditor
            key={line.key}
            line={line}
            name={`line ${index + 1} of option ${letter}`}
            problems={{ ...refused[line.key], ...problems.lines[option.key]?.[line.key] }}
            common={workbench.discount}
            suggestions={suggestions}
            suggestionsId={listId}
            elsewhere={elsewhereOf(line, option, workbench)}
            onChange={(changed) => state.changeLine(option, line.key, changed)}
            onRemove={option.lines.length > 1 ? () => state.removeLine(option, line.key) : null}
          />
        ))}
        <OfOption state={state} option={option} problem={problems.names[option.key]} suggestions={suggestions} onOpen={onOpen} />
      </div>
      <p role="status" className="px-5 pb-4 text-meta text-muted max-sm:px-4">
        {isPriceable(option, workbench) ? 'Prices follow as you type.' : 'This option is priced once every field has a value.'}
      </p>
    </Drawer>
  )
}

function Foot({ state, option, onOpen, onClose }: Pick<Props, 'state' | 'option' | 'onOpen' | 'onClose'>) {
  const remove = () => {
    onClose()
    state.removeOption(option.key)
  }
  return (
    <>
      {state.workbench.options.length > 1 && (
        <Button variant="danger-quiet" onClick={remove}>
          Remove
        </Button>
      )}
      <span className="ml-auto flex gap-2">
        <Button onClick={() => onOpen(state.addOption())}>Add another option</Button>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </span>
    </>
  )
}

type OfOptionProps = Pick<Props, 'state' | 'option' | 'suggestions' | 'onOpen'> & { problem: string | undefined }

/** What belongs to the option as a whole. */
function OfOption({ state, option, problem, suggestions, onOpen }: OfOptionProps) {
  const { baseline } = state.workbench
  return (
    <div className="grid gap-4 px-5 py-4 max-sm:px-4">
      <span className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => state.addLine(option)}>
          <Icon of={Plus} size={14} />
          Add a product to this option
        </Button>
        <Button size="small" variant="quiet" onClick={() => onOpen(state.addOption(option))}>
          Duplicate option
        </Button>
      </span>
      <Field label="Name on the offer" aside="optional" error={problem}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={60}
            value={option.name}
            placeholder={optionTitle({ ...option, name: '' }, suggestions.nameOf)}
            onChange={(event) => state.changeOption(option.key, { name: event.target.value })}
          />
        )}
      </Field>
      <label className="flex min-h-6 items-center gap-2 text-table max-sm:min-h-10">
        <input
          type="checkbox"
          checked={baseline === option.key}
          onChange={({ target }) => state.set({ baseline: target.checked ? option.key : null })}
          className="size-4 accent-primary"
        />
        Compare the others with this option, not with today
      </label>
    </div>
  )
}

/** A subscription takes one action in a request, so options with the same one travel apart (service-interface, rule 1). */
function elsewhereOf(line: Line, own: Option, { options }: Workbench): string | null {
  if (line.action === 'purchase' || line.subscription === '') return null
  const others = options.flatMap((option, index) =>
    option !== own && option.lines.some((each) => each.action !== 'purchase' && each.subscription === line.subscription)
      ? [letterOf(index)]
      : [],
  )
  if (others.length === 0) return null
  const who = others.length === 1 ? `Option ${others[0]} acts` : `Options ${others.join(', ')} act`
  return `${who} on this subscription too, so we request each price separately.`
}
