import type { Role } from './roles'

/** Somebody who signs in with an e-mail and a password of ours. */
export type Account = { id: string; email: string; name: string; role: Role; disabled: boolean }
