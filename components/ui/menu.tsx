import { Ellipsis } from 'lucide'
import { type ReactNode, useId } from 'react'
import { cn } from '@/lib/core/cn'
import { buttonClass } from './button-class'
import { Icon } from './icon'

type Props = {
  /** The name of the button, for example "More for Northwind Plus 3 months". */
  label: string
  children: ReactNode
  /** What the button shows; three dots unless said otherwise. */
  trigger?: ReactNode
  triggerClassName?: string
  align?: 'start' | 'end'
  onOpen?: () => void
  className?: string
}

/**
 * A button and the list it opens, by the browser's own popover: it closes on Escape and on a click elsewhere, and gives the focus back.
 * The items are buttons and links that Tab reaches in order.
 */
export function Menu({ label, children, trigger, triggerClassName, align = 'end', onOpen, className }: Props) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={label}
        className={triggerClassName ?? buttonClass({ variant: 'quiet', size: 'small', square: true })}
      >
        {trigger ?? <Icon of={Ellipsis} />}
      </button>
      <div
        id={id}
        popover="auto"
        onToggle={onOpen && ((event) => event.newState === 'open' && onOpen())}
        className={cn(
          'min-w-48 max-w-[calc(100vw-2rem)] rounded-card bg-overlay p-1 text-ink text-table shadow-float open:animate-rise',
          align === 'end' ? 'float-below-end' : 'float-below-start',
          className,
        )}
      >
        {children}
      </div>
    </>
  )
}
