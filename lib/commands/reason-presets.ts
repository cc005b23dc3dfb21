import { allWords, type ReasonedCommand, wordsNamed } from '@/lib/operations/words'

export type { ReasonedCommand }

/** The ready-made reasons of each command. The text goes to the service as it stands here. */
export type ReasonPresets = Record<ReasonedCommand, readonly string[]>

const reasoned = allWords.flatMap(([operation, { reasons }]) => (reasons === null ? [] : [[operation, reasons] as const]))

/** Until an admin has given the desk's own words. */
export const defaultReasonPresets = Object.fromEntries(reasoned) as ReasonPresets

/** The commands that take a reason. */
export const reasonedCommands = reasoned.map(([operation]) => operation as ReasonedCommand)

export const isReasoned = (operation: string): operation is ReasonedCommand => wordsNamed(operation)?.reasons != null
