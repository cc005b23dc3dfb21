'use client'

import { Close, Content, Description, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog'
import { X } from 'lucide'
import { type ReactNode, type RefObject, useRef } from 'react'
import { IconButton } from './icon-button'
import { closeOpenFloat } from './open-float'
import { allowOwnStyles } from './style-nonce'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The verb. */
  title: ReactNode
  /** Its object, under the verb. */
  subtitle?: ReactNode
  children: ReactNode
  /** The buttons: Back, then the verb. */
  footer: ReactNode
  /** Something is under way: Escape and a press beside the dialog do not close it, its Close still does. */
  busy?: boolean
  /** Where the focus starts, if not on the first button of the footer, which is Back. */
  initialFocus?: RefObject<HTMLElement | null>
}

/** The frame of every dialog: 560 px, the whole screen on the phone; head and foot stay while the body scrolls. */
export function Dialog({ open, onOpenChange, title, subtitle, children, footer, busy = false, initialFocus }: Props) {
  allowOwnStyles()
  const foot = useRef<HTMLDivElement>(null)
  const opener = useRef<Element | null>(null)
  return (
    <Root open={open} onOpenChange={onOpenChange}>
      <Portal>
        <Overlay className="fixed inset-0 z-30 grid grid-rows-[minmax(0,1fr)] animate-rise place-items-center overflow-y-auto bg-scrim p-6 max-sm:p-0">
          <Content
            {...(subtitle === undefined && { 'aria-describedby': undefined })}
            onEscapeKeyDown={(event) => (closeOpenFloat() || busy) && event.preventDefault()}
            onInteractOutside={(event) => busy && event.preventDefault()}
            onOpenAutoFocus={(event) => {
              event.preventDefault()
              opener.current = document.activeElement
              const start = initialFocus?.current ?? foot.current?.querySelector('button')
              start?.focus()
            }}
            onCloseAutoFocus={(event) => {
              // Radix gives the focus back to its own trigger only, and ours are menus and buttons elsewhere.
              event.preventDefault()
              if (opener.current instanceof HTMLElement) opener.current.focus()
            }}
            className="flex max-h-[calc(100dvh-3rem)] w-full max-w-dialog flex-col rounded-dialog bg-overlay shadow-float max-sm:h-dvh max-sm:max-h-none max-sm:max-w-none max-sm:rounded-none"
          >
            <div className="flex items-start gap-3 pt-4 pr-3 pb-3 pl-5 max-sm:pl-4">
              <div className="min-w-0 flex-auto">
                <Title className="font-semibold text-dialog">{title}</Title>
                {subtitle !== undefined && <Description className="text-muted text-table">{subtitle}</Description>}
              </div>
              <Close asChild>
                <IconButton icon={X} label="Close" tipPlace={{ side: 'bottom', align: 'end' }} />
              </Close>
            </div>
            <div className="grid min-h-0 flex-auto content-start gap-4 overflow-y-auto px-5 pb-4 max-sm:px-4">{children}</div>
            <div
              ref={foot}
              className="flex flex-wrap items-center justify-end gap-2 border-t px-5 py-3 max-sm:px-4 max-sm:[&>:is(button,span:has(>button))]:flex-1 max-sm:[&>span>button]:w-full"
            >
              {footer}
            </div>
          </Content>
        </Overlay>
      </Portal>
    </Root>
  )
}
