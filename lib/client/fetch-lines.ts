import { isProblem, problem, ServiceProblem } from '@/lib/problem'
import { noteAnswered } from './session'

/** The JSON lines of one of our own handlers, as they come. Throws a ServiceProblem: the handler's own, or that the stream broke. */
export async function* fetchLines<T>(path: string, init: RequestInit & { signal: AbortSignal }): AsyncGenerator<T> {
  const broken = (cause: unknown): never => {
    if (init.signal.aborted) throw cause
    throw problem('unavailable', 'The dashboard could not be reached. Is this computer online?')
  }
  const response = await fetch(path, init).catch(broken)
  if (!response.ok || !response.body) {
    const body: unknown = await response.json().catch(() => undefined)
    throw isProblem(body) ? new ServiceProblem(body) : problem('unavailable', `The dashboard answered ${response.status}.`)
  }
  noteAnswered()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let text = ''; ; ) {
    const { done, value = '' } = await reader.read().catch(broken)
    const lines = `${text}${value}`.split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as T
    if (done) return
  }
}
