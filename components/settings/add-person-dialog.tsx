'use client'

import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { addPerson, type PeopleAfter } from '@/lib/client/people'
import { ServiceProblem } from '@/lib/problem'
import { problemWords } from '@/lib/problem-words'
import type { Role } from '@/lib/roles'
import { RoleField } from './role-field'
import { ToldOnce } from './told-once'

type Values = { name: string; email: string; role: Role }
type Props = { onDone: (after: PeopleAfter) => void; onClose: () => void }

/** A local account for somebody, and the password to hand over. */
export function AddPersonDialog({ onDone, onClose }: Props) {
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    defaultValues: { name: '', email: '', role: 'agent' },
  })
  const { errors } = formState
  const add = useMutation({
    mutationFn: addPerson,
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
      subtitle="With a local account. Whoever comes through the company’s sign-in is added by that."
      footer={
        password === undefined ? (
          <>
            <Button onClick={onClose}>Back</Button>
            <SendingButton variant="primary" sending={add.isPending} onClick={submit}>
              Add person
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
          <Field label="Name" hint="As colleagues see it, in the journal too." error={errors.name?.message}>
            {(control) => <Input {...control} {...register('name', { required: 'Give a name' })} autoComplete="off" />}
          </Field>
          <Field label="E-mail" hint="They sign in with it." error={errors.email?.message}>
            {(control) => (
              <Input
                {...control}
                {...register('email', { required: 'Give an e-mail address' })}
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
        <ToldOnce password={password} name={add.variables?.name ?? ''} />
      )}
      {elsewhere && <ProblemNotice {...problemWords(add.error)} />}
    </Dialog>
  )
}
