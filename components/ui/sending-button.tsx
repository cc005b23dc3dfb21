'use client'

import { useEffect, useState } from 'react'
import { Button, type ButtonProps } from './button'

// Sooner than this a count only flickers.
const countAfter = 3

type Props = Omit<ButtonProps, 'children'> & { children: string; sending: boolean }

/** The verb of a dialog. While it is sent it keeps its width, does nothing, and counts the seconds once there are three. */
export function SendingButton({ children, sending, ...props }: Props) {
  return (
    <Button
      {...props}
      aria-busy={sending || undefined}
      aria-disabled={sending || props['aria-disabled']}
      onClick={sending ? undefined : props.onClick}
    >
      <span className="grid min-w-0 grid-cols-[minmax(0,auto)] justify-items-center tabular-nums [&>*]:col-start-1 [&>*]:row-start-1 [&>*]:max-w-full [&>*]:truncate">
        {sending ? <SendingText /> : <span>{children}</span>}
        <span aria-hidden className="invisible">
          {children}
        </span>
        <span aria-hidden className="invisible">
          Sending… 00 s
        </span>
      </span>
    </Button>
  )
}

function SendingText() {
  const [since] = useState(Date.now)
  const [now, setNow] = useState(since)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.floor((now - since) / 1000)
  return <span>{seconds < countAfter ? 'Sending…' : `Sending… ${seconds} s`}</span>
}
