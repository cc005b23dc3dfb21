'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Action } from '@/lib/action'
import { actionQuery } from '@/lib/client/journal-query'
import type { CommandOnWire } from './journal-desk'
import { answerLines, sentLines } from './wire-lines'

/** What was sent and what came back, as it went over the wire; what is personal is masked. */
export function EntryWire({ action, commands }: { action: Action; commands: readonly CommandOnWire[] }) {
  const whole = useQuery({ ...actionQuery(action.actionId), enabled: action.state === 'done' })
  return (
    <div className="grid min-w-0 content-start gap-3">
      <Block title="What was sent">{sentLines(action, commands)}</Block>
      <Block title="What was answered">{answerLines(action, whole.data?.answer?.body)}</Block>
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
