import { useEffect, useEffectEvent } from 'react'
import { isForKeys } from './is-for-keys'

// Two keys that belong together follow each other at once, or they do not belong together.
const togetherMs = 1_000

/** Runs what stands for a key, or for two one after the other: `{ '/': …, 'g j': … }`. Nothing while somebody types. */
export function useKeySequences(sequences: Readonly<Record<string, () => void>>) {
  const run = useEffectEvent((keys: string) => sequences[keys])
  const begins = useEffectEvent((key: string) => Object.keys(sequences).some((keys) => keys.startsWith(`${key} `)))

  useEffect(() => {
    let first: { key: string; at: number } | null = null
    function onKeyDown(event: KeyboardEvent) {
      if (!isForKeys(event) || event.repeat) return
      const before = first !== null && event.timeStamp - first.at < togetherMs ? first.key : null
      first = null
      const act = (before === null ? undefined : run(`${before} ${event.key}`)) ?? run(event.key)
      if (act) {
        event.preventDefault() // which also keeps the second key from the list on the page
        act()
      } else if (begins(event.key)) {
        first = { key: event.key, at: event.timeStamp }
      }
    }
    // Before the listeners of the page, for which a second key would be a first one.
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [])
}
