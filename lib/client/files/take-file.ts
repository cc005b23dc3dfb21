import { isProblem, problem, ServiceProblem } from '@/lib/problem'
import { noteAnswered } from '../session'
import { saveFile } from './save-file'

export type Taken = { name: string; bytes: number }

/**
 * Asks a handler of our own for a file and saves it under the name it gives. `onBytes` tells how much has come so far; aborting stops
 * the making of it too. Throws a ServiceProblem, or the abort's own error.
 */
export async function takeFile(
  path: string,
  merchant: string,
  body: unknown,
  { signal, onBytes }: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<Taken> {
  const broken = (cause: unknown): never => {
    if (signal.aborted) throw cause
    throw problem('unavailable', 'The connection broke before the whole file had come. Nothing was saved.')
  }
  const response = await fetch(path, {
    method: 'POST',
    headers: { accept: '*/*', 'content-type': 'application/json', 'x-merchant': merchant },
    body: JSON.stringify(body),
    signal,
  }).catch(broken)
  noteAnswered()
  if (!response.ok || !response.body) {
    const told: unknown = await response.json().catch(() => undefined)
    throw isProblem(told) ? new ServiceProblem(told) : problem('unavailable', `The dashboard answered ${response.status}.`)
  }
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(broken)
    if (done) break
    parts.push(value)
    bytes += value.length
    onBytes(bytes)
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'file'
  saveFile(name, new Blob(parts, { type: response.headers.get('content-type') ?? '' }))
  return { name, bytes }
}

/** `840 B`, `12 kB`, `3.4 MB`. */
export function bytesWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
