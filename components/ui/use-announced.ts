import { useEffect, useRef, useState } from 'react'

const everyMs = 15_000

/** What a screen reader is told of something that goes on: at most every 15 seconds, but at once when `state` changes. */
export function useAnnounced(words: string, state: string): string {
  const [said, setSaid] = useState('')
  const last = useRef({ at: 0, state })
  useEffect(() => {
    const isNews = last.current.state !== state
    const wait = isNews ? 0 : Math.max(0, last.current.at + everyMs - Date.now())
    const timer = setTimeout(() => {
      last.current = { at: Date.now(), state }
      setSaid(words)
    }, wait)
    return () => clearTimeout(timer)
  }, [words, state])
  return said
}
