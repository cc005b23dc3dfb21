'use client'

import { Button } from '@/components/ui/button'
import { signOut } from '@/lib/people/client/sign-out'
import { PasswordForm } from './password-form'

/** The password that somebody was given, made their own before anything else. */
export function FirstPassword({ email, callbackUrl }: { email: string; callbackUrl: string }) {
  return (
    <div className="grid gap-4 px-7 pt-6 pb-7">
      <h1 className="font-semibold text-title">Choose a password</h1>
      <p className="text-muted text-table">You signed in with a one-time password. Choose your own to continue.</p>
      <PasswordForm email={email} currentLabel="One-time password" large onChanged={() => location.assign(callbackUrl)} />
      <Button variant="link" onClick={() => void signOut()}>
        Sign out
      </Button>
    </div>
  )
}
