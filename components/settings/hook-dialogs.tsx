'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Select } from '@/components/ui/select'
import { SendingButton } from '@/components/ui/sending-button'
import { useActionIds } from '@/lib/client/use-action-ids'
import { ServiceProblem } from '@/lib/core/problem'
import { describeProblem } from '@/lib/core/problem-words'
import { changeHook, createHook, removeHook } from '@/lib/notices/client/hook-requests'
import type { Hook, HookFormat } from '@/lib/notices/hook'
import { kindLabels, type NoticeKind, noticeKinds } from '@/lib/notices/notice'
import { usePasskey } from '@/lib/signatures/client/use-passkey'
import type { HookMerchants } from './hooks-view'

type Values = { name: string; url: string; format: HookFormat; kinds: NoticeKind[]; accounts: string[] }
type Props = { hook: Hook | null; merchants: HookMerchants; onClose: () => void }

/** A new hook, whose secret is shown once, or another name, address or choice of kinds for one. */
export function HookDialog({ hook, merchants, onClose }: Props) {
  const queryClient = useQueryClient()
  const form = useForm<Values>({
    defaultValues: {
      name: hook?.name ?? '',
      url: '',
      format: hook?.format ?? 'json',
      kinds: hook?.kinds ?? [...noticeKinds],
      accounts: [...(hook?.accounts ?? merchants.map(({ code }) => code))],
    },
  })
  const once = useActionIds()
  const passkey = usePasskey('hook')
  const save = useMutation({
    mutationFn: ({ url, accounts, ...values }: Values) => {
      const wanted = { ...values, accounts: accounts.length === merchants.length ? null : accounts }
      return once(
        async (actionId) => {
          if (hook === null) return (await createHook(actionId, { ...wanted, url })).data.secret
          await changeHook(actionId, hook.id, url === '' ? wanted : { ...wanted, url })
          return null
        },
        JSON.stringify([wanted, url]),
      )
    },
    onSuccess: (secret) => {
      void queryClient.invalidateQueries({ queryKey: ['hooks'] })
      if (secret === null) onClose()
    },
  })
  const submit = form.handleSubmit((values) => save.mutate(values))
  const refused = (field: string) =>
    save.error instanceof ServiceProblem ? save.error.problem.fields.find((each) => each.field === field)?.title : undefined
  if (save.data) return <SecretShown secret={save.data} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={save.isPending}
      title={hook === null ? 'Create hook' : 'Change hook'}
      subtitle={hook === null ? 'Each delivery is signed. You see the secret once.' : hook.name}
      footer={
        <>
          <Button onClick={onClose}>Back</Button>
          <SendingButton variant="primary" sending={save.isPending} disabledBecause={passkey.missing} onClick={submit}>
            {passkey.says(hook === null ? 'Create hook' : 'Save hook')}
          </SendingButton>
        </>
      }
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <HookFields form={form} hook={hook} merchants={merchants} refused={refused} />
        <button type="submit" hidden />
      </form>
      {save.error && <ProblemNotice {...describeProblem(save.error)} />}
    </Dialog>
  )
}

type FieldsProps = Omit<Props, 'onClose'> & { form: UseFormReturn<Values>; refused: (field: string) => string | undefined }

function HookFields({ form, hook, merchants, refused }: FieldsProps) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <Field label="Name" error={errors.name?.message ?? refused('name')}>
        {(control) => <Input {...control} {...register('name', { required: 'Enter a name' })} autoComplete="off" />}
      </Field>
      <Field
        label="Address"
        hint={hook === null ? 'An https address on a host that HOOK_HOSTS lists.' : `Now ${hook.url}. Leave it empty to keep it.`}
        error={errors.url?.message ?? refused('url')}
      >
        {(control) => (
          <Input
            {...control}
            {...register('url', { required: hook === null && 'Enter an https address' })}
            inputMode="url"
            autoComplete="off"
          />
        )}
      </Field>
      <Field label="Format">
        {(control) => (
          <Select {...control} {...register('format')}>
            <option value="json">JSON</option>
            <option value="slack">Slack or compatible</option>
          </Select>
        )}
      </Field>
      <Choices
        legend="Kinds"
        error={errors.kinds?.message}
        options={noticeKinds.map((kind) => [kind, kindLabels[kind]])}
        field={register('kinds', { required: 'Choose at least one kind' })}
      />
      {merchants.length > 1 && (
        <Choices
          legend="Merchant accounts"
          error={errors.accounts?.message ?? refused('accounts')}
          options={merchants.map(({ code, name }) => [code, name])}
          field={register('accounts', { required: 'Choose at least one merchant account' })}
        />
      )}
    </>
  )
}

type ChoicesProps = {
  legend: string
  error: string | undefined
  options: readonly (readonly [string, string])[]
  field: object
}

const Choices = ({ legend, error, options, field }: ChoicesProps) => (
  <fieldset className="grid gap-1.5">
    <legend className="mb-1 font-medium text-table">{legend}</legend>
    <div className="grid gap-1.5 sm:grid-cols-2">
      {options.map(([value, words]) => (
        <label key={value} className="flex items-center gap-2 text-table max-sm:min-h-10">
          <input type="checkbox" value={value} {...field} className="size-4 flex-none accent-accent" /> {words}
        </label>
      ))}
    </div>
    {error !== undefined && <p className="font-medium text-danger text-meta">{error}</p>}
  </fieldset>
)

const SecretShown = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={onClose}
    busy
    title="Hook created"
    footer={
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <Notice kind="deferred" role="status">
      Give this secret to the receiver now. You can’t see it again after you close this.
    </Notice>
    <div className="flex flex-wrap items-center gap-3 rounded-card border bg-sunken px-4 py-3">
      <code className="min-w-0 flex-auto font-mono text-body wrap-anywhere">{secret}</code>
      <CopyButton text={secret} label="Copy secret" variant="default" size="small" />
    </div>
  </Dialog>
)

/** Asks once more, because a removed hook can't be brought back. */
export function RemoveHookDialog({ hook: { id, name }, onClose }: { hook: Hook; onClose: () => void }) {
  const queryClient = useQueryClient()
  const once = useActionIds()
  const remove = useMutation({
    mutationFn: () => once((actionId) => removeHook(actionId, id)),
    onSuccess: (hooks) => {
      queryClient.setQueryData(['hooks'], hooks)
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={remove.isPending}
      title="Remove hook"
      subtitle={name}
      footer={
        <>
          <Button onClick={onClose}>Back</Button>
          <SendingButton variant="danger" sending={remove.isPending} onClick={() => remove.mutate()}>
            Remove
          </SendingButton>
        </>
      }
    >
      <p>Nothing more is sent to this address, and what waits is given up. To send there again, create another hook.</p>
      {remove.error && <ProblemNotice {...describeProblem(remove.error)} />}
    </Dialog>
  )
}
