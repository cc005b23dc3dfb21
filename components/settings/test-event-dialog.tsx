import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { Time } from '@/components/ui/time'
import { describeProblem } from '@/lib/core/problem-words'
import { askForTestEvent, postTestEvent, readTestEvents } from '@/lib/events/client/test-events'
import type { EventShown } from '@/lib/events/event-list'
import type { EventsOverview } from '@/lib/events/overview'
import { eventsKey } from '@/lib/operations/query-keys'

type Props = { overview: EventsOverview; merchant: string; onClose: () => void }

const giveUpMs = 30_000

/** Sends a harmless event and shows what became of it: the stand-in sends it, or this page to an address that the person has. */
export function TestEventDialog({ overview, merchant, onClose }: Props) {
  const [address, setAddress] = useState('')
  const [tried, setTried] = useState(false)
  const isByStandin = overview.tests === 'standin'
  const isWrong = !isByStandin && !isAddress(address.trim(), overview.address)
  const send = useMutation({
    mutationFn: async () => {
      const before = await readTestEvents(merchant)
      const status = isByStandin ? await askForTestEvent(merchant) : await postTestEvent(merchant, address.trim())
      return { status, before: before.map(({ id }) => id), until: Date.now() + giveUpMs }
    },
  })
  const { status, before = [], until = 0 } = send.data ?? {}
  const { data: events = [], dataUpdatedAt } = useQuery({
    queryKey: [...eventsKey(merchant, 'test'), until],
    queryFn: ({ signal }) => readTestEvents(merchant, signal),
    enabled: status === 202,
    refetchInterval: ({ state }) =>
      newIn(state.data ?? [], before)?.state === 'test' || state.dataUpdatedAt > until ? false : 1_000,
  })
  const submit = () => {
    setTried(true)
    if (!isWrong && !send.isPending) send.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={send.isPending}
      title="Send a test event"
      subtitle="It changes nothing, and no list, number or alert counts it"
      footer={
        <>
          <Button onClick={onClose}>{send.data ? 'Close' : 'Back'}</Button>
          <SendingButton variant="primary" sending={send.isPending} onClick={submit}>
            {send.data ? 'Send another' : 'Send test event'}
          </SendingButton>
        </>
      }
    >
      {isByStandin ? (
        <p>The demo’s service sends it to the addresses it was given, the same way as its other events.</p>
      ) : (
        <Field
          label="Address"
          hint="Paste the whole address. We don’t keep it, so we can’t fill it in. Your browser sends the event to it."
          error={tried && isWrong ? `Paste an address that begins with ${overview.address} and has its 43 characters` : undefined}
        >
          {(control) => (
            <Input {...control} autoComplete="off" value={address} onChange={({ target }) => setAddress(target.value)} />
          )}
        </Field>
      )}
      {status !== undefined && (
        <Outcome status={status} came={newIn(events, before)} isByStandin={isByStandin} isOver={dataUpdatedAt > until} />
      )}
      {send.error && <ProblemNotice {...describeProblem(send.error)} />}
    </Dialog>
  )
}

/** The one that came since. */
const newIn = (events: readonly EventShown[], before: readonly string[]): EventShown | null =>
  events.find(({ id }) => !before.includes(id)) ?? null

const isAddress = (text: string, begin: string): boolean =>
  text.startsWith(begin) && /^[\w-]{43}$/.test(text.slice(begin.length)) && new URL(text).origin === window.location.origin

type OutcomeProps = { status: number; came: EventShown | null; isByStandin: boolean; isOver: boolean }

function Outcome({ status, came, isByStandin, isOver }: OutcomeProps) {
  if (status === 404)
    return (
      <Notice kind="declined" role="status">
        {isByStandin
          ? 'The demo’s service has no address of this merchant account, so nothing was sent. Create one and give it to that service.'
          : 'It was refused with 404: the address was revoked or never existed, or your computer isn’t among the senders that are allowed.'}
      </Notice>
    )
  if (status !== 202)
    return (
      <Notice kind="declined" role="status">
        It was refused with {status}. Try again in a minute.
      </Notice>
    )
  if (came?.state === 'test')
    return (
      <Notice kind="settled" role="status">
        It came at <Time at={came.receivedAt} /> and was read as a test. It’s under Last events.
      </Notice>
    )
  if (isOver)
    return (
      <Notice kind="declined" role="status">
        {came
          ? 'It came, but hasn’t been read within 30 s. See Status.'
          : 'Nothing came within 30 s. Check who has the address, and whether it was revoked.'}
      </Notice>
    )
  return (
    <Notice kind="neutral" role="status">
      {came ? 'It came. Waiting until it’s read…' : 'Sent. Waiting for it…'}
    </Notice>
  )
}
