import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '@/lib/core/cn'
import { type ButtonLook, buttonClass } from './button-class'
import { TipBubble, type TipPlace } from './tip-bubble'
import { tipFrame } from './tip-frame'

export type ButtonProps = ButtonLook &
  ComponentProps<'button'> & {
    /** Said on hover and focus. */
    tip?: ReactNode
    tipPlace?: TipPlace
    /** Why this may not be done now. The button stays in sight and in reach, does nothing, and says so. */
    disabledBecause?: string
  }

export function Button(all: ButtonProps) {
  const { variant, size, square, tip, tipPlace, disabledBecause, className, ...props } = all
  const id = useId()
  const says = disabledBecause ?? tip
  const refused = disabledBecause !== undefined
  // In one frame whether or not it may be done now: another element would lose the focus.
  const isFramed = says !== undefined || 'disabledBecause' in all
  // A tip that only repeats the name is for the eye: read out, it would be said twice.
  const describes = says !== undefined && says !== props['aria-label']
  const button = (
    <button
      {...props}
      type={refused ? 'button' : (props.type ?? 'button')}
      onClick={refused ? undefined : props.onClick}
      aria-disabled={refused || props['aria-disabled']}
      aria-describedby={describes ? id : props['aria-describedby']}
      className={cn(buttonClass({ variant, size, square }, refused || props.disabled === true), !isFramed && className)}
    />
  )
  if (!isFramed) return button
  return (
    <span className={cn(tipFrame, 'inline-flex', className)}>
      {button}
      {says && (
        <TipBubble id={id} {...tipPlace}>
          {says}
        </TipBubble>
      )}
    </span>
  )
}
