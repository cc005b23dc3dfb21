'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { useAwake } from '@/components/ui/use-awake'
import { ServiceProblem } from '@/lib/core/problem'
import { changePassword } from '@/lib/people/client/own-account'
import { passwordLength } from '@/lib/people/password-length'

type Values = { current: string; password: string }
type Props = {
  /** Username for the browser's password manager. */
  email: string
  /** Label of the field for the current password. */
  currentLabel: string
  large?: boolean
  onChanged: () => void
}

/** Current and new password. The new one can be shown, so it isn't typed twice. */
export function PasswordForm({ email, currentLabel, large = false, onChanged }: Props) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [shown, setShown] = useState(false)
  const { register, handleSubmit, setError, reset, formState } = useForm<Values>({ defaultValues: { current: '', password: '' } })
  const { errors, isSubmitting } = formState
  const isAwake = useAwake() // the browser’s own submit would lose what was typed
  const size = large ? 'large' : undefined
  const type = shown ? 'text' : 'password'

  const submit = handleSubmit(async (values) => {
    setRefusal(null)
    try {
      await changePassword(values)
      reset()
      onChanged()
    } catch (cause) {
      const { fields, detail } = cause instanceof ServiceProblem ? cause.problem : { fields: [], detail: String(cause) }
      for (const { field, title } of fields)
        if (field === 'current' || field === 'password') setError(field, { message: title }, { shouldFocus: true })
      if (fields.length === 0) setRefusal(detail)
    }
  })

  return (
    <form method="post" noValidate onSubmit={isSubmitting ? (event) => event.preventDefault() : submit} className="grid gap-4">
      {refusal !== null && (
        <Notice kind="declined" role="alert">
          {refusal}
        </Notice>
      )}
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <Field label={currentLabel} error={errors.current?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('current', { required: 'Enter your password' })}
            type={type}
            size={size}
            autoFocus={large}
            autoComplete="current-password"
          />
        )}
      </Field>
      <Field
        label="New password"
        hint={`${passwordLength.min} to ${passwordLength.max} characters. Try four unrelated words.`}
        error={errors.password?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...register('password', { required: 'Enter a new password' })}
            type={type}
            size={size}
            autoComplete="new-password"
          />
        )}
      </Field>
      <label className="flex items-center gap-2 justify-self-start text-table max-sm:min-h-10">
        <input type="checkbox" checked={shown} onChange={() => setShown(!shown)} className="size-4 accent-accent" />
        Show password
      </label>
      <fieldset disabled={!isAwake} className="contents">
        <Button type="submit" variant="primary" size={size} aria-disabled={isSubmitting || undefined}>
          {isSubmitting ? 'Changing…' : 'Change password'}
        </Button>
      </fieldset>
    </form>
  )
}
