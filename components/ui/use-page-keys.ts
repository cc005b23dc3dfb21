import { useEffect, useEffectEvent } from 'react'
import { isForKeys } from './is-for-keys'

/**
 * Runs what a single key stands for on this page. Nothing while somebody types, with a modifier, or while a key repeats; and never for the
 * second key of a sequence, which whoever listens for sequences has taken before.
 */
export function usePageKeys(keys: Readonly<Record<string, () => void>>) {
  const run = useEffectEvent((key: string) => keys[key])
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.repeat || !isForKeys(event)) return
      const act = run(event.key)
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
