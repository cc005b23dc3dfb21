'use client'

import { useMutation } from '@tanstack/react-query'
import { Lock, Plus } from 'lucide'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { onDemand } from '@/components/ui/late'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Time } from '@/components/ui/time'
import { useFocusStays } from '@/components/ui/use-focus-stays'
import { useActionIds } from '@/lib/client/use-action-ids'
import { describeProblem } from '@/lib/core/problem-words'
import { needsRole } from '@/lib/core/roles'
import { createAddress } from '@/lib/events/client/events-requests'
import type { AddressShown, EventsOverview } from '@/lib/events/overview'
import { usePasskey } from '@/lib/signatures/client/use-passkey'
import type { MerchantOfEvents } from './events-view'

const NewAddressDialog = onDemand(() => import('./event-address-dialogs').then((file) => file.NewAddressDialog))
const RevokeAddressDialog = onDemand(() => import('./event-address-dialogs').then((file) => file.RevokeAddressDialog))

type Props = { overview: EventsOverview; merchant: MerchantOfEvents; mayChange: boolean; onChanged: () => void }

const maxAddresses = 2

/** Where the service may post to. A secret is shown once, when it is made. */
export function EventAddresses({ overview: { address, addresses }, merchant, mayChange, onChanged }: Props) {
  const staying = useFocusStays()
  const [revoking, setRevoking] = useState<AddressShown | null>(null)
  const once = useActionIds()
  const passkey = usePasskey('event-address')
  const create = useMutation({
    mutationFn: () => once((actionId) => createAddress(merchant.code, actionId)),
    onSuccess: onChanged,
  })
  const isFull = addresses.length >= maxAddresses
  const refused = mayChange ? (isFull ? 'Revoke one first. Two are the most.' : undefined) : needsRole('settings')
  return (
    <section aria-labelledby="event-addresses" {...staying}>
      <h3
        id="event-addresses"
        className="flex min-h-8 items-center justify-between gap-3 border-b bg-sunken px-4 font-medium text-meta text-muted"
      >
        Addresses
        <span className="font-normal max-sm:hidden">two at most, so that one can be changed without a gap</span>
      </h3>
      <ul className="divide-y border-b text-table">
        {addresses.map((each) => (
          <li key={each.id} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
            <span className="text-muted">
              <Icon of={Lock} size={14} />
            </span>
            <span className="min-w-0 font-mono text-meta wrap-anywhere">
              {address}••••{each.tail}
            </span>
            <span className="ml-auto text-meta text-muted">
              by {each.madeBy}, <Time at={each.madeAt} align="end" />
              {each.lastUsedAt === null ? ', not used yet' : ''}
            </span>
            <Button
              size="tiny"
              aria-label={`Revoke the address that ends in ${each.tail}`}
              disabledBecause={mayChange ? undefined : needsRole('settings')}
              tipPlace={{ align: 'end' }}
              onClick={() => setRevoking(each)}
            >
              Revoke
            </Button>
          </li>
        ))}
        <li className="flex min-h-11 flex-wrap items-center gap-3 px-4 py-2">
          <span className="text-muted">Each is shown once, when it’s created.</span>
          <Button
            size="small"
            className="ml-auto"
            disabledBecause={refused ?? passkey.missing}
            aria-disabled={create.isPending}
            tipPlace={{ align: 'end' }}
            onClick={() => !create.isPending && create.mutate()}
          >
            <Icon of={Plus} size={14} />
            {passkey.says('Create address')}
          </Button>
        </li>
      </ul>
      {create.error && <ProblemNotice {...describeProblem(create.error)} className="m-3" />}
      {create.data && <NewAddressDialog made={create.data} onClose={() => create.reset()} />}
      {revoking && (
        <RevokeAddressDialog address={revoking} merchant={merchant.code} onDone={onChanged} onClose={() => setRevoking(null)} />
      )}
    </section>
  )
}
