import { useEffect, useEffectEvent } from 'react'

/** Ctrl or Cmd with Enter sends, wherever on the page the focus is. */
export function useCalculateKeys(calculate: () => void): void {
  const run = useEffectEvent(calculate)
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
