import { useEffect, useState } from 'react'

/** What is printed. It comes once the page stands: the first load is nearly full, and printing waits for nothing. Null until then. */
export function useStatement() {
  const [loaded, setLoaded] = useState<typeof import('./statement') | null>(null)
  useEffect(() => {
    void import('./statement').then(setLoaded)
  }, [])
  return loaded?.Statement ?? null
}
