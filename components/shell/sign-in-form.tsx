'use client'

import { KeyRound } from 'lucide'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { useAwake } from '@/components/ui/use-awake'
import { companySignIn, type SignInOutcome, signIn } from '@/lib/people/client/sign-in'

type Values = { email: string; password: string }

const unreachable = 'We couldn’t reach the dashboard. Check your internet connection.'

function sentence(outcome: SignInOutcome): string | null {
  switch (outcome.kind) {
    case 'signedIn':
      return null
    case 'refused':
      return 'The e-mail or password is incorrect.'
    case 'tooMany':
      return `Too many attempts. Try again in ${outcome.seconds} seconds.`
    case 'unreachable':
      return unreachable
    case 'unavailable':
      return outcome.detail
    case 'broken':
      return 'You can’t sign in right now. Try again, or ask an admin.'
  }
}

/** `callbackUrl` is a path of this dashboard; the page has checked it. */
export function SignInForm({ callbackUrl }: { callbackUrl: string }) {
  const [error, setError] = useState<string | null>(null)
  const { register, handleSubmit, setFocus, formState } = useForm<Values>({ defaultValues: { email: '', password: '' } })
  const { errors, isSubmitting, isSubmitSuccessful } = formState
  const isAwake = useAwake()
  const leaving = isSubmitSuccessful && error === null

  const submit = handleSubmit(async ({ email, password }) => {
    setError(null)
    const outcome = await signIn(email.trim(), password, callbackUrl)
    if (outcome.kind === 'signedIn') location.assign(callbackUrl)
    if (outcome.kind === 'refused') setFocus('password', { shouldSelect: true })
    setError(sentence(outcome))
  })

  return (
    // Until the script has loaded nothing can be sent; should the browser submit the form itself, POST keeps the password out of the address.
    <form
      method="post"
      noValidate
      onSubmit={isSubmitting || leaving ? (event) => event.preventDefault() : submit}
      className="grid gap-4"
    >
      {error !== null && (
        <Notice kind="declined" role="alert">
          {error}
        </Notice>
      )}
      <Field label="E-mail" error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('email', { required: 'Enter your e-mail' })}
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
            {...register('password', { required: 'Enter your password' })}
            type="password"
            size="large"
            autoComplete="current-password"
          />
        )}
      </Field>
      <fieldset disabled={!isAwake} className="contents">
        <Button type="submit" variant="primary" size="large" aria-disabled={isSubmitting || leaving || undefined}>
          {isSubmitting || leaving ? 'Signing in…' : 'Sign in'}
        </Button>
      </fieldset>
    </form>
  )
}

/** `primary` if it's the only way to sign in. */
export function CompanySignInButton({ callbackUrl, primary = false }: { callbackUrl: string; primary?: boolean }) {
  const [state, setState] = useState<'here' | 'leaving' | 'failed'>('here')
  return (
    <>
      {state === 'failed' && (
        <Notice kind="declined" role="alert">
          We couldn’t reach your company’s sign-in. Try again in a moment.
        </Notice>
      )}
      <Button
        size="large"
        variant={primary ? 'primary' : undefined}
        aria-disabled={state === 'leaving' || undefined}
        onClick={async () => {
          if (state === 'leaving') return
          setState('leaving')
          if (!(await companySignIn(callbackUrl))) setState('failed')
        }}
      >
        <Icon of={KeyRound} />
        Sign in with your company
      </Button>
    </>
  )
}
