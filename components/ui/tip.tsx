import { type ReactNode, useId } from 'react'
import { cn } from '@/lib/core/cn'
import { TipBubble, type TipPlace } from './tip-bubble'
import { tipFrame } from './tip-frame'

type Props = TipPlace & {
  text: ReactNode
  children: ReactNode
  /** False inside a link or a button, which is what takes the focus there. */
  focusable?: boolean
  className?: string
}

/** Plain text that says more on hover and focus. Buttons take their tip as a prop. */
export function Tip({ text, children, focusable = true, className, ...place }: Props) {
  const id = useId()
  return (
    <span className={cn(tipFrame, className)} tabIndex={focusable ? 0 : undefined} aria-describedby={id}>
      {children}
      <TipBubble id={id} {...place}>
        {text}
      </TipBubble>
    </span>
  )
}
