import { isObject } from '@/lib/core/json'
import { ScimError } from './scim-error'

type Email = { value: string; type?: string; primary?: boolean }
type NamedRole = { value: string; type?: string; display?: string; primary?: boolean }

/** What we keep of a person of the company's directory. */
export type ScimUser = {
  userName: string
  externalId: string
  active: boolean
  displayName: string
  name: { givenName?: string; familyName?: string; formatted?: string }
  emails: Email[]
  roles: NamedRole[]
}

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'

const longest = 254
const maxValues = 50
// One sign between two parts of plain ASCII: a letter that only looks like one is in nobody's address here.
const plainEmail = /^[!-?A-~]+@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i

const wrong = (field: string, advice: string) => new ScimError(400, `${field}: ${advice}. Nothing was changed.`, 'invalidValue')

/**
 * The person that a resource describes; what we keep nothing of is passed over, as directories send much. `active` counts where the resource
 * doesn't say. Throws a ScimError.
 */
export function userIn(given: unknown, { active }: { active: boolean }): ScimUser {
  if (!isObject(given)) throw new ScimError(400, 'Send a user as a JSON object. Nothing was changed.', 'invalidSyntax')
  const name = isObject(attribute(given, 'name')) ? (attribute(given, 'name') as Record<string, unknown>) : {}
  return {
    userName: needed(given, 'userName'),
    externalId: needed(given, 'externalId'),
    active: truthIn(attribute(given, 'active'), 'active') ?? active,
    displayName: textIn(attribute(given, 'displayName'), 'displayName') ?? '',
    name: {
      givenName: textIn(attribute(name, 'givenName'), 'name.givenName'),
      familyName: textIn(attribute(name, 'familyName'), 'name.familyName'),
      formatted: textIn(attribute(name, 'formatted'), 'name.formatted'),
    },
    emails: listIn(attribute(given, 'emails'), 'emails').map((each) => ({
      ...valueIn(each, 'emails'),
      ...kindIn(each, 'emails'),
    })),
    roles: listIn(attribute(given, 'roles'), 'roles').map(roleIn),
  }
}

/** An attribute by its name, whose case doesn't matter. */
export function attribute(holder: Record<string, unknown>, name: string): unknown {
  const key = Object.keys(holder).find((each) => each.toLowerCase() === name.toLowerCase())
  return key === undefined ? undefined : holder[key]
}

function needed(given: Record<string, unknown>, name: string): string {
  const text = textIn(attribute(given, name), name)
  if (text === undefined || text.trim() === '') throw wrong(name, 'is missing')
  return text
}

/** A database takes no control characters and no halves of characters for a text. */
function textIn(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw wrong(name, 'isn’t a text')
  if (value.length > longest) throw wrong(name, `has more than ${longest} characters`)
  if (/[\p{Cc}\p{Cs}]/u.test(value)) throw wrong(name, 'has control characters in it')
  return value
}

/** Some directories send a truth as a text. */
function truthIn(value: unknown, name: string): boolean | undefined {
  if (value === undefined || value === null || typeof value === 'boolean') return value ?? undefined
  const text = typeof value === 'string' ? value.toLowerCase() : ''
  if (text !== 'true' && text !== 'false') throw wrong(name, 'is neither true nor false')
  return text === 'true'
}

/** The values of an attribute that may have several: a list, or one of them alone. */
export function listIn(value: unknown, name: string): unknown[] {
  if (value === undefined || value === null) return []
  const list = Array.isArray(value) ? value : [value]
  if (list.length > maxValues) throw wrong(name, `has more than ${maxValues} values`)
  return list
}

function valueIn(given: unknown, name: string): { value: string } {
  const value = textIn(isObject(given) ? attribute(given, 'value') : given, name)
  if (value === undefined) throw wrong(name, 'has an entry without a value')
  return { value }
}

function kindIn(given: unknown, name: string): { type?: string; primary?: boolean } {
  if (!isObject(given)) return {}
  return { type: textIn(attribute(given, 'type'), name), primary: truthIn(attribute(given, 'primary'), `${name}.primary`) }
}

/** Entra writes a role that has more than a value as JSON in its value. */
function roleIn(given: unknown): NamedRole {
  const { value } = valueIn(given, 'roles')
  const display = isObject(given) ? textIn(attribute(given, 'display'), 'roles') : undefined
  return { value: inJson(value) ?? value, display, ...kindIn(given, 'roles') }
}

function inJson(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const read: unknown = JSON.parse(text)
    return isObject(read) ? textIn(read.value, 'roles') : undefined
  } catch (cause) {
    if (cause instanceof ScimError) throw cause
    return undefined // a role may be called so
  }
}

/** The e-mail address that people see of somebody. Throws a ScimError where there's none. */
export function emailOf({ emails, userName }: ScimUser): string {
  const chosen = emails.find(({ primary }) => primary) ?? emails.find(({ type }) => type === 'work') ?? emails[0]
  const email = chosen?.value ?? userName
  if (!plainEmail.test(email)) throw wrong('emails', 'needs a plain e-mail address, or userName must be one')
  return email.toLowerCase()
}

/** The name that people see of somebody, in at most 80 characters. */
export function nameOf(user: ScimUser): string {
  const { givenName = '', familyName = '', formatted = '' } = user.name
  const names = [user.displayName, formatted, `${givenName} ${familyName}`, emailOf(user).split('@')[0] ?? '']
  const plain = names.map((text) => text.replace(/\p{Cf}/gu, '').trim())
  return [...(plain.find((text) => text !== '') ?? user.userName)].slice(0, 80).join('')
}

/** By what a user name is unique: its case doesn't matter. */
export const userNameKey = (userName: string) => userName.normalize('NFC').toLowerCase()
