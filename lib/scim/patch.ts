import { isObject } from '@/lib/core/json'
import { ScimError } from './scim-error'
import { attribute, listIn, userSchema } from './user'

type Resource = Record<string, unknown>
type Op = 'add' | 'replace' | 'remove'
type Place = { name: string; filter: { name: string; value: string } | null; sub: string | null }

const maxOperations = 100
const texts = ['userName', 'externalId', 'active', 'displayName']
const lists = ['emails', 'roles']
const known = [...texts, ...lists, 'name']
const path = /^([a-z$][\w$-]*)(?:\[\s*(\w+)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*\])?(?:\.([a-z]\w*))?$/i

const syntax = (what: string) => new ScimError(400, `${what} Nothing was changed.`, 'invalidSyntax')
const noPath = (text: string) =>
  new ScimError(400, `There’s no such path: ${text.slice(0, 100)}. Nothing was changed.`, 'invalidPath')

/**
 * A resource as the operations of a PATCH leave it (RFC 7644, 3.5.2), in the forms that directories send: `op` in any case, with a path or a
 * value of several attributes, whose names may be paths. What we keep nothing of is passed over. Throws a ScimError.
 */
export function patched(resource: Resource, body: unknown): Resource {
  const operations = isObject(body) ? attribute(body, 'Operations') : undefined
  if (!Array.isArray(operations) || operations.length === 0) throw syntax('Send Operations as a list.')
  if (operations.length > maxOperations) throw syntax(`Send ${maxOperations} operations or fewer.`)
  return operations.reduce<Resource>((now, operation) => operated(now, operation), resource)
}

function operated(resource: Resource, operation: unknown): Resource {
  if (!isObject(operation)) throw syntax('An operation is an object.')
  const op = plain(attribute(operation, 'op'))
  if (op !== 'add' && op !== 'replace' && op !== 'remove') throw syntax('An operation is add, replace or remove.')
  const target = attribute(operation, 'path')
  const value = attribute(operation, 'value')
  if (typeof target === 'string' && target !== '') return applied(resource, op, target, value)
  if (op === 'remove') throw new ScimError(400, 'To remove something takes its path. Nothing was changed.', 'noTarget')
  if (!isObject(value)) throw syntax('An operation without a path has an object as its value.')
  return Object.entries(value).reduce((now, [name, each]) => applied(now, op, name, each), resource)
}

function applied(resource: Resource, op: Op, target: string, value: unknown): Resource {
  const place = placeIn(target)
  if (place === null) return resource
  const { name, filter, sub } = place
  if (name === 'name') return { ...resource, name: nameAfter(resource.name, op, place, value) }
  if (lists.includes(name)) return { ...resource, [name]: listAfter(listIn(resource[name], name), op, place, value) }
  if (filter !== null || sub !== null) throw noPath(target)
  return { ...resource, [name]: op === 'remove' ? undefined : value }
}

/** Null for an attribute that we don't keep. */
function placeIn(target: string): Place | null {
  const prefix = `${userSchema}:`
  const own = target.toLowerCase().startsWith(prefix.toLowerCase()) ? target.slice(prefix.length) : target
  if (own.toLowerCase().startsWith('urn:')) return null
  const [, given = '', by, to, sub = null] = path.exec(own) ?? []
  if (given === '') throw noPath(target)
  if (given.toLowerCase() === 'id') throw new ScimError(400, 'The id can’t be changed. Nothing was changed.', 'mutability')
  const name = known.find((each) => each.toLowerCase() === given.toLowerCase())
  if (name === undefined) return null
  return { name, filter: by && to ? { name: by, value: unquoted(to, target) } : null, sub }
}

function unquoted(text: string, target: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    throw noPath(target)
  }
}

function nameAfter(before: unknown, op: Op, { sub, filter }: Place, value: unknown): Resource {
  const name = isObject(before) ? before : {}
  if (filter !== null) throw noPath('name[…]')
  if (sub !== null) return withPart(name, sub, op === 'remove' ? undefined : value)
  if (op === 'remove') return {}
  if (!isObject(value)) throw syntax('A name is an object.')
  return Object.entries(value).reduce((now, [part, each]) => withPart(now, part, each), name)
}

/** The part of an object by its name, whose case doesn't matter. */
function withPart(holder: Resource, name: string, value: unknown): Resource {
  const key = Object.keys(holder).find((each) => each.toLowerCase() === name.toLowerCase()) ?? name
  return Object.fromEntries([...Object.entries(holder).filter(([each]) => each !== key), [key, value]])
}

function listAfter(before: unknown[], op: Op, { name, filter, sub }: Place, value: unknown): unknown[] {
  if (filter === null && sub !== null) throw noPath(`${name}.${sub}`)
  if (filter === null) {
    const given = listIn(value, name)
    if (op === 'replace') return given
    const others = before.filter((each) => !given.some((one) => isSame(valueIn(each), valueIn(one))))
    return op === 'add' ? [...others, ...given] : value === undefined || value === null ? [] : others
  }
  const fits = (each: unknown) => isObject(each) && isSame(attribute(each, filter.name), filter.value)
  if (op === 'remove')
    return sub === null ? before.filter((each) => !fits(each)) : changedIn(before, fits, (each) => withPart(each, sub, undefined))
  const change = (each: Resource) =>
    sub === null ? { ...each, ...(isObject(value) ? value : { value }) } : withPart(each, sub, value)
  return before.some(fits) ? changedIn(before, fits, change) : [...before, change({ [filter.name]: filter.value })]
}

const changedIn = (list: unknown[], fits: (each: unknown) => boolean, change: (each: Resource) => Resource) =>
  list.map((each) => (fits(each) ? change(each as Resource) : each))

const valueIn = (each: unknown) => (isObject(each) ? attribute(each, 'value') : each)

/** Truths and texts are the same in any case; what is neither is the same as nothing. */
const isSame = (one: unknown, other: unknown) => plain(one) !== null && plain(one) === plain(other)
const plain = (value: unknown) => (typeof value === 'string' || typeof value === 'boolean' ? `${value}`.toLowerCase() : null)
