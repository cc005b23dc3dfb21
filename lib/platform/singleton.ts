import 'server-only'

const made = globalThis as unknown as { counterfoil?: Map<string, unknown> }

/** One of a kind per process. Next builds handlers, pages and the boot hook apart, so a module's own variable would exist several times. */
export function singleton<T>(name: string, make: () => T): T {
  made.counterfoil ??= new Map()
  if (!made.counterfoil.has(name)) made.counterfoil.set(name, make())
  return made.counterfoil.get(name) as T
}
