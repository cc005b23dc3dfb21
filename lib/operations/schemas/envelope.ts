import * as z from 'zod/mini'
import { count, isObject } from './tolerant'

/** An answer without a body (204). */
export const nothing = z.undefined()

/** `meta` may be an object, `[]` or absent (service-facts D12, D13); here it is always an object. */
const metaOf = <T extends z.ZodMiniType>(schema: T) =>
  z.pipe(
    z.transform((value: unknown): unknown => (isObject(value) ? value : {})),
    schema,
  )

/** Which of the two it is stands in the declaration; an answer is not lost over it. */
const always = <T extends string>(type: T) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform(() => type),
  )

/** One thing: `{data, meta: {type: 'entity'}}`. */
export const entity = <T extends z.ZodMiniType>(data: T) => z.object({ data, meta: metaOf(z.object({ type: always('entity') })) })

/** Several things, or one answer about several: `total` and `offset` are null where the service does not tell them. */
export const collection = <T extends z.ZodMiniType>(data: T) =>
  z.object({
    data,
    meta: metaOf(z.object({ type: always('collection'), total: count, offset: count })),
  })
