import type { Metadata } from 'next'
import { LonePage } from '@/components/shell/lone-page'
import { SignIn } from '@/components/shell/sign-in'
import { ownPath } from '@/lib/own-path'

export const metadata: Metadata = { title: 'Sign in' }

type Props = { searchParams: Promise<{ callbackUrl?: string | string[]; reason?: string | string[] }> }

export default async function SignInPage({ searchParams }: Props) {
  const { callbackUrl, reason } = await searchParams
  return (
    <LonePage foot="Everything done to a buyer is written to the journal.">
      <SignIn callbackUrl={ownPath(callbackUrl)} reason={typeof reason === 'string' ? reason : undefined} />
    </LonePage>
  )
}
