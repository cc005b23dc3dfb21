import { useEffect, useState } from 'react'
import { fromOwnJson } from '@/lib/core/json'

/** The value once it has not changed for so many milliseconds; the first one at once. It is compared by its JSON. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  const written = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(fromOwnJson<T>(written)), ms)
    return () => clearTimeout(timer)
  }, [written, ms])
  return settled
}
