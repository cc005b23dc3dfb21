import type { ThingKind, VerbWords } from '@/lib/operations/declare/command-words'
import type { VerbName } from '@/lib/operations/words'

/**
 * A verb as a button or a menu offers it. The server gives these to a page, whose buttons then work without the words of every command:
 * they come with the first dialog.
 */
export type VerbOffer = Pick<VerbWords<unknown>, 'words' | 'of' | 'fact' | 'to' | 'icon'> & {
  name: VerbName
  isDangerous: boolean
}

type Placed = Pick<VerbOffer, 'of' | 'fact' | 'to' | 'isDangerous'>

/** The verbs of a kind of thing: first those beside a fact, then those of its menu, and what charges last. */
export const offeredFor = <Verb extends Placed>(verbs: readonly Verb[], of: ThingKind): Verb[] =>
  verbs
    .filter((verb) => verb.of === of)
    .toSorted((a, b) => Number(a.fact === null) - Number(b.fact === null) || Number(a.isDangerous) - Number(b.isDangerous))

/** The verbs beside a fact. Of a switch the one that changes it; where it is not known how it stands, both. */
export const offeredBeside = <Verb extends Placed>(
  verbs: readonly Verb[],
  of: ThingKind,
  fact: string,
  value?: unknown,
): Verb[] => offeredFor(verbs, of).filter((verb) => verb.fact === fact && (verb.to === null || verb.to !== value))
