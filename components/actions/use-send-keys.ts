import { useEffect, useRef } from 'react'

/** Ctrl or Cmd with Enter sends, wherever in the dialog the focus is. Null while it cannot be sent. */
export function useSendKeys(send: (() => void) | null): void {
  const current = useRef(send)
  useEffect(() => {
    current.current = send
  })
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
      event.preventDefault()
      current.current?.()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
