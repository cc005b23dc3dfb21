'use client'

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { IconButton } from '@/components/ui/icon-button'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { problemWords } from '@/lib/core/problem-words'
import { guidesQuery } from '@/lib/playbooks/client/guides-query'
import { playbookWords } from '@/lib/playbooks/guide'
import type { GuideContext } from './guide-context'
import { GuideStart } from './guide-start'
import { GuideView } from './guide-view'

type Props = {
  context: GuideContext
  /** The ticket that is open, by the id of its steps; anything else begins one. */
  opened: string
  onOpen: (guideId: string | null) => void
  onClose: () => void
}

/** Guided steps on the buyer: begin them, go on with those of a colleague, one question at a time. */
export function GuidePanel({ context, opened, onOpen, onClose }: Props) {
  const read = useQuery(guidesQuery(context.merchant, context.buyerId))
  const guide = read.data?.guides.find(({ id }) => id === opened)
  const head = useRef<HTMLDivElement>(null)
  const isStart = guide === undefined
  // A ticket under way takes the focus to its question.
  useEffect(() => {
    if (isStart) head.current?.focus({ preventScroll: true })
  }, [isStart])
  return (
    <Card aria-labelledby="guide-head">
      <div ref={head} tabIndex={-1} className="focus:outline-none">
        <CardHead title={guide ? playbookWords[guide.playbook].title : 'Guided steps'} id="guide-head">
          <IconButton icon={X} label="Close the guided steps" onClick={onClose} tipPlace={{ align: 'end' }} />
        </CardHead>
      </div>
      {read.data ? (
        guide ? (
          <GuideView guide={guide} colleagues={read.data.colleagues} context={context} onOther={() => onOpen(null)} />
        ) : (
          <GuideStart guides={read.data.guides} context={context} onOpen={onOpen} />
        )
      ) : read.error ? (
        <ProblemNotice {...problemWords(read.error)} className="m-4" onRetry={() => void read.refetch()} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Card>
  )
}
