import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { FirstPassword } from '@/components/account/first-password'
import { LonePage } from '@/components/shell/lone-page'
import { Stub } from '@/components/shell/stub'
import { ownPath } from '@/lib/core/own-path'
import { signedInPerson } from '@/lib/people/server/page-person'

export const metadata: Metadata = { title: 'Choose a password' }

type Props = { searchParams: Promise<{ callbackUrl?: string | string[] }> }

export default async function NewPasswordPage({ searchParams }: Props) {
  const { email, passwordDue } = await signedInPerson()
  const callbackUrl = ownPath((await searchParams).callbackUrl)
  if (!passwordDue) redirect(callbackUrl)
  return (
    <LonePage foot="Every action on a buyer is recorded in the journal.">
      <Stub>
        <FirstPassword email={email} callbackUrl={callbackUrl} />
      </Stub>
    </LonePage>
  )
}
