import { Notice } from '@/components/ui/notice'
import { CompanySignInButton } from './company-sign-in-button'
import { SignInForm } from './sign-in-form'
import { Stub } from './stub'

const reasons = new Map([
  ['idle', 'Nothing was done for a while, so you were signed out. Sign in to go on.'],
  ['expired', 'Your session reached its time limit. Sign in to go on.'],
  ['ended', 'Your session was ended. Sign in to go on.'],
])

const errors = new Map([
  ['role', 'Your company account has no role at this desk. Ask an admin to have one given to you, then sign in again.'],
  ['email', 'Your company did not confirm your e-mail address, so you cannot be let in. Ask your company’s help desk.'],
  ['disabled', 'Your account at this desk is disabled. Ask an admin.'],
  ['company', 'The sign-in with your company was not completed. Try again.'],
  ['patience', 'Too many sign-ins from here did not work out. Wait a few minutes, then try again.'],
  ['OAuthSignin', 'Your company’s sign-in does not answer right now. Try again in a moment.'],
])

type Props = {
  /** A path of ours. */
  callbackUrl: string
  /** Why the last session is over, as the address says it. */
  reason?: string
  /** What a sign-in ended in, as the address says it. */
  error?: string
  /** Which ways in are open. */
  company: boolean
  local: boolean
}

export function SignIn({ callbackUrl, reason, error, company, local }: Props) {
  const trouble = errors.get(error ?? '')
  const told = trouble === undefined ? reasons.get(reason ?? '') : undefined
  return (
    <Stub>
      <div className="grid gap-4 px-7 pt-6 pb-7">
        <h1 className="font-semibold text-title">Sign in</h1>
        {trouble && (
          <Notice kind="declined" role="alert">
            {trouble}
          </Notice>
        )}
        {told && <Notice kind="neutral">{told}</Notice>}
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
