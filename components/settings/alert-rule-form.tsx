'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import {
  type AlertRole,
  type AlertRule,
  type AlertSource,
  alertRoles,
  alertSources,
  describeSource,
  describeSpan,
  formatDuration,
  quietChoices,
  type RuleToSave,
  windowsOf,
  wrongIn,
} from '@/lib/alerts/alert-rule'

type Props = { editing: AlertRule | null; isSaving: boolean; onSave: (rule: RuleToSave) => void; onCancel: () => void }

/** What is typed: numbers as they are written. */
type Typed = Omit<RuleToSave, 'threshold' | 'least'> & { threshold: string; least: string }

const fresh = (source: AlertSource): Typed => ({
  source,
  op: 'atLeast',
  threshold: source === 'declined-share' ? '40' : '1',
  windowMinutes: windowsOf(source)[0] ?? null,
  least: '30',
  quietMinutes: 60,
  roles: [...alertRoles],
  on: true,
})

const typedOf = (rule: AlertRule | null): Typed =>
  rule === null ? fresh('chargebacks') : { ...rule, threshold: `${rule.threshold}`, least: `${rule.least ?? ''}` }

const numberIn = (text: string): number => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : -1)

function ruleOf({ source, op, threshold, windowMinutes, least, quietMinutes, roles, on }: Typed): RuleToSave {
  const number = source === 'silence' ? 1 : numberIn(threshold)
  return {
    source,
    op,
    threshold: number,
    windowMinutes,
    least: source === 'declined-share' ? numberIn(least) : null,
    quietMinutes,
    roles,
    on,
  }
}

/** Who asks to change a rule goes on in the form, which stands below all of them. */
const focusFirst = (form: HTMLFormElement | null) => form?.querySelector<HTMLElement>('input, select')?.focus()

/** What is counted, from how many on, over how long, and for whom. Of a rule that there is, what it counts stays. */
export function AlertRuleForm({ editing, isSaving, onSave, onCancel }: Props) {
  const [typed, setTyped] = useState(() => typedOf(editing))
  const [tried, setTried] = useState(false)
  const rule = ruleOf(typed)
  const wrong = wrongIn(rule)
  const wrongAt = (field: keyof RuleToSave) => (tried ? wrong.find((each) => each.field === field)?.title : undefined)
  const change = (changes: Partial<Typed>) => setTyped({ ...typed, ...changes })

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (wrong.length === 0 && !isSaving) onSave(rule)
  }

  return (
    <form
      ref={editing ? focusFirst : null}
      onSubmit={submit}
      noValidate
      aria-label={editing ? 'Change rule' : 'New rule'}
      className="grid gap-3 px-4 py-3"
    >
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {editing === null && <SourceField source={typed.source} onChange={(source) => setTyped(fresh(source))} />}
        {typed.source !== 'silence' && <Threshold typed={typed} error={wrongAt('threshold')} onChange={change} />}
        {typed.source === 'declined-share' && (
          <Field label="Of at least" error={wrongAt('least')}>
            {(control) => (
              <Input
                {...control}
                size="small"
                inputMode="numeric"
                autoComplete="off"
                value={typed.least}
                onChange={({ target }) => change({ least: target.value })}
              />
            )}
          </Field>
        )}
        <Times typed={typed} onChange={change} />
        <Roles roles={typed.roles} onChange={(roles) => change({ roles })} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" aria-disabled={isSaving}>
          {isSaving ? 'Saving…' : editing ? 'Save rule' : 'Add rule'}
        </Button>
        {editing && (
          <Button size="small" onClick={onCancel}>
            Back
          </Button>
        )}
      </div>
    </form>
  )
}

function SourceField({ source, onChange }: { source: AlertSource; onChange: (source: AlertSource) => void }) {
  return (
    <Field label="What to count">
      {(control) => (
        <Select
          {...control}
          size="small"
          value={source}
          onChange={({ target }) => onChange(alertSources.find((each) => each === target.value) ?? source)}
        >
          {alertSources
            .filter((each) => each !== 'silence')
            .map((each) => (
              <option key={each} value={each}>
                {describeSource(each)}
              </option>
            ))}
        </Select>
      )}
    </Field>
  )
}

type PartProps = { typed: Typed; onChange: (changes: Partial<Typed>) => void }

function Threshold({ typed: { source, op, threshold }, error, onChange }: PartProps & { error: string | undefined }) {
  const label = source === 'declined-share' ? 'Percent or more' : op === 'atMost' ? 'So many or fewer' : 'So many or more'
  return (
    <>
      {source === 'events' && (
        <Field label="Alert when">
          {(control) => (
            <Select
              {...control}
              size="small"
              value={op}
              onChange={({ target }) => onChange({ op: target.value === 'atMost' ? 'atMost' : 'atLeast' })}
            >
              <option value="atLeast">there are many</option>
              <option value="atMost">there are few</option>
            </Select>
          )}
        </Field>
      )}
      <Field label={label} error={error}>
        {(control) => (
          <Input
            {...control}
            size="small"
            inputMode="numeric"
            autoComplete="off"
            value={threshold}
            onChange={({ target }) => onChange({ threshold: target.value })}
          />
        )}
      </Field>
    </>
  )
}

/** Over how long is counted, where there is a choice, and for how long there is no other alert. */
function Times({ typed: { source, windowMinutes, quietMinutes }, onChange }: PartProps) {
  const windows = windowsOf(source)
  const quiet = quietChoices.includes(quietMinutes as never) ? quietChoices : [...quietChoices, quietMinutes]
  return (
    <>
      {windows.length > 0 && (
        <Field label="Over">
          {(control) => (
            <Select
              {...control}
              size="small"
              value={`${windowMinutes}`}
              onChange={({ target }) => onChange({ windowMinutes: Number(target.value) })}
            >
              {windows.map((each) => (
                <option key={each} value={each}>
                  {describeSpan(source, each)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field label="Not again for">
        {(control) => (
          <Select
            {...control}
            size="small"
            value={`${quietMinutes}`}
            onChange={({ target }) => onChange({ quietMinutes: Number(target.value) })}
          >
            {quiet.map((each) => (
              <option key={each} value={each}>
                {formatDuration(each)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  )
}

const forWhom: [words: string, roles: AlertRole[]][] = [
  ['Managers and admins', ['manager', 'admin']],
  ['Managers', ['manager']],
  ['Admins', ['admin']],
]

function Roles({ roles, onChange }: { roles: AlertRole[]; onChange: (roles: AlertRole[]) => void }) {
  return (
    <Field label="For">
      {(control) => (
        <Select
          {...control}
          size="small"
          value={roles.join(' ')}
          onChange={({ target }) => onChange(alertRoles.filter((role) => target.value.split(' ').includes(role)))}
        >
          {forWhom.map(([words, of]) => (
            <option key={words} value={of.join(' ')}>
              {words}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
