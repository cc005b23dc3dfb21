'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Select } from '@/components/ui/select'
import { useActionIds } from '@/lib/client/use-action-ids'
import { describeProblem } from '@/lib/core/problem-words'
import { needsRole } from '@/lib/core/roles'
import { saveSettings } from '@/lib/events/client/events-requests'
import type { EventsOverview } from '@/lib/events/overview'
import type { EventSettings } from '@/lib/events/settings'
import type { MerchantOfEvents } from './events-view'

type Props = { overview: EventsOverview; merchant: MerchantOfEvents; mayChange: boolean; onChanged: () => void }

const typedOf = ({ from, settles }: EventSettings) => ({ from: from.join(', '), settles })

/** From where events may come, and whether they settle what is unconfirmed. */
export function EventSettingsForm({ overview: { settings }, merchant, mayChange, onChanged }: Props) {
  const [typed, setTyped] = useState(() => typedOf(settings))
  const once = useActionIds()
  const from = typed.from.split(/[\s,]+/).filter((each) => each !== '')
  const save = useMutation({
    mutationFn: () => once((actionId) => saveSettings(merchant.code, actionId, { from, settles: typed.settles })),
    onSuccess: (saved) => {
      setTyped(typedOf(saved.settings))
      onChanged()
    },
  })
  const isChanged = JSON.stringify({ from, settles: typed.settles }) !== JSON.stringify(settings)
  const wrong = save.error?.problem?.fields.find(({ field }) => field.startsWith('from'))?.title
  const refused = mayChange ? (isChanged ? undefined : 'No changes to save') : needsRole('settings')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (refused === undefined && !save.isPending) save.mutate()
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Trust">
      <h3 className="flex min-h-8 items-center border-b bg-sunken px-4 font-medium text-meta text-muted">Trust</h3>
      <div className="grid gap-4 px-4 py-3 md:grid-cols-2">
        <Field
          label="Only from"
          hint="Addresses or ranges, separated by commas. Others get 404, as with a wrong address."
          error={wrong}
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              placeholder="anyone"
              readOnly={!mayChange}
              value={typed.from}
              onChange={(event) => setTyped({ ...typed, from: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Settle unconfirmed actions"
          hint="An event alone settles nothing. Together with a read that shows the change, it settles an action as applied, never as not applied."
        >
          {(control) => (
            <Select
              {...control}
              disabled={!mayChange}
              value={typed.settles}
              onChange={(event) => setTyped({ ...typed, settles: event.target.value as EventSettings['settles'] })}
            >
              <option value="read">With an event and a read</option>
              <option value="never">Never</option>
            </Select>
          )}
        </Field>
        <div className="flex flex-wrap items-center gap-2 md:col-span-2">
          <Button type="submit" size="small" disabledBecause={refused} tipPlace={{ align: 'start' }}>
            {save.isPending ? 'Saving…' : 'Save'}
          </Button>
          <span role="status" className="text-meta text-muted">
            {save.isSuccess && !isChanged ? 'Saved' : ''}
          </span>
        </div>
        {save.error && wrong === undefined && <ProblemNotice {...describeProblem(save.error)} className="md:col-span-2" />}
      </div>
    </form>
  )
}
