import { CircleCheck, CircleQuestionMark, CircleX, Hourglass, type IconNode, Info, TriangleAlert } from 'lucide'
import type { ReactNode } from 'react'
import { cn } from '@/lib/core/cn'
import { Icon } from './icon'
import type { StateKind } from './state-kind'

const looks = {
  settled: { ground: 'border-settled-line bg-settled-bg', ink: 'text-settled', icon: CircleCheck },
  declined: { ground: 'border-declined-line bg-declined-bg', ink: 'text-declined', icon: CircleX },
  danger: { ground: 'border-danger-line bg-danger-bg', ink: 'text-danger', icon: TriangleAlert },
  deferred: { ground: 'border-deferred-line bg-deferred-bg', ink: 'text-deferred', icon: Hourglass },
  unconfirmed: { ground: 'border-unconfirmed-line bg-hatch-wide', ink: 'text-unconfirmed', icon: CircleQuestionMark },
  neutral: { ground: 'border-neutral-line bg-raised', ink: 'text-muted', icon: Info },
}

type Props = {
  kind: StateKind | 'danger'
  icon?: IconNode
  /** `alert` for what came up just now and needs a look; `status` for what may be read later. */
  role?: 'alert' | 'status'
  children: ReactNode
  /** Buttons at the end, under the text on the phone. */
  actions?: ReactNode
  className?: string
}

/** A strip that asks for attention. It stays until its cause is gone. */
export function Notice({ kind, icon, role, children, actions, className }: Props) {
  const look = looks[kind]
  return (
    <div
      role={role}
      className={cn(
        'grid grid-cols-[1rem_minmax(0,1fr)] items-center gap-x-2.5 rounded-card border py-2 pr-2 pl-3 text-table sm:grid-cols-[1rem_minmax(0,1fr)_auto]',
        look.ground,
        className,
      )}
    >
      <Icon of={icon ?? look.icon} className={cn('mt-1.5 self-start', look.ink)} />
      <div className="py-1.25">{children}</div>
      {actions && <div className="flex flex-wrap gap-1.5 max-sm:col-start-2">{actions}</div>}
    </div>
  )
}
