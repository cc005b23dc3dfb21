import 'server-only'
import { createHash } from 'node:crypto'
import type { Person } from '../auth/sessions'

/** The name under which the table of throttles counts what a person does. */
export const limitKey = (what: string, { accountId }: Person) => createHash('sha256').update(`${what} ${accountId}`).digest('hex')
