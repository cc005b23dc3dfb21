import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { MerchantCard } from '@/components/settings/merchant-card'
import { NeedsRole } from '@/components/settings/needs-role'
import { TitleRow } from '@/components/ui/title-row'
import { may } from '@/lib/core/roles'
import { pagePerson } from '@/lib/people/server/page-person'
import { merchantsHealth } from '@/lib/status/server/merchant-health'

export const metadata: Metadata = { title: 'Merchant accounts' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function MerchantAccountsPage({ searchParams }: Props) {
  const { role } = await pagePerson()
  const given = Object.entries(await searchParams).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  // Links to a sentence of the replies were made while all sections were one page.
  const isOfReplies = given.some(([name]) => name === 'sentence')
  if (may(role, 'editReplies') && (isOfReplies || !may(role, 'settings')))
    redirect(`/settings/replies${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`)
  if (!may(role, 'settings')) return <NeedsRole right="settings" />
  return (
    <>
      <TitleRow title="Merchant accounts" />
      {merchantsHealth().map((merchant, place) => (
        <MerchantCard key={merchant.code} merchant={merchant} isOpen={place === 0} />
      ))}
      <p className="text-meta text-muted">
        Keys are set on the server and never shown. Reads turn off by themselves when the service doesn’t have them.
      </p>
    </>
  )
}
