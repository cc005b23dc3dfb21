'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { Icon } from '@/components/ui/icon'
import { onDemand } from '@/components/ui/late'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { State } from '@/components/ui/state'
import { Time } from '@/components/ui/time'
import { useActionIds } from '@/lib/client/use-action-ids'
import { describeProblem } from '@/lib/core/problem-words'
import { changeHook, hooksQuery } from '@/lib/notices/client/hook-requests'
import type { Hook, Hooks } from '@/lib/notices/hook'
import { kindLabels } from '@/lib/notices/notice'
import { usePasskey } from '@/lib/signatures/client/use-passkey'
import { HookDeliveries } from './hook-deliveries'

const HookDialog = onDemand(() => import('./hook-dialogs').then((file) => file.HookDialog))
const RemoveHookDialog = onDemand(() => import('./hook-dialogs').then((file) => file.RemoveHookDialog))

export type HookMerchants = readonly { code: string; name: string }[]
type Open = { what: 'new' } | { what: 'change' | 'remove'; hook: Hook }

/** The addresses that are told of what people are told of: where, of what, how it goes, and what was given up. */
export function HooksView({ initial, merchants }: { initial: Hooks; merchants: HookMerchants }) {
  const { data } = useQuery(hooksQuery(initial))
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const { hosts } = data.meta
  return (
    <>
      {hosts.length === 0 && (
        <Notice kind="neutral">
          Hooks are off because the server was started without <code className="font-mono">HOOK_HOSTS</code>.
        </Notice>
      )}
      <Card aria-labelledby="hooks">
        <CardHead title="Hooks" id="hooks" count={data.data.length}>
          {hosts.length > 0 && (
            <Button size="small" onClick={() => setOpen({ what: 'new' })}>
              <Icon of={Plus} size={14} />
              Create hook
            </Button>
          )}
        </CardHead>
        {data.data.length === 0 ? (
          <p className="px-4 py-3 text-muted text-table">
            Hooks appear here. Each posts notifications to an address, such as a channel of your chat.
          </p>
        ) : (
          <ul className="divide-y">
            {data.data.map((hook) => (
              <HookRow key={hook.id} hook={hook} merchants={merchants} onOpen={(what) => setOpen({ what, hook })} />
            ))}
          </ul>
        )}
        <CardFoot>
          A hook gets the words, the merchant account and a link. It never gets a personal value or an amount.
          {hosts.length > 0 && ` Allowed hosts: ${hosts.join(', ')}.`}
        </CardFoot>
      </Card>
      {open?.what === 'new' && <HookDialog hook={null} merchants={merchants} onClose={close} />}
      {open?.what === 'change' && <HookDialog hook={open.hook} merchants={merchants} onClose={close} />}
      {open?.what === 'remove' && <RemoveHookDialog hook={open.hook} onClose={close} />}
    </>
  )
}

type RowProps = { hook: Hook; merchants: HookMerchants; onOpen: (what: 'change' | 'remove') => void }

function HookRow({ hook, merchants, onOpen }: RowProps) {
  const { id, name, url, format, kinds, accounts, on } = hook
  const queryClient = useQueryClient()
  const once = useActionIds()
  const turn = useMutation({
    mutationFn: () => once((actionId) => changeHook(actionId, id, { on: !on }), String(!on)),
    onSuccess: (hooks) => queryClient.setQueryData(['hooks'], hooks),
  })
  const passkey = usePasskey('hook')
  const nameOf = (code: string) => merchants.find((each) => each.code === code)?.name ?? code
  return (
    <li className="grid gap-1 px-4 py-2.5 text-table">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="min-w-0 font-medium wrap-anywhere">{name}</b>
        <HookState hook={hook} />
        <span className="ml-auto flex flex-wrap gap-1.5">
          <Button
            size="tiny"
            aria-label={`Turn ${on ? 'off' : 'on'} ${name}`}
            aria-busy={turn.isPending}
            onClick={() => turn.mutate()}
          >
            {on ? 'Turn off' : passkey.says('Turn on')}
          </Button>
          <Button size="tiny" aria-label={`Change ${name}`} onClick={() => onOpen('change')}>
            Change
          </Button>
          <Button size="tiny" aria-label={`Remove ${name}`} onClick={() => onOpen('remove')}>
            Remove
          </Button>
        </span>
      </div>
      <p className="text-meta text-muted wrap-anywhere">
        <span className="font-mono">{url}</span>, {format === 'slack' ? 'as for Slack' : 'as JSON'},{' '}
        {accounts === null ? 'all merchant accounts' : accounts.map(nameOf).join(', ')}
      </p>
      <p className="text-meta text-muted">{kinds.map((kind) => kindLabels[kind]).join(' · ')}</p>
      {turn.error && <ProblemNotice {...describeProblem(turn.error)} />}
      <HookDeliveries hook={hook} />
    </li>
  )
}

/** How it goes: what failed is said with since when, and when it's tried again. */
function HookState({ hook: { on, offWhy, failedSince, nextAt, lastAt, lastStatus, givenUp } }: { hook: Hook }) {
  if (!on)
    return (
      <State kind={offWhy === null ? 'neutral' : 'declined'}>
        {offWhy === null ? 'Off' : `Off. ${offWhy}`}
        {givenUp > 0 && `, ${givenUp} given up`}
      </State>
    )
  if (failedSince !== null)
    return (
      <State kind="unconfirmed">
        Failing since <Time at={failedSince} /> ({lastStatus})
        {nextAt !== null && (
          <>
            , next try <Time at={nextAt} />
          </>
        )}
      </State>
    )
  return (
    <State kind={givenUp > 0 ? 'unconfirmed' : lastAt === null ? 'neutral' : 'settled'}>
      {lastAt === null ? (
        'Nothing sent yet'
      ) : (
        <>
          Last sent <Time at={lastAt} />
        </>
      )}
      {givenUp > 0 && `, ${givenUp} given up`}
    </State>
  )
}
