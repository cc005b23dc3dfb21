'use client'

import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { useActionIds } from '@/lib/client/use-action-ids'
import { ServiceProblem } from '@/lib/core/problem'
import { describeProblem } from '@/lib/core/problem-words'
import type { Role } from '@/lib/core/roles'
import { addPerson, type PeopleAfter } from '@/lib/people/client/people'
import { usePasskey } from '@/lib/signatures/client/use-passkey'
import { OneTimePasswordNotice, RoleField } from './person-dialog-parts'

type Values = { name: string; email: string; role: Role }
type Props = { onDone: (after: PeopleAfter) => void; onClose: () => void }

/** A local account for somebody, and the password to hand over. */
export function AddPersonDialog({ onDone, onClose }: Props) {
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    defaultValues: { name: '', email: '', role: 'agent' },
  })
  const { errors } = formState
  const once = useActionIds()
  const passkey = usePasskey('role-change')
  const add = useMutation({
    mutationFn: (values: Values) => once((actionId) => addPerson(actionId, values)),
    onSuccess: onDone,
    onError: (cause) => {
      const fields = cause instanceof ServiceProblem ? cause.problem.fields : []
      for (const { field, title } of fields) setError(field as keyof Values, { message: title }, { shouldFocus: true })
    },
  })
  const submit = handleSubmit((values) => add.mutate(values))
  const password = add.data?.password
  const elsewhere = add.error && !(add.error instanceof ServiceProblem && add.error.problem.fields.length > 0)

  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={add.isPending || password !== undefined}
      title="Add a person"
      subtitle="Creates a local account. People who use company sign-in are added automatically."
      footer={
        password === undefined ? (
          <>
            <Button onClick={onClose}>Back</Button>
            <SendingButton variant="primary" sending={add.isPending} disabledBecause={passkey.missing} onClick={submit}>
              {passkey.says('Add person')}
            </SendingButton>
          </>
        ) : (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        )
      }
    >
      {password === undefined ? (
        <form onSubmit={submit} noValidate className="grid gap-4">
          <Field label="Name" hint="Shown to colleagues and in the journal." error={errors.name?.message}>
            {(control) => <Input {...control} {...register('name', { required: 'Enter a name' })} autoComplete="off" />}
          </Field>
          <Field label="E-mail" hint="Used to sign in." error={errors.email?.message}>
            {(control) => (
              <Input
                {...control}
                {...register('email', { required: 'Enter an e-mail address' })}
                type="email"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
          <RoleField {...register('role')} error={errors.role?.message} />
          <button type="submit" hidden />
        </form>
      ) : (
        <OneTimePasswordNotice password={password} name={add.variables?.name ?? ''} />
      )}
      {elsewhere && <ProblemNotice {...describeProblem(add.error)} />}
    </Dialog>
  )
}
