'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { Icon } from '@/components/ui/icon'
import { DialogOnDemand, onDemand } from '@/components/ui/late'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { Time } from '@/components/ui/time'
import { useFocusStays } from '@/components/ui/use-focus-stays'
import { machinesQuery, revokeToken, turnAll } from '@/lib/agents/client/machine-requests'
import type { Machines, MachineToken } from '@/lib/agents/token'
import { useActionIds } from '@/lib/client/use-action-ids'
import { describeProblem } from '@/lib/core/problem-words'

const NewTokenDialog = onDemand(() => import('./new-token-dialog').then((file) => file.NewTokenDialog))

type Merchants = readonly { code: string; name: string }[]

/** The tokens of machines: whom each works for, what it may do, and until when. */
export function MachinesView({ initial, merchants }: { initial: Machines; merchants: Merchants }) {
  const staying = useFocusStays()
  const { data, refetch } = useQuery(machinesQuery(initial))
  const [open, setOpen] = useState<'new' | MachineToken | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      {!data.isOpen && (
        <Notice kind="neutral">
          Machines can’t come in: the server was started with <code className="font-mono">AGENTS=off</code>.
        </Notice>
      )}
      {data.off && <OffNotice off={data.off} />}
      <Card aria-labelledby="machine-tokens" {...staying}>
        <CardHead title="Tokens" id="machine-tokens" count={data.tokens.length}>
          <Button size="small" onClick={() => setOpen('new')}>
            <Icon of={Plus} size={14} />
            Create token
          </Button>
        </CardHead>
        {data.tokens.length === 0 ? (
          <p className="px-4 py-3 text-muted text-table">No machine has a token yet.</p>
        ) : (
          <ul className="divide-y text-table">
            {data.tokens.map((token) => (
              <TokenRow key={token.id} token={token} accounts={merchants} onRevoke={() => setOpen(token)} />
            ))}
          </ul>
        )}
      </Card>
      <p className="text-meta text-muted">
        {data.callsToday} {data.callsToday === 1 ? 'call' : 'calls'} by machines today. Each is written into the journal before
        it’s answered.
      </p>
      {open === 'new' && (
        <NewTokenDialog people={data.people} merchants={merchants} onMade={() => void refetch()} onClose={close} />
      )}
      {open !== null && open !== 'new' && <RevokeTokenDialog token={open} onDone={() => void refetch()} onClose={close} />}
    </>
  )
}

function OffNotice({ off }: { off: NonNullable<Machines['off']> }) {
  const queryClient = useQueryClient()
  const once = useActionIds()
  const turn = useMutation({
    mutationFn: () => once((actionId) => turnAll('on', actionId)),
    onSuccess: () => queryClient.invalidateQueries(),
  })
  return (
    <Notice kind="deferred">
      <p>
        <b className="font-semibold">All machines are turned off.</b> {off.by} did it <Time at={off.at} />.
      </p>
      <SendingButton size="small" className="mt-2" sending={turn.isPending} onClick={() => turn.mutate()}>
        Turn machines on
      </SendingButton>
      {turn.error && <ProblemNotice {...describeProblem(turn.error)} />}
    </Notice>
  )
}

const stateLabels = { live: null, expired: 'expired', revoked: 'revoked', 'person-gone': 'the person can’t sign in' } as const

function TokenRow({ token, accounts, onRevoke }: { token: MachineToken; accounts: Merchants; onRevoke: () => void }) {
  const { name, tail, person, scopes, merchants, state, expiresAt, lastUsedAt, readsAMinute, proposalsAnHour, waitingMost } =
    token
  const words = stateLabels[state]
  const places = merchants.map((code) => accounts.find((account) => account.code === code)?.name ?? code)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2.5">
      <span className="min-w-0">
        <b className="font-medium">{name}</b> <span className="text-muted">for {person}</span>{' '}
        <span className="font-mono text-meta text-muted">cfa_••••{tail}</span>
      </span>
      {words === null ? (
        <Button size="tiny" aria-label={`Revoke the token of ${name} that ends in ${tail}`} onClick={onRevoke}>
          Revoke
        </Button>
      ) : (
        <Badge kind="neutral">{words}</Badge>
      )}
      <span className="col-span-2 text-meta text-muted">
        {scopes.includes('propose') ? 'reads and proposes' : 'reads'} in {places.join(', ')}, {readsAMinute} calls a minute,{' '}
        {proposalsAnHour} proposals an hour, {waitingMost} waiting. Expires <Time at={expiresAt} />,{' '}
        {lastUsedAt === null ? 'not used yet' : 'last used '}
        {lastUsedAt !== null && <Time at={lastUsedAt} />}.
      </span>
    </li>
  )
}

type RevokeProps = { token: MachineToken; onDone: () => void; onClose: () => void }

function RevokeTokenDialog({ token: { id, name, tail }, onDone, onClose }: RevokeProps) {
  const once = useActionIds()
  const revoke = useMutation({
    mutationFn: () => once((actionId) => revokeToken(actionId, id)),
    onSuccess: () => {
      onDone()
      onClose()
    },
  })
  return (
    <DialogOnDemand
      open
      onOpenChange={onClose}
      busy={revoke.isPending}
      title="Revoke token"
      subtitle={`${name}, the one that ends in ${tail}`}
      footer={
        <>
          <Button onClick={onClose}>Back</Button>
          <SendingButton variant="danger" sending={revoke.isPending} onClick={() => revoke.mutate()}>
            Revoke
          </SendingButton>
        </>
      }
    >
      <p>The machine’s next call is refused. What it proposed before can’t be pressed any more, only declined.</p>
      {revoke.error && <ProblemNotice {...describeProblem(revoke.error)} />}
    </DialogOnDemand>
  )
}
