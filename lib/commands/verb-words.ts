import type { FactSet, ThingKind, VerbWords } from '@/lib/operations/declare/command-words'
import { allWords, type VerbName } from '@/lib/operations/words'
import { offeredBeside, offeredFor, type VerbOffer } from './verb-offers'

export type { VerbName }

type NamedVerb = VerbWords<Record<string, unknown>> & { name: VerbName; isDangerous: boolean }

const verbs = allWords.flatMap(([, words]) =>
  Object.entries(words.verbs).map(
    ([name, verb]): NamedVerb => ({ ...verb, name: name as VerbName, isDangerous: verb.danger !== null }),
  ),
)

/** What a page needs of every verb to show its buttons. */
export const verbOffers: readonly VerbOffer[] = verbs.map(({ name, words, of, fact, to, icon, isDangerous }) => ({
  name,
  words,
  of,
  fact,
  to,
  icon,
  isDangerous,
}))

/** What people do to a buyer, in the words of the button and of the dialog's title. */
export const verbLabels = Object.fromEntries(verbs.map(({ name, words }) => [name, words])) as Record<VerbName, string>

export const verbsOf = (of: ThingKind): NamedVerb[] => offeredFor(verbs, of)

/** The facts of a kind of thing that have a verb. */
export const factsWithVerbs = (of: ThingKind): string[] => [...new Set(verbsOf(of).flatMap(({ fact }) => fact ?? []))]

export const verbsBeside = (of: ThingKind, fact: string, value?: unknown): NamedVerb[] => offeredBeside(verbs, of, fact, value)

/** The switch of a kind of thing that makes this of a fact. Throws where there is none. */
export function verbSetting(of: ThingKind, { fact, to }: FactSet): VerbName {
  const verb = verbsOf(of).find((each) => each.fact === fact && each.to === to)
  if (!verb) throw new Error(`No verb of a ${of} sets ${fact}`)
  return verb.name
}

/** The verb that a quote of this action of a price request leads to, or null where no command does that. */
export const verbPricedAs = (action: string): VerbName | null => verbs.find(({ pricedAs }) => pricedAs === action)?.name ?? null
