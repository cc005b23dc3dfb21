import type { FactSet, ThingKind, VerbWords } from '@/lib/operations/declare/command-words'
import { allWords, type VerbName } from '@/lib/operations/words'

export type { VerbName }

type NamedVerb = VerbWords<Record<string, unknown>> & { name: VerbName }

const verbs = allWords.flatMap(([, words]) =>
  Object.entries(words.verbs).map(([name, verb]): NamedVerb => ({ ...verb, name: name as VerbName })),
)

/** What people do to a buyer, in the words of the button and of the dialog's title. */
export const verbWords = Object.fromEntries(verbs.map(({ name, words }) => [name, words])) as Record<VerbName, string>

/** The verbs of a kind of thing: first those beside a fact, then those of its menu, and what charges last. */
export const verbsOf = (of: ThingKind): NamedVerb[] =>
  verbs
    .filter((verb) => verb.of === of)
    .toSorted(
      (a, b) => Number(a.fact === undefined) - Number(b.fact === undefined) || Number(isDangerous(a)) - Number(isDangerous(b)),
    )

export const isDangerous = ({ danger }: Pick<NamedVerb, 'danger'>) => danger !== undefined

/** The facts of a kind of thing that have a verb. */
export const factsWithVerbs = (of: ThingKind): string[] => [...new Set(verbsOf(of).flatMap(({ fact }) => fact ?? []))]

/** The verbs beside a fact. Of a switch the one that changes it; where it is not known how it stands, both. */
export const verbsBeside = (of: ThingKind, fact: string, value?: unknown): NamedVerb[] =>
  verbsOf(of).filter((verb) => verb.fact === fact && (verb.to === undefined || verb.to !== value))

/** The switch of a kind of thing that makes this of a fact. Throws where there is none. */
export function verbSetting(of: ThingKind, { fact, to }: FactSet): VerbName {
  const verb = verbsOf(of).find((each) => each.fact === fact && each.to === to)
  if (!verb) throw new Error(`No verb of a ${of} sets ${fact}`)
  return verb.name
}

/** The verb that a quote of this action of a price request leads to, or null where no command does that. */
export const verbPricedAs = (action: string): VerbName | null => verbs.find(({ pricedAs }) => pricedAs === action)?.name ?? null
