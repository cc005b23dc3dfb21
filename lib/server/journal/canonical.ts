import 'server-only'
import { isObject } from '@/lib/operations/schemas/tolerant'

/** JSON with sorted keys and nothing undefined: equal values give equal text, which is what a digest needs. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'null'
  let pairs = ''
  for (const key of Object.keys(value).sort()) {
    if (value[key] !== undefined) pairs += `${pairs && ','}${JSON.stringify(key)}:${canonical(value[key])}`
  }
  return `{${pairs}}`
}
