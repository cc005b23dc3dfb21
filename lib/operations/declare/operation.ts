import type * as z from 'zod/mini'
import { object } from 'zod/mini'
import { email, uuidSegment } from '../schemas/scalars'
import { nothing } from '../schemas/tolerant'

/** What a person must be allowed to do. Which role holds which right stands in lib/core/roles.ts. */
export type Right = 'read' | 'act'

/**
 * What may follow a command whose answer was lost.
 * - `sets`: sets a state; sending it again does no harm while nothing newer happened to the same target.
 * - `ambiguous`: sets a state, but a refusal of the repeat may be the first one's success.
 * - `makes`: makes something each time.
 * - `acts`: a repeat may be refused or act twice.
 */
export type Repeat = 'sets' | 'ambiguous' | 'makes' | 'acts'

/** What a command changes: two commands on one target never cross, and one whose outcome is unknown must be acknowledged before the next. */
export type TargetKind = 'buyer' | 'subscription' | 'token' | 'email' | 'order'

/** The names in braces of a path: `/buyers/{buyerId}` has `buyerId`. */
type PathParam<Path extends string> = string extends Path
  ? string
  : Path extends `${string}{${infer Name}}${infer Rest}`
    ? Name | PathParam<Rest>
    : never

type Declaration<Path extends string, Search extends Schema, Body extends Schema, Answer extends Schema> = {
  /** One sentence, for docs/api.md and for people who read the code. */
  summary: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** The service's own path, which is also the path of our route handler. */
  path: Path
  right: Right
  /** Query parameters; what is not declared is refused. */
  search?: Search
  body: Body
  answer: Answer
  /** Puts the times of an answer into the merchant account's zone, where they may come in another. */
  withTimesIn?(answer: z.output<Answer>, zone: string): z.output<Answer>
  success?: 201
  /** Where no answer is due: what one that comes all the same may tell of what was set, to be compared with what was sent. */
  mayTell?: Schema
  /** What it sets of a thing that there is, by the field in which an answer tells that. */
  sets?(body: z.output<Body>): Readonly<Record<string, unknown>>
}

/** What a command declares beside that. Nothing is optional: what it does not have is said by an empty list. */
type CommandParts = {
  /** Names of the queries whose answers are stale once this has succeeded. */
  stale: readonly string[]
  /** What a lost answer leaves open. Contract: service-facts 2.16 (no idempotency keys). */
  repeat: Repeat
  target: TargetKind
  /** Request headers a caller may add. */
  headers: readonly string[]
}

type QueryParts = {
  /** Reads outside the interface document: a merchant account may lack them. */
  extra?: true
  /** The answer grows with the buyer, so it may be as large as the configured limit. */
  large?: true
}

/** Of an operation of which the kind is not known each part may be asked for. */
type PartsOf = {
  command: CommandParts & { [Part in keyof QueryParts]?: never }
  query: QueryParts & { [Part in keyof CommandParts]?: never }
}

type Kinds = keyof PartsOf

type Schema = z.ZodMiniType

export type Operation<
  Kind extends Kinds = Kinds,
  Path extends string = string,
  Search extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> = Omit<Declaration<Path, Search, Body, Answer>, 'success'> &
  PartsOf[Kind] & {
    name: string
    kind: Kind
    params: z.ZodMiniType<Record<PathParam<Path>, string>>
    success: 200 | 201 | 204
  }

export type ParamsOf<O extends Operation> = Record<PathParam<O['path']>, string>
export type SearchOf<O extends Operation> = z.output<NonNullable<O['search']>>
export type BodyOf<O extends Operation> = z.output<O['body']>
/** The answer as the dashboard knows it: our names, tolerant of the service's variants. */
export type AnswerOf<O extends Operation> = z.output<O['answer']>
export type InputOf<O extends Operation> = { params: ParamsOf<O>; body?: BodyOf<O>; search?: SearchOf<O> }

// The kind is declared and not read off the method: prices are asked for with POST and change nothing.
export const query = declaring('query')
export const command = declaring('command')

function declaring<Kind extends Kinds>(kind: Kind) {
  return <const Path extends string, Body extends Schema, Answer extends Schema, Search extends Schema = Schema>(
    name: string,
    declared: Declaration<Path, Search, Body, Answer> & PartsOf[Kind],
  ): Operation<Kind, Path, Search, Body, Answer> => ({
    ...declared,
    name,
    kind,
    params: paramsIn(declared.path),
    success: declared.success ?? ((declared.answer as Schema) === nothing ? 204 : 200),
  })
}

// Every path parameter of the interface is a uuid but the e-mail of the extra read, so the path itself declares them.
function paramsIn<Path extends string>(path: Path) {
  const schemas = namesIn(path).map((name) => [name, name === 'email' ? email : uuidSegment])
  return object(Object.fromEntries(schemas)) as unknown as z.ZodMiniType<Record<PathParam<Path>, string>>
}

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
