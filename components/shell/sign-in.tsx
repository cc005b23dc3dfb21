import { Notice } from '@/components/ui/notice'
import { CompanySignInButton } from './company-sign-in-button'
import { SignInForm } from './sign-in-form'
import { Stub } from './stub'

const reasons = new Map([
  ['idle', 'Nothing was done for a while, so you were signed out. Sign in to go on.'],
  ['expired', 'Your session reached its time limit. Sign in to go on.'],
  ['ended', 'Your session was ended. Sign in to go on.'],
])

type Props = {
  /** A path of ours. */
  callbackUrl: string
  /** Why the last session is over, as the address says it. */
  reason?: string
  /** Whether the company's own sign-in is configured. */
  company?: boolean
}

export function SignIn({ callbackUrl, reason, company = false }: Props) {
  const told = reasons.get(reason ?? '')
  return (
    <Stub>
      <div className="grid gap-4 px-7 pt-6 pb-7">
        <h1 className="font-semibold text-title">Sign in</h1>
        {told && <Notice kind="neutral">{told}</Notice>}
        {company && (
          <>
            <CompanySignInButton callbackUrl={callbackUrl} />
            <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-3 text-meta text-muted before:border-t after:border-t">
              or with a local account
            </div>
          </>
        )}
        <SignInForm callbackUrl={callbackUrl} />
      </div>
    </Stub>
  )
}
