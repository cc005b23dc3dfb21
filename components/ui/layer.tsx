'use client'

import { Content, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog'
import { type ReactNode, useRef } from 'react'
import { cn } from '@/lib/core/cn'
import { allowOwnStyles } from './style-nonce'

const looks = {
  top: {
    overlay: 'items-start p-6 pt-[12dvh] max-sm:p-0',
    content: 'max-h-[70dvh] rounded-dialog max-sm:max-h-dvh max-sm:rounded-t-none',
  },
  bottom: { overlay: 'items-end', content: 'max-h-[85dvh] rounded-t-dialog' },
}

type Props = {
  label: string
  /** Near the top of the screen, to be typed into; at its bottom, under the thumb. */
  place: keyof typeof looks
  onClose: () => void
  /** Once it is gone and the focus is back where it was: what may open the next layer. */
  onClosed: () => void
  children: ReactNode
}

/** A layer over the page, the whole width on the phone. Its first field or button has the focus. */
export function Layer({ label, place, onClose, onClosed, children }: Props) {
  allowOwnStyles()
  const opener = useRef<Element | null>(null)
  return (
    <Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Portal>
        <Overlay className={cn('fixed inset-0 z-30 flex animate-rise justify-center bg-scrim', looks[place].overlay)}>
          <Content
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => {
              event.preventDefault()
              opener.current = document.activeElement
              if (event.currentTarget instanceof HTMLElement)
                event.currentTarget.querySelector<HTMLElement>('input, button')?.focus()
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
              onClosed()
            }}
            className={cn('flex w-full max-w-dialog flex-col overflow-hidden bg-overlay shadow-float', looks[place].content)}
          >
            <Title className="sr-only">{label}</Title>
            {children}
          </Content>
        </Overlay>
      </Portal>
    </Root>
  )
}
