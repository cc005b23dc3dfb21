'use client'

import { useEffect, useState } from 'react'
import { Button, type ButtonProps } from '@/components/ui/button'

type Props = ButtonProps & {
  /** The verb. */
  children: string
  /** When it was sent, in milliseconds; null while it may be pressed. */
  sendingSince: number | null
}

/** The verb. While it is sent the button keeps its width, and after three seconds it counts. */
export function SendingButton({ children, sendingSince, ...props }: Props) {
  const isSending = sendingSince !== null
  return (
    <Button
      {...props}
      aria-busy={isSending || undefined}
      aria-disabled={isSending || undefined}
      onClick={isSending ? undefined : props.onClick}
    >
      <span className="grid justify-items-center tabular-nums [&>*]:col-start-1 [&>*]:row-start-1">
        {isSending ? <SendingWords since={sendingSince} /> : <span>{children}</span>}
        <span aria-hidden className="invisible">
          {children}
        </span>
        <span aria-hidden className="invisible">
          Sending, 00 s
        </span>
      </span>
    </Button>
  )
}

function SendingWords({ since }: { since: number }) {
  const [now, setNow] = useState(since)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.floor((now - since) / 1000)
  return <span>{seconds < 3 ? 'Sending…' : `Sending, ${seconds} s`}</span>
}
