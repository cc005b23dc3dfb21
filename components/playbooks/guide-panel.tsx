'use client'

import { useQuery } from '@tanstack/react-query'
import { List, UserRoundPlus, X } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-item'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Select } from '@/components/ui/select'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { describeProblem } from '@/lib/core/problem-words'
import { may } from '@/lib/core/roles'
import { guidesQuery } from '@/lib/playbooks/client/guides-query'
import { type Colleague, type Guide, playbookLabels } from '@/lib/playbooks/guide'
import type { GuideContext } from './guide-context'
import { GuideStart } from './guide-start'
import { GuideView } from './guide-view'
import { useGuideStep } from './use-guide-step'

type Props = {
  context: GuideContext
  /** The ticket that is open, by the id of its steps; anything else begins one. */
  opened: string
  onOpen: (guideId: string | null) => void
  onClose: () => void
}

/** Guided steps in a rail beside the page: begin them, go on with those of a colleague, one question at a time. */
export function GuidePanel({ context, opened, onOpen, onClose }: Props) {
  const read = useQuery(guidesQuery(context.merchant, context.buyerId))
  const guide = read.data?.guides.find(({ id }) => id === opened)
  const head = useRef<HTMLDivElement>(null)
  const isStart = guide === undefined
  // A ticket in progress takes the focus to its question.
  useEffect(() => {
    if (isStart) head.current?.focus({ preventScroll: true })
  }, [isStart])
  const wants = guide && playbookLabels[guide.playbook].wants
  return (
    <aside
      aria-label={wants ? `Guided steps, ${wants.toLowerCase()}` : 'Guided steps'}
      className="flex min-w-0 flex-col rounded-card border border-line-strong bg-raised md:max-h-[calc(100dvh-8.25rem)]"
    >
      <div
        ref={head}
        tabIndex={-1}
        className="flex min-h-11 flex-none flex-wrap items-center gap-x-2 border-b py-1.5 pr-2 pl-4 focus:outline-none"
      >
        <h2 className="font-semibold text-head">{wants ?? 'Guided steps'}</h2>
        {guide && <span className="text-meta text-muted">{whose(guide)}</span>}
        <span className="ml-auto flex items-center gap-1">
          {guide && (
            <RailMenu
              key={guide.id}
              guide={guide}
              colleagues={read.data?.colleagues ?? []}
              context={context}
              onOther={() => onOpen(null)}
            />
          )}
          <IconButton icon={X} label="Close the guided steps" onClick={onClose} tipPlace={{ align: 'end' }} />
        </span>
      </div>
      {read.data ? (
        guide ? (
          <GuideView key={guide.id} guide={guide} context={context} onOther={() => onOpen(null)} />
        ) : (
          <div className="min-h-0 overflow-y-auto">
            <GuideStart guides={read.data.guides} context={context} onOpen={onOpen} />
          </div>
        )
      ) : read.error ? (
        <ProblemNotice {...describeProblem(read.error)} className="m-4" onRetry={() => void read.refetch()} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </aside>
  )
}

const whose = ({ ticket, endedAt, mine, person }: Guide) =>
  [ticket ?? 'no ticket', endedAt === null ? `with ${mine ? 'you' : person}` : 'ended'].join(', ')

type MenuProps = { guide: Guide; colleagues: readonly Colleague[]; context: GuideContext; onOther: () => void }

/** What else can be done with a ticket: give it away, leave it for another, stop. */
function RailMenu({ guide, colleagues, context, onOther }: MenuProps) {
  const stepping = useGuideStep(guide, context)
  const [isHandingOver, setHandingOver] = useState(false)
  const [to, setTo] = useState('')
  const goesOn = guide.endedAt === null && guide.mine && may(context.role, 'act')
  if (isHandingOver && goesOn)
    return (
      <span className="flex flex-wrap items-center gap-1.5">
        <Select size="small" aria-label="Colleague" value={to} onChange={(event) => setTo(event.target.value)}>
          <option value="">Choose a colleague</option>
          {colleagues.map(({ accountId, name }) => (
            <option key={accountId} value={accountId}>
              {name}
            </option>
          ))}
        </Select>
        <Button
          size="small"
          disabledBecause={to === '' ? 'Choose a colleague first.' : stepping.isPending ? 'Saving…' : undefined}
          tipPlace={{ align: 'end' }}
          onClick={() => stepping.mutate({ kind: 'handed-over', answer: to })}
        >
          Hand over
        </Button>
        <Button size="small" variant="quiet" onClick={() => setHandingOver(false)}>
          Cancel
        </Button>
      </span>
    )
  return (
    <Menu label="More for these steps">
      {goesOn && (
        <MenuItem icon={UserRoundPlus} onSelect={() => setHandingOver(true)}>
          Hand over to a colleague
        </MenuItem>
      )}
      <MenuItem icon={List} onSelect={onOther}>
        Other guided steps
      </MenuItem>
      {goesOn && (
        <MenuItem icon={X} onSelect={() => stepping.mutate({ kind: 'ended' })}>
          Stop these steps
        </MenuItem>
      )}
    </Menu>
  )
}
