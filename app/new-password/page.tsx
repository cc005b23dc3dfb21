import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { FirstPassword } from '@/components/account/first-password'
import { LonePage } from '@/components/shell/lone-page'
import { Stub } from '@/components/shell/stub'
import { ownPath } from '@/lib/own-path'
import { signedInPerson } from '@/lib/server/auth/page-person'

export const metadata: Metadata = { title: 'Choose your password' }

type Props = { searchParams: Promise<{ callbackUrl?: string | string[] }> }

export default async function NewPasswordPage({ searchParams }: Props) {
  const { email, passwordDue } = await signedInPerson()
  const callbackUrl = ownPath((await searchParams).callbackUrl)
  if (!passwordDue) redirect(callbackUrl)
  return (
    <LonePage foot="Everything done to a buyer is written to the journal.">
      <Stub>
        <FirstPassword email={email} callbackUrl={callbackUrl} />
      </Stub>
    </LonePage>
  )
}
