import type * as z from 'zod/mini'

/** What a schema says against a value, as `field: what to do`; empty where it takes the value. */
export function refusals(schema: z.ZodMiniType, value: unknown): string[] {
  const { error } = schema.safeParse(value)
  return (error?.issues ?? []).flatMap((issue) => {
    const at = (...more: string[]) => [...issue.path, ...more].join('.')
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `${at(key)}: unknown`)
      : [`${at()}: ${issue.message}`.replace(/^: /, '')]
  })
}
