import 'server-only'
import * as z from 'zod/mini'
import { uuid } from '@/lib/operations/schemas/scalars'
import { checked } from '../admission'

/** The caller's own id of what it wants done: header `x-action-id`. Throws `invalid`. */
export const actionIdIn = (request: Request): string =>
  checked(z.object({ 'x-action-id': uuid }), { 'x-action-id': request.headers.get('x-action-id') ?? undefined })['x-action-id']
