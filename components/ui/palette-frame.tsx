'use client'

import { Content, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog'
import { type ReactNode, useRef } from 'react'
import { allowOwnStyles } from './style-nonce'

type Props = {
  label: string
  onClose: () => void
  /** Once it is gone and the focus is back where it was: what may open the next layer. */
  onClosed: () => void
  children: ReactNode
}

/** A layer near the top of the screen, the whole width on the phone, for something to type into. The first field has the focus. */
export function PaletteFrame({ label, onClose, onClosed, children }: Props) {
  allowOwnStyles()
  const opener = useRef<Element | null>(null)
  return (
    <Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Portal>
        <Overlay className="fixed inset-0 z-30 flex animate-rise items-start justify-center bg-scrim p-6 pt-[12dvh] max-sm:p-0">
          <Content
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => {
              event.preventDefault()
              opener.current = document.activeElement
              if (event.currentTarget instanceof HTMLElement) event.currentTarget.querySelector('input')?.focus()
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
              onClosed()
            }}
            className="flex max-h-[70dvh] w-full max-w-dialog flex-col overflow-hidden rounded-dialog bg-overlay shadow-float max-sm:max-h-dvh max-sm:rounded-t-none"
          >
            <Title className="sr-only">{label}</Title>
            {children}
          </Content>
        </Overlay>
      </Portal>
    </Root>
  )
}
