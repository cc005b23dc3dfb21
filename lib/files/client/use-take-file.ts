import { useEffect, useRef, useState } from 'react'
import { newId } from '@/lib/client/new-id'
import { type Broken, request, requireSuccess } from '@/lib/client/request'
import { saveFile } from '@/lib/client/save-file'
import { ServiceProblem } from '@/lib/core/problem'

type Taken = { name: string; bytes: number }

type State =
  | { at: 'rest' }
  | { at: 'taking'; bytes: number }
  | { at: 'taken'; taken: Taken }
  | { at: 'failed'; error: ServiceProblem }

/** The taking of a file from a dialog: leaving the dialog gives it up, and stops the making of it too. */
export function useTakeFile() {
  const [state, setState] = useState<State>({ at: 'rest' })
  const under = useRef<AbortController | null>(null)
  useEffect(() => () => under.current?.abort(), [])

  async function take(path: string, merchant: string, body: unknown): Promise<void> {
    const leaving = new AbortController()
    under.current = leaving
    setState({ at: 'taking', bytes: 0 })
    try {
      const taken = await request(path, {
        merchant,
        actionId: newId(),
        body,
        headers: { accept: '*/*' },
        signal: leaving.signal,
        as: (response, broken) => savedFile(response, broken, (bytes) => setState({ at: 'taking', bytes })),
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

/** Saves the file that a handler answers under the name it gives. `onBytes` tells how much has come so far. */
async function savedFile(response: Response, broken: Broken, onBytes: (bytes: number) => void): Promise<Taken> {
  await requireSuccess(response, broken)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = (response.body ?? new Blob().stream()).getReader()
  for (;;) {
    const { done, value } = await reader
      .read()
      .catch((cause: unknown) => broken(cause, 'The connection dropped before the file finished. Nothing was saved. Try again.'))
    if (done) break
    parts.push(value)
    bytes += value.length
    onBytes(bytes)
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'file'
  saveFile(name, new Blob(parts, { type: response.headers.get('content-type') ?? '' }))
  return { name, bytes }
}
