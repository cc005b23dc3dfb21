/** Whose name is on a row of a list or on an unconfirmed action. Times are ISO in UTC. */
export type Owner = { person: string; mine: boolean; since: string; until: string }

/** What somebody puts their name on, or takes a name off: `kind` is `unconfirmed` or the name of a list. */
export type OwnerChange = { kind: string; thing: string; assigned: boolean }

/** `me`: my name is on it, or it's mine and no name is on it. `nobody`: no name is on it and who sent it is away. */
export const ownerChoices = ['me', 'nobody'] as const
export type OwnerChoice = (typeof ownerChoices)[number]

export const assignedHours = 2
/** Who takes a sheet over has its unconfirmed actions for a shift. */
export const takenHours = 12
/** Who hasn't been here for so long no longer has what they sent. */
export const awayHours = 12

/** Who is on it, in a sentence without its full stop. */
export const describeOwner = (owner: Pick<Owner, 'person' | 'mine'> | null): string =>
  owner === null ? 'Nobody is on it' : owner.mine ? 'You’re on it' : `${owner.person} is on it`
