'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Notice } from '@/components/ui/notice'
import type { Action } from '@/lib/commands/action'
import { actionQuery } from '@/lib/commands/client/journal-query'
import { fieldWords } from '@/lib/core/problem-words'
import { pathFor } from '@/lib/operations/path'
import { paymentLinkIn, unsafeLinkWords } from '@/lib/prices/payment-link'
import type { CommandOnWire } from './journal-context'

/** Request and response as sent over the wire, with personal data masked. */
export function EntryWire({ action, commands }: { action: Action; commands: readonly CommandOnWire[] }) {
  const whole = useQuery({ ...actionQuery(action.actionId), enabled: action.state === 'done' })
  const link = paymentLinkIn(whole.data?.answer?.body)
  return (
    <div className="grid min-w-0 content-start gap-3">
      <Block title="What was sent">{sentLines(action, commands)}</Block>
      <Block title="What was answered">{answerLines(action, whole.data?.answer?.body)}</Block>
      {link?.isSafe === false && (
        <Notice kind="danger" role="alert">
          {unsafeLinkWords}
        </Notice>
      )}
    </div>
  )
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-1.5">
      <h3 className="font-medium text-meta text-muted">{title}</h3>
      <section
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
        tabIndex={0}
        className="max-h-80 overflow-auto rounded-control border bg-raised px-3 py-2.5"
      >
        <pre className="font-mono text-ink-2 text-meta/4.5 tracking-mono whitespace-pre-wrap wrap-anywhere [font-variant-ligatures:none]">
          {children}
        </pre>
      </section>
    </div>
  )
}

const json = (value: unknown) => JSON.stringify(value, null, 2)

/** Method and path of the command, then its body. */
export function sentLines({ operation, request }: Action, commands: readonly CommandOnWire[]): string {
  const command = commands.find(({ name }) => name === operation)
  const line = command ? `${command.method} ${pathFor(command, request.params)}` : `${operation} ${json(request.params)}`
  return request.body == null ? line : `${line}\n\n${json(request.body)}`
}

/** Status and body of the answer. An unconfirmed action has no answer, so the status we gave it is left out. */
export function answerLines({ state, answer }: Action, body?: unknown): string {
  if (answer === null) return state === 'sent' ? 'nothing yet' : 'nothing'
  if (state === 'unconfirmed') return lines('nothing readable', answer.detail)
  if (state === 'not-sent') return lines('not sent', answer.detail)
  if (state === 'done')
    return lines(answer.status === 204 ? '204, empty' : String(answer.status), body === undefined ? null : `\n${json(body)}`)
  const code = answer.code === null ? '' : `, code ${answer.code}`
  const uuid = answer.uuid ? `uuid ${answer.uuid}` : null
  return lines(`${answer.status}${code}`, answer.detail, ...answer.fields.map(fieldWords), uuid)
}

const lines = (...all: (string | null)[]) => all.filter((line) => line !== null && line !== '').join('\n')
