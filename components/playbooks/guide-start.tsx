'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ticket } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { CardBody } from '@/components/ui/card-body'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Time } from '@/components/ui/time'
import { ticketTrouble, useTicket } from '@/lib/client/commands/use-ticket'
import { deskPost } from '@/lib/client/desk-post'
import { newId } from '@/lib/client/new-id'
import { type BuyerGuides, type Guide, type PlaybookName, playbookNames, playbookWords } from '@/lib/playbooks/guide'
import { guidesKey } from '@/lib/playbooks/guides-key'
import { problemWords } from '@/lib/problem-words'
import { may, roleFor } from '@/lib/roles'
import type { GuideDesk } from './guide-desk'

type Props = { guides: readonly Guide[]; desk: GuideDesk; onOpen: (guideId: string) => void }

/** What the ticket is about, and those that are under way. */
export function GuideStart({ guides, desk, onOpen }: Props) {
  const queryClient = useQueryClient()
  const [actionId] = useState(newId)
  const [ticket, setTicket] = useTicket(desk.ticket)
  const refusal = may(desk.role, 'act') ? undefined : `needs the ${roleFor('act')} role`
  const starting = useMutation({
    mutationFn: (playbook: PlaybookName) =>
      deskPost<Guide>('/api/desk/guides', {
        ...{ actionId, merchant: desk.merchant },
        body: { playbook, buyerId: desk.buyerId, ticket: ticket.trim() || null },
      }),
    onSuccess: (guide) => {
      const key = guidesKey(desk.merchant, desk.buyerId)
      queryClient.setQueryData<BuyerGuides>(key, (before) => before && { ...before, guides: [guide, ...before.guides] })
      onOpen(guide.id)
    },
  })
  const trouble = ticketTrouble(ticket)
  return (
    <>
      <CardBody className="grid gap-3">
        <Field label="Ticket" aside="remembered for this session" error={trouble ?? undefined} className="max-w-80">
          {(control) => (
            <Input
              {...control}
              icon={Ticket}
              value={ticket}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setTicket(event.target.value)}
            />
          )}
        </Field>
        <ul aria-label="What is the ticket about?" className="grid gap-2 sm:grid-cols-2">
          {playbookNames.map((name) => (
            <li key={name} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 rounded-control border px-3 py-2">
              <span className="min-w-0">
                <span className="block font-medium text-table">{playbookWords[name].title}</span>
                <span className="block text-meta text-muted">{playbookWords[name].says}</span>
              </span>
              <Button
                size="small"
                aria-label={`Begin: ${playbookWords[name].title}`}
                disabledBecause={refusal ?? (starting.isPending ? 'It is being begun.' : (trouble ?? undefined))}
                tipPlace={{ align: 'end' }}
                onClick={() => starting.mutate(name)}
              >
                Begin
              </Button>
            </li>
          ))}
        </ul>
        {starting.error && <ProblemNotice {...problemWords(starting.error)} />}
      </CardBody>
      {guides.length > 0 && <UnderWay guides={guides} onOpen={onOpen} />}
    </>
  )
}

function UnderWay({ guides, onOpen }: Pick<Props, 'guides' | 'onOpen'>) {
  return (
    <ul aria-label="Tickets of this buyer" className="divide-y border-t">
      {guides.map((guide) => (
        <li key={guide.id} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-1.5 text-table">
          <span className="min-w-0 flex-1">
            <span className="font-medium">{playbookWords[guide.playbook].title}</span>
            <span className="block text-meta text-muted">
              {[guide.ticket, guide.endedAt === null ? `with ${guide.mine ? 'you' : guide.person}` : 'ended']
                .filter(Boolean)
                .join(', ')}
            </span>
          </span>
          <Time at={guide.endedAt ?? guide.steps.at(-1)?.at ?? guide.startedAt} align="end" className="text-meta text-muted" />
          <Button size="small" onClick={() => onOpen(guide.id)}>
            {guide.endedAt === null ? 'Go on' : 'Look'}
          </Button>
        </li>
      ))}
    </ul>
  )
}
