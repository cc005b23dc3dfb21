'use client'

import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Select } from '@/components/ui/select'
import { SendingButton } from '@/components/ui/sending-button'
import { createToken } from '@/lib/agents/client/machine-requests'
import { longestDays, type Machines, tokenLimits } from '@/lib/agents/token'
import { useActionIds } from '@/lib/client/use-action-ids'
import { describeProblem } from '@/lib/core/problem-words'
import { usePasskey } from '@/lib/signatures/client/use-passkey'

type Values = {
  name: string
  accountId: string
  merchants: string[]
  scope: 'read' | 'propose'
  days: string
  readsAMinute: string
  proposalsAnHour: string
  waitingMost: string
}
type Props = {
  people: Machines['people']
  merchants: readonly { code: string; name: string }[]
  onMade: () => void
  onClose: () => void
}

const limits = [
  ['readsAMinute', 'Calls a minute'],
  ['proposalsAnHour', 'Proposals an hour'],
  ['waitingMost', 'Proposals waiting at most'],
] as const

/** A token for a machine, shown once. */
export function NewTokenDialog({ people, merchants, onMade, onClose }: Props) {
  const { register, handleSubmit, formState } = useForm<Values>({
    defaultValues: {
      name: '',
      accountId: people[0]?.id ?? '',
      merchants: merchants.slice(0, 1).map(({ code }) => code),
      scope: 'read',
      days: '30',
      readsAMinute: String(tokenLimits.readsAMinute.usual),
      proposalsAnHour: String(tokenLimits.proposalsAnHour.usual),
      waitingMost: String(tokenLimits.waitingMost.usual),
    },
  })
  const { errors } = formState
  const once = useActionIds()
  const create = useMutation({
    mutationFn: ({ name, accountId, merchants: chosen, scope, days, ...more }: Values) =>
      once((actionId) =>
        createToken(actionId, {
          name,
          accountId,
          merchants: chosen,
          scopes: scope === 'read' ? ['read'] : ['read', 'propose'],
          days: Number(days),
          readsAMinute: Number(more.readsAMinute),
          proposalsAnHour: Number(more.proposalsAnHour),
          waitingMost: Number(more.waitingMost),
        }),
      ),
    onSuccess: onMade,
  })
  const passkey = usePasskey('agent-token')
  const submit = handleSubmit((values) => create.mutate(values))
  if (create.data) return <TokenShown token={create.data.token} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={create.isPending}
      title="Create token"
      subtitle="A machine may never do more than the person it works for."
      footer={
        <>
          <Button onClick={onClose}>Back</Button>
          <SendingButton variant="primary" sending={create.isPending} disabledBecause={passkey.missing} onClick={submit}>
            {passkey.says('Create token')}
          </SendingButton>
        </>
      }
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field label="Name" hint="Shown with everything it proposes, such as helpdesk-bot." error={errors.name?.message}>
          {(control) => <Input {...control} {...register('name', { required: 'Enter a name' })} autoComplete="off" />}
        </Field>
        <Field label="For whom">
          {(control) => (
            <Select {...control} {...register('accountId')}>
              {people.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <fieldset className="grid gap-1.5">
          <legend className="mb-1 font-medium text-table">Merchant accounts</legend>
          {merchants.map(({ code, name }) => (
            <label key={code} className="flex items-center gap-2 text-table">
              <input type="checkbox" value={code} {...register('merchants')} className="size-4 flex-none accent-accent" /> {name}
            </label>
          ))}
        </fieldset>
        <Field label="May do">
          {(control) => (
            <Select {...control} {...register('scope')}>
              <option value="read">Read</option>
              <option value="propose">Read and propose</option>
            </Select>
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Days until it expires" hint={`At most ${longestDays}.`}>
            {(control) => <Input {...control} {...register('days')} inputMode="numeric" />}
          </Field>
          {limits.map(([name, label]) => (
            <Field key={name} label={label} hint={`At most ${tokenLimits[name].max}.`}>
              {(control) => <Input {...control} {...register(name)} inputMode="numeric" />}
            </Field>
          ))}
        </div>
        <button type="submit" hidden />
      </form>
      {create.error && <ProblemNotice {...describeProblem(create.error)} />}
    </Dialog>
  )
}

const TokenShown = ({ token, onClose }: { token: string; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={onClose}
    busy
    title="Token created"
    footer={
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <Notice kind="deferred" role="status">
      Give this to the machine now. You can’t see it again after you close this.
    </Notice>
    <div className="flex flex-wrap items-center gap-3 rounded-card border bg-sunken px-4 py-3">
      <code className="min-w-0 flex-auto font-mono text-body wrap-anywhere">{token}</code>
      <CopyButton text={token} label="Copy token" variant="default" size="small" />
    </div>
  </Dialog>
)
