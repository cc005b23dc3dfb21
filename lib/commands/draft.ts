/** A half-typed form: its values, and the action id it will be sent under. `wasSent` where it was sent under that already, or asked for. */
export type Draft = { actionId: string; values: Record<string, unknown>; wasSent?: true }

/** `kept` is false where the server keeps none now, as while a screen is shared. */
export type KeptDraft = { kept: boolean; actionId?: string }

/**
 * The id of a form's next action, once the one under this id has ended. It follows from the first, so that two tabs with one form, and the
 * server, come to the same one: what is sent from both is done once.
 */
export function nextId(id: string): string {
  const next = (Number.parseInt(id.slice(-counted), 16) + 1) % 16 ** counted
  return id.slice(0, -counted) + next.toString(16).padStart(counted, '0')
}

/** Whether an id was made by `nextId` out of the other, by however many steps. */
export const isLaterId = (id: string, than: string): boolean =>
  id.slice(0, -counted) === than.slice(0, -counted) && id.slice(-counted) > than.slice(-counted)

const counted = 12
