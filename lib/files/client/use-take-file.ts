import { useEffect, useRef, useState } from 'react'
import { newId } from '@/lib/client/new-id'
import { type Broken, request, requireSuccess } from '@/lib/client/request'
import { saveFile } from '@/lib/client/save-file'
import { fileEndHeader } from '@/lib/core/browser-names'
import { problem, ServiceProblem } from '@/lib/core/problem'

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
    const end = newId()
    try {
      const taken = await request(path, {
        merchant,
        actionId: newId(),
        body,
        headers: { accept: '*/*', [fileEndHeader]: end },
        signal: leaving.signal,
        as: (response, broken) => savedFile(response, broken, { end, onBytes: (bytes) => setState({ at: 'taking', bytes }) }),
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

type Saving = {
  /** What comes behind a whole file. */
  end: string
  /** Tells how much has come so far. */
  onBytes: (bytes: number) => void
}

/** Saves the file that a handler answers under the name it gives. */
async function savedFile(response: Response, broken: Broken, { end, onBytes }: Saving): Promise<Taken> {
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
  const type = response.headers.get('content-type') ?? ''
  const file = await withoutEnd(new Blob(parts, { type }), end, response.headers.get(fileEndHeader) === end)
  saveFile(name, file)
  return { name, bytes: file.size }
}

/** The file before its end. Throws where it lacks the end that was promised: a connection may be cut cleanly. */
async function withoutEnd(file: Blob, end: string, isPromised: boolean): Promise<Blob> {
  const at = Math.max(file.size - end.length, 0)
  if ((await file.slice(at).text()) === end) return file.slice(0, at, file.type)
  if (!isPromised) return file
  const detail = 'The file arrived incomplete, so it wasn’t saved. Export it again.'
  throw problem('unavailable', detail, { title: 'File not saved' })
}
