import type { Metadata } from 'next'
import { LonePage } from '@/components/shell/lone-page'
import { SignIn } from '@/components/shell/sign-in'
import { ownPath } from '@/lib/core/own-path'
import { env } from '@/lib/platform/env'

export const metadata: Metadata = { title: 'Sign in' }

type SearchParam = string | string[] | undefined
type Props = { searchParams: Promise<Record<'callbackUrl' | 'reason' | 'error', SearchParam>> }

export default async function SignInPage({ searchParams }: Props) {
  const { callbackUrl, reason, error } = await searchParams
  const { OIDC_ISSUER, LOCAL_ACCOUNTS } = env()
  return (
    <LonePage foot="Every action on a buyer is recorded in the journal.">
      <SignIn
        callbackUrl={ownPath(callbackUrl)}
        reason={one(reason)}
        error={one(error)}
        company={OIDC_ISSUER !== undefined}
        local={LOCAL_ACCOUNTS === 'on'}
      />
    </LonePage>
  )
}

const one = (given: SearchParam) => (typeof given === 'string' ? given : undefined)
