'use client'

import { Close, Content, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog'
import { X } from 'lucide'
import { type ReactNode, useRef } from 'react'
import { IconButton } from './icon-button'
import { closeOpenFloat } from './open-float'
import { allowOwnStyles } from './style-nonce'

type Props = {
  title: ReactNode
  /** Before the title. */
  mark?: ReactNode
  onClose: () => void
  children: ReactNode
  footer: ReactNode
}

/** A layer at the right edge, the whole screen on the phone: what is changed in it shows on the page at once. Its first field has the focus. */
export function Drawer({ title, mark, onClose, children, footer }: Props) {
  allowOwnStyles()
  const opener = useRef<Element | null>(null)
  return (
    <Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Portal>
        <Overlay className="fixed inset-0 z-30 flex justify-end bg-scrim">
          <Content
            aria-describedby={undefined}
            onEscapeKeyDown={(event) => closeOpenFloat() && event.preventDefault()}
            onOpenAutoFocus={(event) => {
              event.preventDefault()
              opener.current = document.activeElement
              if (event.currentTarget instanceof HTMLElement)
                (event.currentTarget.querySelector<HTMLElement>('[data-first]') ?? event.currentTarget).focus()
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              if (opener.current instanceof HTMLElement) opener.current.focus()
            }}
            className="flex h-dvh w-105 max-w-full animate-rise flex-col border-l bg-overlay shadow-float max-sm:w-full max-sm:border-l-0"
          >
            <div className="flex min-h-14 items-center gap-3 border-b pr-3 pl-5 max-sm:pl-4">
              {mark}
              <Title className="min-w-0 flex-auto truncate font-semibold text-dialog">{title}</Title>
              <Close asChild>
                <IconButton icon={X} label="Close" tipPlace={{ side: 'bottom', align: 'end' }} />
              </Close>
            </div>
            <div className="min-h-0 flex-auto overflow-y-auto">{children}</div>
            <div className="flex flex-wrap items-center gap-2 border-t px-5 py-3 max-sm:px-4">{footer}</div>
          </Content>
        </Overlay>
      </Portal>
    </Root>
  )
}
