import { type OperationName, operations } from '.'
import type { Address } from './path'

/** Method and path of every operation, for the browser. */
export const addresses = Object.fromEntries(
  Object.values(operations).map(({ name, method, path }) => [name, { method, path }]),
) as Record<OperationName, Address>
