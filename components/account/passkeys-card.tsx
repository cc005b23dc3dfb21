'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { Time } from '@/components/ui/time'
import { newId } from '@/lib/client/new-id'
import { useActionIds } from '@/lib/client/use-action-ids'
import { describeProblem } from '@/lib/core/problem-words'
import { passkeysKey } from '@/lib/operations/query-keys'
import { askAtSignIn, ownPasskeys, removePasskey, useAddPasskey } from '@/lib/people/client/passkeys'
import { maxPasskeys, type OwnPasskeys, type Passkey } from '@/lib/signatures/passkey'

/** The person's passkeys: each may sign in their name, until it's removed. */
export function PasskeysCard({ initial }: { initial: OwnPasskeys }) {
  const queryClient = useQueryClient()
  const once = useActionIds()
  const { data } = useQuery({
    queryKey: passkeysKey,
    queryFn: ({ signal }) => ownPasskeys(signal),
    initialData: initial,
  })
  useFollowedCount(data.passkeys.length)
  const changed = (now: OwnPasskeys) => void queryClient.setQueryData(passkeysKey, now)
  const remove = useMutation({
    mutationFn: (id: string) => once((actionId) => removePasskey(actionId, id), id),
    onSuccess: changed,
  })
  const isStillThere = data.passkeys.some(({ id }) => id === remove.variables)
  return (
    <Card aria-labelledby="passkeys">
      <CardHead title="Passkeys" id="passkeys" count={data.passkeys.length} />
      {data.passkeys.length === 0 ? (
        <p className="px-4 py-3 text-muted text-table">
          {data.isSigning
            ? 'No passkeys yet. Some actions need one, so add yours before you need it.'
            : 'No passkeys yet. A passkey is kept by your device or a security key.'}
        </p>
      ) : (
        <ul className="divide-y">
          {data.passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              removing={remove.isPending && remove.variables === passkey.id}
              onRemove={() => remove.mutate(passkey.id)}
            />
          ))}
        </ul>
      )}
      {remove.error && isStillThere && <ProblemNotice {...describeProblem(remove.error)} className="m-3" />}
      <CardBody className="grid gap-4 border-t">
        {data.lifted && (
          <Notice kind="deferred">
            {data.lifted.by.join(' and ')} removed your passkeys <Time at={data.lifted.at} />. Add a new one.
          </Notice>
        )}
        {data.atSignIn !== null && data.passkeys.length > 0 && <AtSignIn isOn={data.atSignIn} onChanged={changed} />}
        <AddPasskey adding={data.adding} onAdded={changed} />
      </CardBody>
      <CardFoot>
        Your journal entries stay provable after you remove a passkey. If you lose all of them, two admins can remove them
        together.
      </CardFoot>
    </Card>
  )
}

/** Draws the page again when there are more or fewer passkeys, because what other buttons say depends on having one. */
function useFollowedCount(count: number): void {
  const router = useRouter()
  const drawnFor = useRef(count)
  useEffect(() => {
    if (drawnFor.current === count) return
    drawnFor.current = count
    router.refresh()
  }, [count, router])
}

function PasskeyRow({ passkey, removing, onRemove }: { passkey: Passkey; removing: boolean; onRemove: () => void }) {
  const { name, addedAt, lastUsedAt, synced, elsewhere } = passkey
  return (
    <li className="flex min-h-row flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-2 pl-4 text-table">
      <div className="min-w-0 flex-auto">
        <span className="font-medium">{name}</span>
        <Badge kind="plain" className="ml-2">
          {synced ? 'synced' : 'on one device'}
        </Badge>
        <p className="text-meta text-muted">
          added <Time at={addedAt} />, {lastUsedAt === null ? 'not used yet' : 'last used '}
          {lastUsedAt !== null && <Time at={lastUsedAt} />}
          {elsewhere && '. It was added at another address of the dashboard and doesn’t work here.'}
        </p>
      </div>
      <Button size="small" aria-label={`Remove ${name}`} aria-busy={removing || undefined} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}

/** Whether a passkey is asked for at sign-in, after the password. */
function AtSignIn({ isOn, onChanged }: { isOn: boolean; onChanged: (now: OwnPasskeys) => void }) {
  const turn = useMutation({ mutationFn: (wanted: boolean) => askAtSignIn(newId(), wanted), onSuccess: onChanged })
  return (
    <div className="grid gap-2">
      <label className="flex items-center gap-2 justify-self-start text-table max-sm:min-h-10">
        <input
          type="checkbox"
          checked={isOn}
          aria-busy={turn.isPending || undefined}
          onChange={() => !turn.isPending && turn.mutate(!isOn)}
          className="size-4 accent-accent"
        />
        Ask for my passkey when I sign in
      </label>
      {turn.error && turn.variables !== isOn && <ProblemNotice {...describeProblem(turn.error)} />}
    </div>
  )
}

const hints: Record<OwnPasskeys['adding'], string> = {
  confirm: 'You confirm the new passkey with one you already have.',
  now: 'Your device asks for its screen lock, or for a security key.',
  'sign-in-again': 'To add your first passkey, sign out and sign in again. You then have five minutes.',
  full: `You have ${maxPasskeys} passkeys, which is the most. Remove one first.`,
}

function AddPasskey({ adding, onAdded }: { adding: OwnPasskeys['adding']; onAdded: (now: OwnPasskeys) => void }) {
  const [name, setName] = useState('')
  const [wasEmpty, setWasEmpty] = useState(false)
  const addPasskey = useAddPasskey()
  const add = useMutation({
    mutationFn: () => addPasskey(name.trim()),
    onSuccess(now) {
      setName('')
      onAdded(now)
    },
  })
  const mayAdd = adding === 'confirm' || adding === 'now'
  return (
    <form
      noValidate
      className="grid max-w-100 gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setWasEmpty(name.trim() === '')
        if (name.trim() !== '' && mayAdd && !add.isPending) add.mutate()
      }}
    >
      {add.isSuccess && (
        <Notice kind="settled" role="status">
          Passkey added.
        </Notice>
      )}
      {add.error && <ProblemNotice {...describeProblem(add.error)} />}
      <Field label="Passkey name" hint={hints[adding]} error={wasEmpty ? 'Enter a name for this passkey' : undefined}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={60}
            disabled={!mayAdd}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <SendingButton
        type="submit"
        className="justify-self-start"
        sending={add.isPending}
        disabledBecause={mayAdd ? undefined : hints[adding]}
      >
        Add a passkey
      </SendingButton>
    </form>
  )
}
