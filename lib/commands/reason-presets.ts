import { allWords, type ReasonedCommand, wordsNamed } from '@/lib/operations/words'

export type { ReasonedCommand }

/** The ready-made reasons of each command. The text goes to the service as it stands here. */
export type ReasonPresets = Record<ReasonedCommand, readonly string[]>

const reasoned = allWords.flatMap(([operation, { reasons }]) => (reasons === null ? [] : [[operation, reasons] as const]))

/** Used until an admin sets others. */
export const defaultReasonPresets = Object.fromEntries(reasoned) as ReasonPresets

/** The commands that take a reason. */
export const reasonedCommands = reasoned.map(([operation]) => operation as ReasonedCommand)

export const isReasoned = (operation: string): operation is ReasonedCommand => wordsNamed(operation)?.reasons != null
