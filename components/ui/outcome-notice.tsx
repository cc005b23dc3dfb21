import type { ReactNode } from 'react'
import { Notice } from './notice'
import type { StateKind } from './state-kind'

type Props = { kind: StateKind; title: string; role?: 'status' | 'alert'; children?: ReactNode }

/** How it ended, said aloud: as a status where it was done, as an alert where somebody has to do something about it. */
export function OutcomeNotice({ kind, title, role = kind === 'settled' ? 'status' : 'alert', children }: Props) {
  return (
    <Notice kind={kind} role={role}>
      <h3 className="font-semibold text-body">{title}</h3>
      <div className="grid gap-1 text-ink-2">{children}</div>
    </Notice>
  )
}
