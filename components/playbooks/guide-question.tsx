'use client'

import Link from 'next/link'
import { type FormEvent, useId, useState } from 'react'
import { Amount } from '@/components/ui/amount'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SendingButton } from '@/components/ui/sending-button'
import { StateGlyph } from '@/components/ui/state-glyph'
import { verbLabels } from '@/lib/commands/verb-words'
import type { Choice, GuideAction, Question } from '@/lib/playbooks/playbook'
import { type AmountLimit, amountError, typedAmount } from '@/lib/refunds/refund-amount'
import type { GuideStepping } from './use-guide-step'

type Props = {
  question: Question
  /** What somebody chose so far, over what is preselected. */
  picked: string | null
  onPick: (answer: string) => void
  /** Null where the person only looks. */
  stepping: GuideStepping | null
  canGoBack: boolean
  onOpen: (action: GuideAction, words: string) => void
}

/** One question: what is known about it, what can be opened from here, and the answers. */
export function GuideQuestion({ question, picked, onPick, stepping, canGoBack, onOpen }: Props) {
  const { name, asks, checks, choices, preselected, actions } = question
  const id = useId()
  const [amount, setAmount] = useState('')
  const chosen = choices.find(({ answer }) => answer === (picked ?? preselected))
  const given = chosen && answerOf(chosen, amount)
  const refusal = chosen ? (given?.error ?? undefined) : 'Choose an answer.'

  function submit(event: FormEvent) {
    event.preventDefault()
    if (stepping && given && given.error === null && !stepping.isPending)
      stepping.mutate({ kind: 'answered', question: name, answer: given.answer, words: given.words })
  }
  return (
    <form noValidate onSubmit={submit} className="grid min-w-0 gap-2.5">
      <h3 id={id} data-next tabIndex={-1} className="font-semibold text-table focus:outline-none">
        {asks}
      </h3>
      <Checks checks={checks} />
      {stepping && actions.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {actions.map((action) => (
            <ActionButton key={describeAction(action)} action={action} onOpen={() => onOpen(action, describeAction(action))} />
          ))}
        </div>
      )}
      <fieldset aria-labelledby={id} disabled={stepping === null} className="grid min-w-0 gap-1.5">
        {choices.map((choice) => (
          <Option
            key={choice.answer}
            name={`${id}-${name}`}
            choice={choice}
            isChosen={choice === chosen}
            onChoose={() => onPick(choice.answer)}
          />
        ))}
      </fieldset>
      {chosen?.typed && <TypedAmount limit={chosen.typed} amount={amount} onType={setAmount} />}
      {stepping && (
        <div className={stepButtons}>
          <SendingButton
            type="submit"
            variant="primary"
            size="small"
            sending={stepping.isPending}
            disabledBecause={refusal}
            tipPlace={{ align: 'start' }}
          >
            {chosen?.short ? `Continue with the ${chosen.short}` : 'Continue'}
          </SendingButton>
          {canGoBack && (
            <Button
              size="small"
              variant="quiet"
              disabledBecause={stepping.isPending ? 'Saving…' : undefined}
              onClick={() => stepping.mutate({ kind: 'back' })}
            >
              Back
            </Button>
          )}
        </div>
      )}
    </form>
  )
}

/** The buttons of a step stay in sight, however long the step is. */
export const stepButtons = 'z-1 flex flex-wrap gap-2 bg-raised md:sticky md:-bottom-3 md:-mb-1 md:py-2'

/** What is recorded of a choice. An amount is recorded as it was typed, in the currency's digits. */
function answerOf({ answer, words, amount, short, typed }: Choice, text: string) {
  if (typed) {
    const exact = typedAmount(text.trim(), typed.places)
    return { answer: exact ?? '', words: `${exact ?? ''} ${typed.currency}`, error: amountError(text, typed) }
  }
  const money = amount && `${amount.amount} ${amount.currency}`
  return { answer, words: [short ? `The ${words}` : words, money].filter(Boolean).join(', '), error: null }
}

function Checks({ checks }: Pick<Question, 'checks'>) {
  if (checks.length === 0) return null
  return (
    <dl
      aria-label="Known facts"
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 rounded-control bg-sunken px-2.5 py-2 text-meta"
    >
      {checks.map(({ term, says, look }) => (
        <div key={term + says} className="contents">
          <dt className="text-muted">{term}</dt>
          <dd className="flex min-w-0 items-baseline gap-1.5 wrap-anywhere">
            {look && <StateGlyph kind="deferred" size={12} className="relative top-0.5 flex-none" />}
            {look && <span className="sr-only">Note: </span>}
            {says}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type OptionProps = { name: string; choice: Choice; isChosen: boolean; onChoose: () => void }

function Option({ name, choice: { answer, words, aside, amount, disabledBecause }, isChosen, onChoose }: OptionProps) {
  const isTaken = disabledBecause !== undefined
  return (
    <label
      className={
        isTaken
          ? 'grid min-h-9 cursor-not-allowed grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-2.5 rounded-control border bg-sunken px-2.5 py-1.5 text-muted text-table'
          : 'grid min-h-9 cursor-pointer grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-2.5 rounded-control border bg-raised px-2.5 py-1.5 text-table hover:bg-hover has-checked:border-accent has-checked:bg-accent-bg has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-solid'
      }
    >
      <input
        type="radio"
        name={name}
        value={answer}
        checked={isChosen}
        disabled={isTaken}
        onChange={onChoose}
        className="size-4 accent-accent"
      />
      <span className={aside || isTaken ? 'min-w-0 font-medium wrap-anywhere' : 'min-w-0 wrap-anywhere'}>{words}</span>
      {amount ? <Amount value={amount.amount} currency={amount.currency} received={!isTaken} /> : <span />}
      {(aside || isTaken) && (
        <span className="col-span-2 col-start-2 text-meta text-muted wrap-anywhere">{disabledBecause ?? aside}</span>
      )}
    </label>
  )
}

type TypedAmountProps = { limit: AmountLimit; amount: string; onType: (amount: string) => void }

function TypedAmount({ limit, amount, onType }: TypedAmountProps) {
  const error = amount === '' ? undefined : (amountError(amount, limit) ?? undefined)
  return (
    <Field label={`Amount, ${limit.currency}`} aside={`at most ${limit.left}`} error={error}>
      {(control) => (
        <Input
          {...control}
          size="small"
          value={amount}
          inputMode="decimal"
          autoComplete="off"
          className="tabular-nums"
          onChange={(event) => onType(event.target.value)}
        />
      )}
    </Field>
  )
}

function ActionButton({ action, onOpen }: { action: GuideAction; onOpen: () => void }) {
  if (action.kind === 'page')
    return (
      <Link prefetch={false} href={action.href} target="_blank" onClick={onOpen} className={buttonClass({ size: 'small' })}>
        {action.words}
      </Link>
    )
  return (
    <Button size="small" onClick={onOpen}>
      {describeAction(action)}
    </Button>
  )
}

/** What something that can be opened is called. */
export function describeAction(action: GuideAction): string {
  switch (action.kind) {
    case 'command':
      return verbLabels[action.verb]
    case 'by-id':
      return 'Use a subscription id'
    case 'refund':
      return 'Request refund'
    case 'page':
      return action.words
  }
}
