'use client'

import type { ReactNode } from 'react'
import { Notice } from '@/components/ui/notice'
import { State } from '@/components/ui/state'
import type { Action } from '@/lib/commands/action'
import { formatElapsed, inZone } from '@/lib/core/dates'
import { describeField } from '@/lib/core/problem-words'
import { pathFor } from '@/lib/operations/path'
import { paymentLinkIn, unsafeLinkText } from '@/lib/prices/payment-link'
import type { CommandOnWire } from './journal-context'

type Props = { action: Action; commands: readonly CommandOnWire[]; zone: string; body: unknown }

/** Request and response side by side, as they went over the wire, with personal data masked. */
export function EntryWire({ action, commands, zone, body }: Props) {
  const link = paymentLinkIn(body)
  const isDone = action.state === 'done'
  return (
    <>
      <div className="grid min-w-0 divide-line rounded-control border bg-raised max-sm:divide-y sm:grid-cols-2 sm:divide-x">
        <Side label="What was sent" title="Sent" when={timeIn(action.at, zone)}>
          {sentLines(action, commands)}
        </Side>
        <Side label="What was answered" title="Answered" when={answeredWhen(action, zone)} isDone={isDone}>
          {answerLines(action, body)}
        </Side>
      </div>
      {link?.isSafe === false && (
        <Notice kind="danger" role="alert">
          {unsafeLinkText}
        </Notice>
      )}
    </>
  )
}

type SideProps = { label: string; title: string; when: string; isDone?: boolean; children: ReactNode }

function Side({ label, title, when, isDone = false, children }: SideProps) {
  return (
    <div className="grid min-w-0 content-start gap-1 px-3 py-2">
      <h3 className="flex flex-wrap items-center gap-x-2 text-meta">
        <span className="font-medium text-muted">{title}</span>
        <span className="text-muted tabular-nums">{when}</span>
        {isDone && <State kind="settled">done</State>}
      </h3>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
        tabIndex={0}
        className="max-h-60 overflow-auto rounded-chip"
      >
        <pre className="font-mono text-ink-2 text-meta/4.5 tracking-mono whitespace-pre-wrap wrap-anywhere [font-variant-ligatures:none]">
          {children}
        </pre>
      </section>
    </div>
  )
}

const timeIn = (at: string, zone: string) => inZone(Date.parse(at), zone).time

function answeredWhen({ at, answeredAt, state }: Action, zone: string): string {
  if (answeredAt === null) return 'not yet'
  if (state === 'unconfirmed') return `given up after ${formatElapsed(at, answeredAt)}`
  return `${timeIn(answeredAt, zone)}, after ${formatElapsed(at, answeredAt)}`
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
  return lines(`${answer.status}${code}`, answer.detail, ...answer.fields.map(describeField), uuid)
}

const lines = (...all: (string | null)[]) => all.filter((line) => line !== null && line !== '').join('\n')
