import { formatDay } from '@/lib/core/dates'
import type { VerbWords } from '@/lib/operations/declare/command-words'
import { allWords, type VerbName } from '@/lib/operations/words'

/**
 * What an incident does to each of its rows: one of the verbs that set a value, of which a command that is sent twice comes to the same. A
 * verb of a day takes a fixed one or so many days. `takeBack` gives each row what it had before another incident: its inverse alone has that.
 */
export type IncidentCommand = { verb: VerbName | 'takeBack'; day?: string; days?: number; of?: VerbName }

type Fact = 'autoChargeStatus' | 'endDate' | 'isEnabled'
/** A verb that sets a fact; `to` is null where the value is chosen: a day. */
export type SettingVerb = {
  name: VerbName
  operation: string
  words: string
  of: 'subscription' | 'token'
  fact: Fact
  to: boolean | null
  takesReason: boolean
  given: VerbWords<Record<string, unknown>>['given']
}

const isFact = (fact: string | null): fact is Fact => fact !== null && ['autoChargeStatus', 'endDate', 'isEnabled'].includes(fact)

/** All of them, in the order in which they are offered. What renews or makes something has no fact that it sets. */
export const settingVerbs: readonly SettingVerb[] = allWords.flatMap(([operation, { verbs }]) =>
  Object.entries(verbs).flatMap(([name, { words, of, fact, to, fields, given, danger }]): SettingVerb[] => {
    if ((of !== 'subscription' && of !== 'token') || !isFact(fact) || danger) return []
    return [{ name: name as VerbName, operation, words, of, fact, to, takesReason: fields.includes('reason'), given }]
  }),
)

/** What a page offers of each, those of subscriptions first. A page has these from the server, so that it needn't load the words of every command. */
export type CommandOffer = Pick<SettingVerb, 'name' | 'words' | 'of'> & { takesDay: boolean }
export const commandOffers: readonly CommandOffer[] = settingVerbs
  .map(({ name, words, of, to }) => ({ name, words, of, takesDay: to === null }))
  .toSorted((a, b) => Number(a.of === 'token') - Number(b.of === 'token'))

/** The verb of a command; of an inverse that of the incident it takes back. */
export function verbOf({ verb, of }: IncidentCommand): SettingVerb {
  const found = settingVerbs.find(({ name }) => name === (verb === 'takeBack' ? of : verb))
  if (!found) throw new Error(`No incident does ${verb}`)
  return found
}

export const isInverse = ({ verb }: IncidentCommand): boolean => verb === 'takeBack'
export const takesDay = (command: IncidentCommand): boolean => verbOf(command).to === null && !isInverse(command)

/** What the fact is made to be; null for a day. */
export function goalOf(command: IncidentCommand): boolean | null {
  const { to } = verbOf(command)
  return to !== null && isInverse(command) ? !to : to
}

/** The verb that an undo of an incident takes back: what the incident has set, though it was an undo itself. */
export function verbDone(command: IncidentCommand): VerbName {
  const { name, fact, to } = verbOf(command)
  if (!isInverse(command) || to === null) return name
  return settingVerbs.find((verb) => verb.fact === fact && verb.to === !to)?.name ?? name
}

/** What an incident does, in words: `Change end date to 20 Dec 2026`. */
export function commandText(command: IncidentCommand): string {
  const { words } = verbOf(command)
  if (isInverse(command)) return `Undo: ${words.charAt(0).toLowerCase()}${words.slice(1)}`
  if (command.day !== undefined) return `${words} to ${formatDay(command.day)}`
  return command.days === undefined ? words : `${words} by ${command.days} ${command.days === 1 ? 'day' : 'days'}`
}
