'use client'

import { KeyRound } from 'lucide'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { useAwake } from '@/components/ui/use-awake'
import { companySignIn, type SignInOutcome, signIn } from '@/lib/people/client/sign-in'

type Name = 'email' | 'password'

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

const asked: Record<Name, string> = { email: 'Enter your e-mail', password: 'Enter your password' }

/**
 * `callbackUrl` is a path of this dashboard; the page has checked it. The two fields are read from the form itself: everybody who isn't
 * signed in loads this page first, and react-hook-form would be more than all the rest of ours on it.
 */
export function SignInForm({ callbackUrl }: { callbackUrl: string }) {
  const [error, setError] = useState<string | null>(null)
  const [empty, setEmpty] = useState<readonly Name[]>([])
  const [state, setState] = useState<'here' | 'asking' | 'leaving'>('here')
  const isAwake = useAwake()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (state !== 'here') return
    const form = event.currentTarget
    const [email, password] = [inputIn(form, 'email'), inputIn(form, 'password')]
    const left = [email, password].filter(({ value }) => value === '')
    setEmpty(left.map(({ name }) => name as Name))
    if (left[0]) return left[0].focus()
    setError(null)
    setState('asking')
    const outcome = await signIn(email.value.trim(), password.value, callbackUrl)
    if (outcome.kind === 'signedIn') location.assign(callbackUrl)
    if (outcome.kind === 'refused') {
      password.focus()
      password.select()
    }
    setError(sentence(outcome))
    setState(outcome.kind === 'signedIn' ? 'leaving' : 'here')
  }

  const field = (name: Name) => ({
    name,
    size: 'large' as const,
    onChange: () => setEmpty((before) => (before.includes(name) ? before.filter((each) => each !== name) : before)),
  })
  const errorOf = (name: Name) => (empty.includes(name) ? asked[name] : undefined)

  return (
    // Until the script has loaded nothing can be sent; should the browser submit the form itself, POST keeps the password out of the address.
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      {error !== null && (
        <Notice kind="declined" role="alert">
          {error}
        </Notice>
      )}
      <Field label="E-mail" error={errorOf('email')}>
        {(control) => (
          <Input
            {...control}
            {...field('email')}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
          />
        )}
      </Field>
      <Field label="Password" error={errorOf('password')}>
        {(control) => <Input {...control} {...field('password')} type="password" autoComplete="current-password" />}
      </Field>
      <fieldset disabled={!isAwake} className="contents">
        <Button type="submit" variant="primary" size="large" aria-disabled={state !== 'here' || undefined}>
          {state === 'here' ? 'Sign in' : 'Signing in…'}
        </Button>
      </fieldset>
    </form>
  )
}

const inputIn = (form: HTMLFormElement, name: Name) => form.elements.namedItem(name) as HTMLInputElement

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
