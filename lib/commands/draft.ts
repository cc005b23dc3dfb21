/** A half-typed form: its values, and the action id it will be sent under. */
export type Draft = { actionId: string; values: Record<string, unknown> }
