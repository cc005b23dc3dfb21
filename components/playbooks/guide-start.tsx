'use client'

import { Ticket } from 'lucide'
import { Button } from '@/components/ui/button'
import { CardBody } from '@/components/ui/card-body'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Time } from '@/components/ui/time'
import { ticketError, useTicket } from '@/lib/client/use-ticket'
import { describeProblem } from '@/lib/core/problem-words'
import { type Guide, playbookLabels, playbookNames } from '@/lib/playbooks/guide'
import { useStartGuide } from './guide-choices'
import type { GuideContext } from './guide-context'

type Props = { guides: readonly Guide[]; context: GuideContext; onOpen: (guideId: string) => void }

/** What the ticket is about, and those that are under way. */
export function GuideStart({ guides, context, onOpen }: Props) {
  const [ticket, setTicket] = useTicket(context.ticket)
  const { starting, disabledBecause } = useStartGuide(context, onOpen)
  const error = ticketError(ticket)
  return (
    <>
      <CardBody className="grid gap-3">
        <Field label="Ticket" aside="kept for this session" error={error ?? undefined} className="max-w-80">
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
        <ul aria-label="What is the ticket about?" className="grid gap-2">
          {playbookNames.map((name) => (
            <li key={name} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 rounded-control border px-3 py-2">
              <span className="min-w-0">
                <span className="block font-medium text-table">{playbookLabels[name].title}</span>
                <span className="block text-meta text-muted">{playbookLabels[name].says}</span>
              </span>
              <Button
                size="small"
                aria-label={`Start: ${playbookLabels[name].title}`}
                disabledBecause={disabledBecause ?? error ?? undefined}
                tipPlace={{ align: 'end' }}
                onClick={() => starting.mutate({ playbook: name, ticket: ticket.trim() || null })}
              >
                Start
              </Button>
            </li>
          ))}
        </ul>
        {starting.error && <ProblemNotice {...describeProblem(starting.error)} />}
      </CardBody>
      {guides.length > 0 && <UnderWay guides={guides} onOpen={onOpen} />}
    </>
  )
}

function UnderWay({ guides, onOpen }: Pick<Props, 'guides' | 'onOpen'>) {
  return (
    <ul aria-label="This buyer’s tickets" className="divide-y border-t">
      {guides.map((guide) => (
        <li key={guide.id} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-1.5 text-table">
          <span className="min-w-0 flex-1">
            <span className="font-medium">{playbookLabels[guide.playbook].title}</span>
            <span className="block text-meta text-muted">
              {[guide.ticket, guide.endedAt === null ? `with ${guide.mine ? 'you' : guide.person}` : 'ended']
                .filter(Boolean)
                .join(', ')}
            </span>
          </span>
          <Time at={guide.endedAt ?? guide.steps.at(-1)?.at ?? guide.startedAt} align="end" className="text-meta text-muted" />
          <Button size="small" onClick={() => onOpen(guide.id)}>
            {guide.endedAt === null ? 'Continue' : 'View'}
          </Button>
        </li>
      ))}
    </ul>
  )
}
