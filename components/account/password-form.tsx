'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { changePassword } from '@/lib/client/own-account'
import { passwordLength } from '@/lib/password-length'
import { ServiceProblem } from '@/lib/problem'

type Values = { current: string; password: string }
type Props = {
  /** For the browser's own keeper of passwords. */
  email: string
  /** What the password there is now is called. */
  currentLabel: string
  large?: boolean
  onChanged: () => void
}

/** The password there is, and another. It is shown on demand instead of being typed twice. */
export function PasswordForm({ email, currentLabel, large = false, onChanged }: Props) {
  const [trouble, setTrouble] = useState<string | null>(null)
  const [shown, setShown] = useState(false)
  const { register, handleSubmit, setError, reset, formState } = useForm<Values>({ defaultValues: { current: '', password: '' } })
  const { errors, isSubmitting } = formState
  const size = large ? 'large' : undefined
  const type = shown ? 'text' : 'password'

  const submit = handleSubmit(async (values) => {
    setTrouble(null)
    try {
      await changePassword(values)
      reset()
      onChanged()
    } catch (cause) {
      const { fields, detail } = cause instanceof ServiceProblem ? cause.problem : { fields: [], detail: String(cause) }
      for (const { field, title } of fields)
        if (field === 'current' || field === 'password') setError(field, { message: title }, { shouldFocus: true })
      if (fields.length === 0) setTrouble(detail)
    }
  })

  return (
    <form method="post" noValidate onSubmit={isSubmitting ? (event) => event.preventDefault() : submit} className="grid gap-4">
      {trouble !== null && (
        <Notice kind="declined" role="alert">
          {trouble}
        </Notice>
      )}
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <Field label={currentLabel} error={errors.current?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('current', { required: 'Type your password' })}
            {...{ type, size, autoFocus: large }}
            autoComplete="current-password"
          />
        )}
      </Field>
      <Field
        label="New password"
        hint={`${passwordLength.least} to ${passwordLength.most} characters. Four words that have nothing to do with each other do well.`}
        error={errors.password?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...register('password', { required: 'Type a new password' })}
            {...{ type, size }}
            autoComplete="new-password"
          />
        )}
      </Field>
      <label className="flex items-center gap-2 justify-self-start text-table max-sm:min-h-10">
        <input type="checkbox" checked={shown} onChange={() => setShown(!shown)} className="size-4 accent-accent" />
        Show what is typed
      </label>
      <Button type="submit" variant="primary" size={size} aria-disabled={isSubmitting || undefined}>
        {isSubmitting ? 'Changing…' : 'Change password'}
      </Button>
    </form>
  )
}
