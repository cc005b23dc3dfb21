import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Forgets what is one of a kind in this process, as if it had just started: all of it, or what has a name that begins so. An
 * AsyncLocalStorage has to be ended: Node 20 tells each one of every promise, so that a thousand forgotten ones would slow everything down.
 */
export function forgetSingletons(beginning = ''): void {
  const { counterfoil } = globalThis as { counterfoil?: Map<string, unknown> }
  for (const [name, one] of counterfoil ?? [])
    if (name.startsWith(beginning)) {
      if (one instanceof AsyncLocalStorage) one.disable()
      counterfoil?.delete(name)
    }
}
