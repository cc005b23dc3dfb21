import { type FieldValues, type Problem, type ProblemField, ServiceProblem } from './problem'
import { adviceOn, tryAgain } from './problem-copy'

/** What a panel says about a read that failed. `again`: trying again is safe and may help. */
export type ProblemWords = {
  title: string
  detail: string
  advice: string
  details: ProblemDetails | null
  again: boolean
  /** There's no session any more: whoever signs in elsewhere goes on here. */
  signIn: boolean
}

export function describeProblem(error: Error): ProblemWords {
  if (!(error instanceof ServiceProblem)) {
    return {
      title: 'Something went wrong in Counterfoil',
      detail: error.message,
      advice: tryAgain,
      details: null,
      again: true,
      signIn: false,
    }
  }
  const { title, detail, kind } = error.problem
  return {
    title,
    detail,
    advice: adviceOn(error.problem),
    details: problemDetails(error.problem),
    again: kind === 'unavailable',
    signIn: kind === 'signedOut',
  }
}

/** Why something isn't there, where there's room for a sentence alone: what the service says of the fields tells more than “Validation failed”. */
export const shortReason = ({ kind, detail, fields }: Pick<Problem, 'kind' | 'detail' | 'fields'>): string =>
  (kind === 'invalid' && [...new Set(fields.map(({ title }) => title).filter(Boolean))].join(' ')) || detail

/** What a problem tells beside its sentence: each field that no form shows, and what identifies the error to whoever looks into it. */
export type ProblemDetails = {
  fields: { name: string; title: string; values: string | null }[]
  code: string | null
  uuid: string | null
  traceId: string | null
  /** All of it as text. */
  copy: string
}

type Telling = Pick<Problem, 'detail' | 'code' | 'traceId' | 'uuid' | 'fields'>

/** The service names some fields as `data[productId]` (service-facts 2.15). */
export const plainField = (field: string): string => field.replace(/^data\[(\w+)\]$/, '$1')

/** `isOwn` says which fields the form on screen shows at themselves; every other one is named here in full. */
export function problemDetails(problem: Telling, isOwn: (field: string) => boolean = () => false): ProblemDetails {
  const { code, uuid = null, traceId, detail, fields } = problem
  const lines = [
    detail,
    ...fields.map(describeField),
    code && `code ${code}`,
    uuid && `uuid ${uuid}`,
    traceId && `trace ${traceId}`,
  ]
  return {
    fields: fields.filter(({ field }) => !isOwn(field)).map(fieldDetails),
    code,
    uuid,
    traceId,
    copy: lines.filter((line) => line !== null && line !== '').join('\n'),
  }
}

const fieldDetails = ({ field, title, values }: ProblemField) => ({ name: field, title, values: describeValues(values) })

/** `autochargeStatus: Must be off. (reason: Asked by phone)` */
export function describeField(field: ProblemField): string {
  const { name, title, values } = fieldDetails(field)
  return [name === '' ? title : `${name}: ${title}`, values && `(${values})`].filter(Boolean).join(' ')
}

function describeValues(values: FieldValues | undefined): string | null {
  if (values === undefined || values === '') return null
  if (typeof values === 'string') return values
  return Object.entries(values)
    .map(([name, value]) => `${name}: ${value === '' ? '""' : value}`)
    .join(', ')
}
