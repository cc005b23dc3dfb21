export const idleMs = 15 * 60_000

// When the page was drawn the session had just been used. Not React state: the watch looks at it now and then.
let answeredAt = Date.now()

/** Milliseconds until the session is idle, as far as this page knows: another tab, or a page that was drawn, may have kept it longer. */
export const idleIn = () => answeredAt + idleMs - Date.now()

/** The session lasts so many milliseconds more: as long as ever after any answer of a handler, which has kept it, a refusal too. */
export function noteIdleIn(leftMs = idleMs): void {
  answeredAt = Date.now() + leftMs - idleMs
}
