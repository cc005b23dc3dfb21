import type * as z from 'zod/mini'
import { maskedFields } from '@/lib/core/masking'
import { orderMark } from '@/lib/operations/create-initial-order/order-mark'
import type { Operation } from '@/lib/operations/declare/operation'
import { count, decimal, flag, map, requiredDecimal, spellings, textNotNullWord } from '@/lib/operations/schemas/tolerant'

/** Where an answer of ours is not the service's, or what it is sent is not what the caller gave, and why. */
export type Difference = { ours: string; services: string; why: string }

type Def = {
  type: string
  in?: z.ZodMiniType
  out?: z.ZodMiniType
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  options?: z.ZodMiniType[]
  shape?: Record<string, z.ZodMiniType>
}

type Leaf = { name: string; path: string; schema: z.ZodMiniType }

/** Read off the declaration: its answer, the table of spellings, the masked fields and what a command of its kind is marked with. */
export function differencesOf(operation: Operation): Difference[] {
  const leaves = leavesOf(operation.answer)
  const names = new Set(leaves.flatMap(({ path }) => path.replaceAll('[]', '').split('.')))
  return [...spelled(names), ...readAs(leaves), ...gaps(names), ...hidden(leaves), ...moved(operation), ...added(operation)]
}

function spelled(names: Set<string>): Difference[] {
  return [...spellings].flatMap(([theirs, { ours, why }]) =>
    names.has(ours) ? [{ ours: `\`${ours}\``, services: `\`${theirs}\``, why }] : [],
  )
}

const kinds: { schemas: z.ZodMiniType[]; ours: string; services: string; why: string }[] = [
  {
    schemas: [count],
    ours: 'a number, or null',
    services: 'a number, or a string that holds an integer',
    why: 'the service writes the same field both ways',
  },
  {
    schemas: [decimal, requiredDecimal],
    ours: 'a decimal string with the digits the service sent',
    services: 'a string or a number',
    why: 'a number would lose digits of money',
  },
  {
    schemas: [flag],
    ours: '`true`, `false` or null',
    services: 'a boolean, or `"true"` and `"false"` as strings',
    why: 'the service writes the same field both ways',
  },
  {
    schemas: [textNotNullWord],
    ours: 'a string, or null',
    services: 'a string, which may be the word `"null"`',
    why: 'the word means “no value”',
  },
  {
    schemas: [map],
    ours: 'an object',
    services: 'an object, or `[]` if it’s empty',
    why: 'an empty map comes back as an empty list',
  },
]

function readAs(leaves: Leaf[]): Difference[] {
  return kinds.flatMap(({ schemas, ours, services, why }) => {
    const named = namesIn(leaves.filter(({ schema }) => schemas.includes(schema)))
    return named === '' ? [] : [{ ours: `${named}: ${ours}`, services, why }]
  })
}

/** An entry of a list that cannot be read stays in its place. */
const gaps = (names: Set<string>): Difference[] =>
  names.has('unreadable')
    ? [
        {
          ours: '`{"unreadable": true, "orderId"}` in place of an order',
          services: 'an order without the fields we need to say anything about it',
          why: 'one unreadable order mustn’t hide the others',
        },
      ]
    : []

function hidden(leaves: Leaf[]): Difference[] {
  const named = namesIn(leaves.filter(({ name }) => maskedFields.includes(name)))
  return named === ''
    ? []
    : [
        {
          ours: `${named}: masked`,
          services: 'unmasked',
          why: 'personal data; only Reveal shows it in full, and the journal records that',
        },
      ]
}

/** Times that may come in any zone are told in the account's. */
const moved = ({ withTimesIn }: Operation): Difference[] =>
  withTimesIn
    ? [
        {
          ours: '`createdAt`: with an offset, the same moment with that of the merchant account’s time zone',
          services: 'without an offset, or with any',
          why: 'its day is then the account’s, as where there’s none',
        },
      ]
    : []

/** What stands in an order tells it apart later from one that somebody else made. */
const added = ({ target }: Operation): Difference[] =>
  target === 'order'
    ? [
        {
          ours: `\`metaData.${orderMark}\`, added to what the caller sent`,
          services: 'what the caller sent',
          why: 'lets us find the order in the charge history if its answer was lost',
        },
      ]
    : []

const namesIn = (leaves: Leaf[]) => [...new Set(leaves.map(({ name }) => `\`${name}\``))].toSorted().join(', ')

/** Every field of an answer that is no object of fields itself. */
function leavesOf(schema: z.ZodMiniType, path = ''): Leaf[] {
  const name = path.replaceAll('[]', '').split('.').at(-1) ?? ''
  if (kinds.some(({ schemas }) => schemas.includes(schema))) return [{ name, path, schema }]
  const { type, in: from, out, innerType, element, options, shape } = schema._zod.def as Def
  if (shape) return Object.entries(shape).flatMap(([key, inner]) => leavesOf(inner, path === '' ? key : `${path}.${key}`))
  if (element) return leavesOf(element, `${path}[]`)
  if (options) return options.flatMap((option) => leavesOf(option, path))
  if (innerType) return leavesOf(innerType, path)
  if (type === 'pipe' && out && from) return leavesOf(isTransform(out) ? from : out, path)
  return [{ name, path, schema }]
}

const isTransform = (schema: z.ZodMiniType) => (schema._zod.def as Def).type === 'transform'
