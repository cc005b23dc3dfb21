import type { FieldError } from './errors'

type Fields = Record<string, unknown>
type TextRule = { is?: (text: string) => boolean; as?: string; maxLength?: number }

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isGiven = (value: unknown) => value !== undefined && value !== null

/**
 * Reads a request body field by field and collects what is wrong with it, so that one answer can name every bad field.
 * What it returns for a bad field is a placeholder; `errors` has to be looked at before any of it is used.
 */
export class BodyReader {
  private readonly fields: Fields

  constructor(
    value: unknown,
    private readonly path = '',
    readonly errors: FieldError[] = [],
  ) {
    this.fields = isObject(value) ? value : {}
    if (!isObject(value)) this.errors.push({ field: path || 'body', title: 'Must be an object.' })
  }

  has(name: string): boolean {
    return isGiven(this.fields[name])
  }

  raw(name: string): unknown {
    return this.fields[name]
  }

  reject(name: string, title: string, values?: Record<string, unknown>): void {
    this.errors.push({ field: this.pathTo(name), title, ...(values ? { values } : {}) })
  }

  text(name: string, rule: TextRule = {}): string {
    const value = this.fields[name]
    if (isGiven(value) && value !== '') return this.optionalText(name, rule) ?? ''
    this.reject(name, 'This value is required.')
    return ''
  }

  optionalText(name: string, { is = () => true, as = 'a text', maxLength }: TextRule = {}): string | null {
    const value = this.fields[name]
    if (!isGiven(value)) return null
    if (typeof value === 'string' && is(value) && [...value].length <= (maxLength ?? value.length)) return value
    this.reject(name, maxLength === undefined ? `Must be ${as}.` : `Must be ${as} of at most ${maxLength} characters.`)
    return null
  }

  flag(name: string): boolean {
    if (typeof this.fields[name] !== 'boolean') this.reject(name, 'Must be true or false.')
    return this.fields[name] === true
  }

  optionalFlag(name: string): boolean | null {
    return this.has(name) ? this.flag(name) : null
  }

  number(name: string, is: (value: number) => boolean, as: string): number {
    const value = this.fields[name]
    if (typeof value === 'number' && is(value)) return value
    this.reject(name, `Must be ${as}.`)
    return 0
  }

  optionalNumber(name: string, is: (value: number) => boolean, as: string): number | null {
    return this.has(name) ? this.number(name, is, as) : null
  }

  optionalObject(name: string): Fields {
    const value = this.fields[name]
    if (isObject(value)) return value
    if (isGiven(value)) this.reject(name, 'Must be an object.')
    return {}
  }

  nested(name: string): BodyReader {
    return new BodyReader(this.fields[name], this.pathTo(name), this.errors)
  }

  /** The entries of a list that must hold at least one. */
  entries(name: string): BodyReader[] {
    const value = this.fields[name]
    if (Array.isArray(value) && value.length > 0) {
      return value.map((entry, index) => new BodyReader(entry, `${this.pathTo(name)}[${index}]`, this.errors))
    }
    this.reject(name, 'Must be a list with at least one entry.')
    return []
  }

  private pathTo(name: string): string {
    return this.path ? `${this.path}.${name}` : name
  }
}

/** Throws what `refusal` makes of the collected errors, when there are any. */
export function refuseBadFields(body: BodyReader, refusal: (errors: FieldError[]) => Error): void {
  if (body.errors.length > 0) throw refusal(body.errors)
}
