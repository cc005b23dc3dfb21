'use client'

import Link from 'next/link'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { SendingButton } from '@/components/ui/sending-button'
import { StateGlyph } from '@/components/ui/state-glyph'
import { verbWords } from '@/lib/commands/verb-words'
import type { GuideAction, Question } from '@/lib/playbooks/playbook'
import type { GuideStepping } from './use-guide-step'

type Props = {
  question: Question
  /** Null where the person only looks. */
  stepping: GuideStepping | null
  onOpen: (action: GuideAction, words: string) => void
}

/** One question: what is known about it, what can be done now, and the answers. */
export function GuideQuestion({ question: { name, asks, checks, choices, actions }, stepping, onOpen }: Props) {
  const id = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  const choice = choices.find(({ answer }) => answer === chosen)
  return (
    <>
      <h3 id={id} data-next tabIndex={-1} className="font-semibold text-head focus:outline-none">
        {asks}
      </h3>
      {checks.length > 0 && (
        <dl
          aria-label="Known facts"
          className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-control bg-sunken px-3 py-2 text-table"
        >
          {checks.map(({ term, says, look }) => (
            <div key={term + says} className="contents">
              <dt className="text-muted">{term}</dt>
              <dd className="flex min-w-0 items-baseline gap-1.5 wrap-anywhere">
                {look && <StateGlyph kind="deferred" size={12} className="relative top-0.5" />}
                {look && <span className="sr-only">Note: </span>}
                {says}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {stepping && actions.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {actions.map((action) => (
            <ActionButton key={wordsOf(action)} action={action} onOpen={() => onOpen(action, wordsOf(action))} />
          ))}
        </div>
      )}
      <fieldset aria-labelledby={id} disabled={stepping === null} className="grid gap-1.5">
        {choices.map(({ answer, words, aside }) => (
          <label
            key={answer}
            className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-control border px-3 py-1.5 text-table has-checked:border-ink has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-solid"
          >
            <input
              type="radio"
              name={`${id}-${name}`}
              value={answer}
              checked={chosen === answer}
              onChange={() => setChosen(answer)}
              className="size-4 flex-none accent-primary"
            />
            <span className="min-w-0">
              <span className="block">{words}</span>
              {aside && <span className="block text-meta text-muted wrap-anywhere">{aside}</span>}
            </span>
          </label>
        ))}
      </fieldset>
      {stepping && (
        <SendingButton
          variant="primary"
          className="justify-self-start"
          sending={stepping.isPending}
          disabledBecause={choice ? undefined : 'Choose an answer.'}
          tipPlace={{ align: 'start' }}
          onClick={() =>
            choice && stepping.mutate({ kind: 'answered', question: name, answer: choice.answer, words: choice.words })
          }
        >
          Next
        </SendingButton>
      )}
    </>
  )
}

function ActionButton({ action, onOpen }: { action: GuideAction; onOpen: () => void }) {
  if (action.kind === 'page')
    return (
      <Link href={action.href} target="_blank" onClick={onOpen} className={buttonClass()}>
        {action.words}
      </Link>
    )
  return <Button onClick={onOpen}>{wordsOf(action)}</Button>
}

function wordsOf(action: GuideAction): string {
  switch (action.kind) {
    case 'command':
      return verbWords[action.verb]
    case 'by-id':
      return 'Use a subscription id'
    case 'refund':
      return 'Request refund'
    case 'page':
      return action.words
  }
}
