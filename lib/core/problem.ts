export const problemKinds = [
  'invalid', // the request broke a rule; `fields` may say which
  'notFound',
  'conflict', // taken, or changed by somebody in between
  'signedOut', // no session of ours
  'forbidden', // the person's role is too low
  'refused', // the service refused our keys: no fault of the person who asked
  'unavailable', // nothing was read, or nothing was sent: trying again is safe
  'unconfirmed', // a command was sent and its outcome is unknown: trying again is not safe
] as const

export type ProblemKind = (typeof problemKinds)[number]
/** The values that the service tells beside a field: by name, or as one text. */
export type FieldValues = string | Record<string, string | number | boolean | null>
export type ProblemField = { field: string; title: string; values?: FieldValues }

/** RFC 9457 with what a person needs to act on it. `code` is the service's own, or ours where it gave none. */
export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  kind: ProblemKind
  code: string | null
  traceId: string | null
  /** Of the service's error, where it gave one. */
  uuid?: string
  fields: ProblemField[]
  actionId?: string
  /** Seconds. */
  retryAfter?: number
  /** What the person signs with a passkey, so that the same request is done with it. */
  signature?: SignatureRequest
}

/** `options` are for the browser's authenticator, and `statement` is what it signs a digest of. */
export type SignatureRequest = { id: string; statement: string; options: unknown }

/** Whether an answer is a problem of our own handlers. By hand, because a schema library in the browser costs every page 25 kB. */
export function isProblem(body: unknown): body is Problem {
  const problem = body as Partial<Problem> | null
  return (
    typeof problem === 'object' &&
    problem !== null &&
    problemKinds.some((kind) => kind === problem.kind) &&
    typeof problem.detail === 'string' &&
    Array.isArray(problem.fields)
  )
}

/** The only error the dashboard throws on purpose, on both sides of the wire. */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem'

  constructor(
    readonly problem: Problem,
    options?: ErrorOptions,
  ) {
    super(problem.detail, options)
  }

  /** By name: the build makes handlers, pages and the boot hook apart, and one may have to read what another threw. */
  static override [Symbol.hasInstance](thing: unknown): boolean {
    return thing instanceof Error && thing.name === 'ServiceProblem'
  }
}

const statuses: Record<ProblemKind, number> = {
  invalid: 422,
  signedOut: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  refused: 502,
  unavailable: 503,
  unconfirmed: 504,
}

const titles: Record<ProblemKind, string> = {
  invalid: 'Check the highlighted fields',
  notFound: 'Not found',
  conflict: 'Something changed in the meantime',
  signedOut: 'Signed out',
  forbidden: 'Your role can’t do this',
  refused: 'The service refused our keys',
  unavailable: 'Couldn’t reach the service',
  unconfirmed: 'We do not know whether this was applied',
}

/** What somebody did meanwhile. A refusal under any other code of ours is about what isn't possible as things are. */
const changes: readonly string[] = [
  'changed',
  'decided',
  'settled',
  'answered',
  'newer_action',
  'overtaken',
  'moved_on',
  'import_moved',
  'shipped',
  'not_pinned',
  'already_asked',
  'already_requested',
  'owned',
  'requested_in_full',
]

/** Whether a conflict is with a change since. The service's own codes are numbers, and it tells nothing else by one. */
export const isWithChange = (code: string | null): boolean => code === null || /^\d*$/.test(code) || changes.includes(code)

/** Whether a form can show at its fields what is wrong. */
export const namesFields = (fields: readonly ProblemField[]): boolean => fields.some(({ field }) => field !== '')

function titleOf(kind: ProblemKind, { code = null, fields = [] }: Partial<Problem>): string {
  if (kind === 'conflict' && !isWithChange(code)) return 'This isn’t possible now'
  return kind === 'invalid' && !namesFields(fields) ? 'Check what you entered' : titles[kind]
}

/** A problem of the given kind, with that kind's status and title unless told otherwise. */
export function problem(kind: ProblemKind, detail: string, more: Partial<Omit<Problem, 'kind' | 'detail'>> = {}): ServiceProblem {
  const defaults = {
    type: `urn:counterfoil:problem:${kind}`,
    title: titleOf(kind, more),
    status: statuses[kind],
    code: null,
    traceId: null,
    fields: [],
  }
  return new ServiceProblem({ ...defaults, ...more, kind, detail })
}

export const invalid = (
  fields: ProblemField[],
  {
    detail = namesFields(fields) ? 'Fix the highlighted fields and try again.' : 'Fix this and try again.',
    code = null,
  }: { detail?: string; code?: string | null } = {},
) => problem('invalid', detail, { fields, code })
