import { useEffect, useState } from 'react'

const typingMs = 200

/** A value as it is once it has been the same for a moment: not every letter somebody types is asked of the server. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
