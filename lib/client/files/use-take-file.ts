import { useEffect, useRef, useState } from 'react'
import { ServiceProblem } from '@/lib/problem'
import { type Taken, takeFile } from './take-file'

type State =
  | { at: 'rest' }
  | { at: 'taking'; bytes: number }
  | { at: 'taken'; taken: Taken }
  | { at: 'failed'; error: ServiceProblem }

/** The taking of a file from a dialog: leaving the dialog gives it up. */
export function useTakeFile() {
  const [state, setState] = useState<State>({ at: 'rest' })
  const under = useRef<AbortController | null>(null)
  useEffect(() => () => under.current?.abort(), [])

  async function take(path: string, merchant: string, body: unknown): Promise<void> {
    const leaving = new AbortController()
    under.current = leaving
    setState({ at: 'taking', bytes: 0 })
    try {
      const taken = await takeFile(path, merchant, body, {
        signal: leaving.signal,
        onBytes: (bytes) => setState({ at: 'taking', bytes }),
      })
      setState({ at: 'taken', taken })
    } catch (error) {
      if (leaving.signal.aborted) return
      if (!(error instanceof ServiceProblem)) throw error
      setState({ at: 'failed', error })
    }
  }

  return { state, take }
}
