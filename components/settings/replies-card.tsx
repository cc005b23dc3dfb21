'use client'

import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide'
import { useState } from 'react'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead, Count } from '@/components/ui/card-head'
import { Icon } from '@/components/ui/icon'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import { describeProblem } from '@/lib/core/problem-words'
import type { ReplyKey } from '@/lib/core/reply-part'
import { repliesQuery } from '@/lib/replies/client/replies-query'
import { textsQuery } from '@/lib/replies/client/use-wording'
import { isReplyLocale, type ReplyLocale, replyLocales } from '@/lib/replies/languages'
import { situations } from '@/lib/replies/situations'
import { PreviewBuyerFields } from './preview-buyer-fields'
import type { ReplyDraft } from './reply-form'
import { type RepliesContext, ReplySentence } from './reply-sentence'
import { usePreviewBuyer } from './use-preview-buyer'

type Props = { merchant: { code: string; name: string }; mayEdit: boolean }

const languages = Object.entries(replyLocales).map(([value, label]) => ({ value: value as ReplyLocale, label }))

/** The sentences of every reply, by when they are said, in each language. What is open is in the address. */
export function RepliesCard({ merchant, mayEdit }: Props) {
  const [address, changeAddress] = useSearchParamsState(['sentence', 'language', 'buyer'])
  const language = isReplyLocale(address.language) ? address.language : 'en'
  const buyerId = address.buyer ?? ''
  const replies = useQuery(repliesQuery(merchant.code))
  const builtIn = useQuery(textsQuery(language))
  const preview = usePreviewBuyer(merchant.code, buyerId)
  const [drafts, setDrafts] = useState<Record<string, ReplyDraft | null>>({})
  const place = (sentence: ReplyKey) => `${language} ${sentence}`
  const error = replies.error ?? builtIn.error
  return (
    <Card aria-labelledby="replies">
      <CardHead title="Replies" id="replies" beside={<span className="text-muted text-table">{merchant.name}</span>}>
        <SegmentedControl
          label="Language"
          segments={languages}
          value={language}
          onChange={(next) => changeAddress({ language: next === 'en' ? null : next })}
          className="max-w-full overflow-x-auto"
        />
      </CardHead>
      <CardBody className="border-b">
        <PreviewBuyerFields
          merchant={merchant.code}
          buyerId={buyerId}
          preview={preview}
          onChange={(buyer) => changeAddress({ buyer: buyer || null })}
        />
      </CardBody>
      {error && <ProblemNotice {...describeProblem(error)} className="m-3" onRetry={() => void replies.refetch()} />}
      {replies.data && builtIn.data ? (
        <Situations
          open={address.sentence}
          onOpen={(sentence) => changeAddress({ sentence })}
          context={{
            merchant: merchant.code,
            language: builtIn.data.locale,
            builtIn: builtIn.data.texts,
            own: replies.data.texts,
            agent: replies.data.agent,
            preview,
            mayEdit,
            draftOf: (sentence) => drafts[place(sentence)] ?? null,
            onDraft: (sentence, draft) => setDrafts((before) => ({ ...before, [place(sentence)]: draft })),
          }}
        />
      ) : (
        !error && <SkeletonRows rows={4} />
      )}
      <CardFoot>
        A sentence is left out of a reply when we don’t know what it needs. Changes apply to every reply written from now on, and
        are recorded in the journal.
      </CardFoot>
    </Card>
  )
}

type SituationsProps = { open: string | null; onOpen: (sentence: ReplyKey | null) => void; context: RepliesContext }

function Situations({ open, onOpen, context }: SituationsProps) {
  return situations.map(({ title, sentences }, index) => {
    const all = Object.entries(sentences) as [ReplyKey, string][]
    const changed = all.filter(([key]) => isOwn(key, context)).length
    return (
      <details key={title} open={index === 0 || all.some(([key]) => key === open)} className="group border-b">
        <summary className="flex min-h-row items-center gap-2 px-4 font-medium text-table hover:bg-hover">
          <Icon of={ChevronRight} size={14} className="text-muted group-open:rotate-90" />
          <h3>{title}</h3>
          <Count of={all.length} />
          {changed > 0 && <span className="font-normal text-meta text-muted">{changed} of your own</span>}
        </summary>
        <ul className="divide-y border-t">
          {all.map(([sentence, label]) => (
            <ReplySentence
              key={`${context.language} ${sentence}`}
              sentence={sentence}
              label={label}
              context={context}
              isOpen={open === sentence}
              onOpen={(isOpen) => onOpen(isOpen ? sentence : null)}
            />
          ))}
        </ul>
      </details>
    )
  })
}

const isOwn = (sentence: ReplyKey, { own, language }: RepliesContext) =>
  own.some(({ key, language: of, text }) => key === sentence && of === language && text !== null)
