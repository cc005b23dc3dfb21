import type { ComponentPropsWithoutRef } from 'react'
import { cn } from '@/lib/core/cn'

type Props = ComponentPropsWithoutRef<'section'> & { as?: 'section' | 'article' | 'div' }

/** One border, no shadow, and no card in a card. It does not clip, so that tips may stand out of it. */
export function Card({ as: Element = 'section', className, ...props }: Props) {
  return <Element {...props} className={cn('min-w-0 rounded-card border bg-raised', className)} />
}
