import { randomUUID } from 'node:crypto'

/** An entry of `errors` in a validation failure; `values` is there only where the document shows it. */
export type FieldError = { field: string; title: string; values?: Record<string, unknown> }

/** An answer other than success, in one of the service's error shapes (service-interface, Errors; service-facts 2.15). */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: Record<string, unknown>,
  ) {
    super(String(body.message))
  }
}

/** 32 hexadecimal characters, as in most of the published samples. */
const traceId = () => randomUUID().replaceAll('-', '')

/** Shape A, as for a buyer, subscription or token that is not there. */
export const notFound = (message = 'Entity not found') =>
  new Refusal(404, { uuid: randomUUID(), code: 3000, message, traceId: traceId() })

/** Shape A. Only the change of buyer data documents a 409; the message is ours. */
export const emailTaken = () =>
  new Refusal(409, { uuid: randomUUID(), code: 3000, message: 'Buyer with this email already exists', traceId: traceId() })

/** A business refusal: code 3000, a short message, no list of fields (D8). */
export const businessRefusal = (message: string) => new Refusal(422, { uuid: null, code: 3000, message, traceId: traceId() })

export const raceCondition = () =>
  new Refusal(400, { uuid: randomUUID(), code: 2107, message: 'Race condition', traceId: traceId() })

/** Shape C. The documents state no limit of requests, so the code and the message are ours. */
export const tooMany = () => new Refusal(429, { code: 0, message: 'Too many requests', traceId: traceId() })

/** Every failure of authentication has this one body, so only the status tells them apart (D15, service-facts 2.15). */
export const unauthorised = (status: 400 | 401 | 403 = 401) =>
  new Refusal(status, { uuid: null, message: 'Unauthorized service use is forbidden', code: 0, traceId: traceId() })

/** Shape C. */
export const internalError = () => new Refusal(500, { code: 0, message: 'Internal error', traceId: traceId() })

/** Shape B with `uuid: null`, the usual form of a validation failure (service-facts 6.5). */
export const invalid = (errors: FieldError[]) =>
  new Refusal(422, { uuid: null, message: 'Validation failed', code: 0, traceId: traceId(), errors })

/** Shape B as the change of buyer data has it: without a uuid (D43). */
export const invalidWithoutUuid = (errors: FieldError[]) =>
  new Refusal(422, { message: 'Validation error', code: 0, traceId: traceId(), errors })

/** Shape B as the initial order has it: its samples write the code as a text (D6). */
export const invalidWithTextCode = (errors: FieldError[]) =>
  new Refusal(422, { uuid: null, message: 'Validation error', code: '0', traceId: traceId(), errors })

/** The order samples write the code of a missing entity as a text too (D6). */
export const notFoundWithTextCode = () =>
  new Refusal(404, { uuid: null, message: 'Entity not found', code: '3000', traceId: traceId() })
