import * as z from 'zod/mini'
import { email, uuid } from '@/lib/operations/schemas/scalars'

/** A field of a body or of a query string, as one row of a table. */
export type Field = { name: string; type: string; required: boolean; rule: string }

/** The part of JSON Schema that the declarations come out as. */
type Shape = {
  type?: string | string[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  const?: unknown
  enum?: unknown[]
  default?: unknown
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  anyOf?: Shape[]
  oneOf?: Shape[]
}

/** The fields that a schema takes in, nested ones by their path; none for a schema that is no object. */
export function fieldsOf(schema: z.ZodMiniType): Field[] {
  return nested('', shapeOf(schema))
}

const shapeOf = (schema: z.ZodMiniType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
/** Patterns that have a name. */
const named = new Map([
  [shapeOf(uuid).pattern, 'uuid'],
  [shapeOf(email).pattern, 'email'],
])

function nested(path: string, shape: Shape): Field[] {
  if (shape.items?.oneOf) return shape.items.oneOf.flatMap((variant) => nested(`${path}[${variantName(variant)}]`, variant))
  if (shape.items) return nested(`${path}[]`, shape.items)
  return Object.entries(shape.properties ?? {}).flatMap(([name, given]) => {
    const { inner, nullable } = withoutNull(given)
    const at = path === '' ? name : `${path}.${name}`
    const required = shape.required?.includes(name) ?? false
    return [{ name: at, type: typeOf(inner) + (nullable ? ' or null' : ''), required, rule: ruleOf(inner) }, ...nested(at, inner)]
  })
}

/** Variants of a union are told apart by their first field with fixed values. */
function variantName({ properties = {} }: Shape): string {
  const fixed = Object.values(properties).find(({ const: only, enum: several }) => only !== undefined || several !== undefined)
  return fixed?.enum?.join(' or ') ?? String(fixed?.const)
}

function withoutNull(shape: Shape): { inner: Shape; nullable: boolean } {
  if (Array.isArray(shape.type))
    return { inner: { ...shape, type: shape.type.filter((type) => type !== 'null')[0] }, nullable: shape.type.includes('null') }
  const others = shape.anyOf?.filter(({ type }) => type !== 'null') ?? []
  return others.length === 1 && others[0]
    ? { inner: { ...others[0], default: shape.default }, nullable: true }
    : { inner: shape, nullable: false }
}

function typeOf({ type, items, format, pattern, properties, oneOf }: Shape): string {
  if (items) return `list of ${typeOf(items)}`
  if (oneOf) return 'object'
  if (type === 'object') return properties ? 'object' : 'map'
  return named.get(pattern) ?? format ?? String(type ?? 'any')
}

function ruleOf(shape: Shape): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern, format } = shape
  return [
    ...(shape.const === undefined ? [] : [`always \`${JSON.stringify(shape.const)}\``]),
    ...(shape.enum ? [shape.enum.map((value) => `\`${value}\``).join(', ')] : []),
    ...range(minimum, maximum, (number) => String(number)),
    ...range(minLength, maxLength, (number) => `${number} character${number === 1 ? '' : 's'}`),
    ...range(minItems, maxItems, (number) => `${number} item${number === 1 ? '' : 's'}`),
    ...(pattern !== undefined && !named.has(pattern) && format === undefined ? [`\`${pattern}\``] : []),
    ...(shape.default === undefined ? [] : [`left out: \`${JSON.stringify(shape.default)}\``]),
  ].join('; ')
}

function range(from: number | undefined, to: number | undefined, said: (number: number) => string): string[] {
  if (from !== undefined && to !== undefined) return [`${from} to ${said(to)}`]
  if (from !== undefined) return [`at least ${said(from)}`]
  return to === undefined ? [] : [`at most ${said(to)}`]
}
