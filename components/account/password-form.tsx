'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { useAwake } from '@/components/ui/use-awake'
import { ServiceProblem } from '@/lib/core/problem'
import { changePassword } from '@/lib/people/client/own-account'
import { passwordLength } from '@/lib/people/password-length'

type Name = 'current' | 'password'
type Props = {
  /** Username for the browser's password manager. */
  email: string
  /** Label of the field for the current password. */
  currentLabel: string
  large?: boolean
  onChanged: () => void
}

const asked: Record<Name, string> = { current: 'Enter your password', password: 'Enter a new password' }

/** Current and new password, read from the form itself. The new one can be shown, so it isn't typed twice. */
export function PasswordForm({ email, currentLabel, large = false, onChanged }: Props) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({})
  const [shown, setShown] = useState(false)
  const [isSubmitting, setSubmitting] = useState(false)
  const isAwake = useAwake() // the browser’s own submit would lose what was typed

  /** Says what is wrong at the fields, and puts the focus on the first of them. */
  function refuse(form: HTMLFormElement, wrong: Partial<Record<Name, string>>) {
    setErrors(wrong)
    const [first] = names.filter((name) => wrong[name] !== undefined)
    if (first) inputIn(form, first).focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSubmitting) return
    const form = event.currentTarget
    const values = { current: inputIn(form, 'current').value, password: inputIn(form, 'password').value }
    const missing = names.filter((name) => values[name] === '').map((name) => [name, asked[name]])
    refuse(form, Object.fromEntries(missing))
    if (missing.length > 0) return
    setRefusal(null)
    setSubmitting(true)
    try {
      await changePassword(values)
      for (const name of names) inputIn(form, name).value = ''
      onChanged()
    } catch (cause) {
      const { fields, detail } = cause instanceof ServiceProblem ? cause.problem : { fields: [], detail: String(cause) }
      refuse(form, Object.fromEntries(fields.map(({ field, title }) => [field, title])))
      if (!fields.some(({ field }) => field === 'current' || field === 'password')) setRefusal(detail)
    }
    setSubmitting(false)
  }

  const field = (name: Name) => ({
    name,
    type: shown ? 'text' : 'password',
    size: large ? ('large' as const) : undefined,
    onChange: () => setErrors((before) => ({ ...before, [name]: undefined })),
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      {refusal !== null && (
        <Notice kind="declined" role="alert">
          {refusal}
        </Notice>
      )}
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <Field label={currentLabel} error={errors.current}>
        {(control) => <Input {...control} {...field('current')} autoFocus={large} autoComplete="current-password" />}
      </Field>
      <Field
        label="New password"
        hint={`${passwordLength.min} to ${passwordLength.max} characters. Try four unrelated words.`}
        error={errors.password}
      >
        {(control) => <Input {...control} {...field('password')} autoComplete="new-password" />}
      </Field>
      <label className="flex items-center gap-2 justify-self-start text-table max-sm:min-h-10">
        <input type="checkbox" checked={shown} onChange={() => setShown(!shown)} className="size-4 accent-accent" />
        Show password
      </label>
      <fieldset disabled={!isAwake} className="contents">
        <Button type="submit" variant="primary" size={large ? 'large' : undefined} aria-disabled={isSubmitting || undefined}>
          {isSubmitting ? 'Changing…' : 'Change password'}
        </Button>
      </fieldset>
    </form>
  )
}

const names = ['current', 'password'] as const
const inputIn = (form: HTMLFormElement, name: Name) => form.elements.namedItem(name) as HTMLInputElement
