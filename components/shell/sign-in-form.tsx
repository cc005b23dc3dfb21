'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { type SignInOutcome, signIn } from '@/lib/client/sign-in'

type Values = { email: string; password: string }

const unreachable = 'The dashboard could not be reached. Is this computer online?'

function sentence(outcome: SignInOutcome): string | null {
  switch (outcome.kind) {
    case 'signedIn':
      return null
    case 'refused':
      return 'E-mail or password is not right.'
    case 'tooMany':
      return `Too many tries. Wait ${outcome.seconds} seconds.`
    case 'unreachable':
      return unreachable
    case 'broken':
      return 'Signing in does not work right now. Try again, or ask an admin.'
  }
}

/** `callbackUrl` is a path of ours; the page has made sure of that. */
export function SignInForm({ callbackUrl }: { callbackUrl: string }) {
  const [trouble, setTrouble] = useState<string | null>(null)
  const { register, handleSubmit, setFocus, formState } = useForm<Values>({ defaultValues: { email: '', password: '' } })
  const { errors, isSubmitting, isSubmitSuccessful } = formState
  const leaving = isSubmitSuccessful && trouble === null

  const submit = handleSubmit(async ({ email, password }) => {
    setTrouble(null)
    const outcome = await signIn(email.trim(), password, callbackUrl)
    if (outcome.kind === 'signedIn') location.assign(callbackUrl)
    if (outcome.kind === 'refused') setFocus('password', { shouldSelect: true })
    setTrouble(sentence(outcome))
  })

  return (
    // Before the script is there the browser would send the form itself: by POST, so that no password gets into an address.
    <form
      method="post"
      noValidate
      onSubmit={isSubmitting || leaving ? (event) => event.preventDefault() : submit}
      className="grid gap-4"
    >
      {trouble !== null && (
        <Notice kind="declined" role="alert">
          {trouble}
        </Notice>
      )}
      <Field label="E-mail" error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('email', { required: 'Type your e-mail' })}
            type="email"
            size="large"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
          />
        )}
      </Field>
      <Field label="Password" error={errors.password?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('password', { required: 'Type your password' })}
            type="password"
            size="large"
            autoComplete="current-password"
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="large" aria-disabled={isSubmitting || leaving || undefined}>
        {isSubmitting || leaving ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  )
}
