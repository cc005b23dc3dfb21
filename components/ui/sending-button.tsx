import { useEffect, useState } from 'react'
import { cn } from '@/lib/cn'
import { Button, type ButtonProps } from './button'

// Sooner than this a count only flickers.
const countAfter = 3

type Props = Omit<ButtonProps, 'children'> & { children: string; sending: boolean }

/** The verb of a dialog. While it is sent it keeps its width, does nothing, and counts the seconds once there are three. */
export function SendingButton({ children, sending, ...props }: Props) {
  const seconds = useSeconds(sending)
  return (
    <Button {...props} onClick={sending ? undefined : props.onClick} aria-disabled={sending || props['aria-disabled']}>
      <span className="grid">
        <span className={cn('col-start-1 row-start-1', sending && 'invisible')} aria-hidden={sending}>
          {children}
        </span>
        <span className={cn('col-start-1 row-start-1', !sending && 'invisible')} aria-hidden={!sending}>
          {seconds >= countAfter ? `Sending, ${seconds} s` : 'Sending…'}
        </span>
      </span>
    </Button>
  )
}

function useSeconds(running: boolean): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!running) return
    const since = Date.now()
    setSeconds(0)
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - since) / 1000)), 500)
    return () => clearInterval(timer)
  }, [running])
  return seconds
}
