import { Notice } from '@/components/ui/notice'
import { CompanySignInButton, SignInForm } from './sign-in-form'
import { Stub } from './stub'

const reasons = new Map([
  ['idle', 'You were signed out because you were inactive. Sign in to continue.'],
  ['expired', 'Your session reached its time limit. Sign in to continue.'],
  ['ended', 'Your session was ended. Sign in to continue.'],
])

const errors = new Map([
  ['role', 'Your company account has no Counterfoil role. Ask an admin for one, then sign in again.'],
  ['email', 'Your company hasn’t verified your e-mail address, so you can’t sign in. Ask your company’s help desk.'],
  ['disabled', 'Your Counterfoil account is disabled. Ask an admin.'],
  ['company', 'Company sign-in wasn’t completed. Try again.'],
  ['patience', 'Too many failed sign-ins from this network. Wait a few minutes, then try again.'],
  ['OAuthSignin', 'Your company’s sign-in isn’t responding. Try again in a moment.'],
])

type Props = {
  /** A path of this dashboard. */
  callbackUrl: string
  /** Why the last session ended, from the address. */
  reason?: string
  /** Why a sign-in failed, from the address. */
  error?: string
  /** Which ways to sign in are enabled. */
  company: boolean
  local: boolean
}

export function SignIn({ callbackUrl, reason, error, company, local }: Props) {
  const errorText = errors.get(error ?? '')
  const reasonText = errorText === undefined ? reasons.get(reason ?? '') : undefined
  return (
    <Stub>
      <div className="grid gap-4 px-7 pt-6 pb-7">
        <h1 className="font-semibold text-title">Sign in</h1>
        {errorText && (
          <Notice kind="declined" role="alert">
            {errorText}
          </Notice>
        )}
        {reasonText && <Notice kind="neutral">{reasonText}</Notice>}
        {company && <CompanySignInButton callbackUrl={callbackUrl} primary={!local} />}
        {company && local && (
          <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-3 text-meta text-muted before:border-t after:border-t">
            or with a local account
          </div>
        )}
        {local && <SignInForm callbackUrl={callbackUrl} />}
      </div>
    </Stub>
  )
}
