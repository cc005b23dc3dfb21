import { iso } from './days'
import type { Effect, Input, KnownThing, Situation } from './effect'

export type Foreseen = Pick<Effect, 'rows' | 'later' | 'warnings'>

export type Command = { operation: string; params: Record<string, string>; body: unknown }

/** The command that takes another back, what people call it and until when it may be sent (ISO), or why there is none. */
export type WayBack =
  | { command: Command; verb: string; until: string | null; note: string | null }
  | { command: null; why: string }

type Given<Body> = Input & { body: Partial<Body> }

/** What a command does and how it is taken back, of which everything that is told of its effect is made. */
export type CommandEffects<Body> = {
  foresee(input: Given<Body>, situation: Situation): Foreseen
  wayBack(input: Given<Body>, before: KnownThing, now: Date, zone: string): WayBack
}

export const noWayBack = (why: string): WayBack => ({ command: null, why })

/** Something that holds from now on, or at no certain time. */
export const undated = (says: string) => ({ from: null, until: null, says, danger: false })

/** At one moment, in milliseconds. */
export const at = (moment: number, says: string) => ({ from: iso(moment), until: iso(moment), says, danger: false })
