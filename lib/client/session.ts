import { fetchJson } from './call'

// When the page was drawn the session had just been used. Not React state: the warning looks at it now and then.
let answeredAt = Date.now()

export const lastAnswerAt = () => answeredAt

/** Every answer of a handler, a refusal too, has kept the session from going idle. */
export function noteAnswered(): void {
  answeredAt = Date.now()
}

/** Asks for nothing but to keep the session. */
export const keepSession = () => fetchJson('/api/desk/session')
