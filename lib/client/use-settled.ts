import { useEffect, useState } from 'react'

/** The value once it has not changed for so many milliseconds; the first one at once. It is compared by its JSON. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  const written = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(written) as T), ms)
    return () => clearTimeout(timer)
  }, [written, ms])
  return settled
}
