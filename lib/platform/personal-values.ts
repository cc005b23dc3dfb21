import 'server-only'
import { holdsCardNumber } from '@/lib/core/card-number'
import { isObject } from '@/lib/core/json'
import { masked } from '@/lib/core/masking'
import { invalid, type ProblemField } from '@/lib/core/problem'

export const cardAdvice = 'Use the card’s last four digits only. If this is another number, put a letter before and after it'
const nameAdvice = 'Use names without an e-mail address. A value may contain one.'

/** What is an id, and may be digits from end to end; and what is kept nowhere. */
const isOpaque = (name: string) =>
  /^(sequence|cursor|code|productCode|q|ids?|key|hash)$|(Ids?|Key|Hash|_ids?|_key)$|[Pp]assword/.test(name)
/** The merchant's own maps, where a name says nothing of what is in it. */
const isMap = (name: string) => name === 'metaData' || name === 'buyerMeta'

/**
 * Throws `invalid` with the fields of a body in which a full card number stands, or an e-mail address as a name: neither is kept or sent,
 * wherever somebody typed it. A field is named as its form has it, and no further than what was typed.
 */
export function requireNoneIn(body: unknown): void {
  const fields = [...offencesIn(body, [], false)]
  const isCard = fields.some(({ title }) => title === cardAdvice)
  const what = isCard ? 'A full card number' : 'An e-mail address in a name'
  const code = isCard ? 'card_number' : 'personal_name'
  if (fields.length > 0) throw invalid(fields, { code, detail: `${what} can’t be stored, so nothing was saved or sent.` })
}

function* offencesIn(value: unknown, path: readonly string[], inMap: boolean): Generator<ProblemField> {
  if (typeof value === 'string' || typeof value === 'number') {
    const name = path.findLast((part) => !/^\d+$/.test(part)) ?? ''
    if ((inMap || !isOpaque(name)) && holdsCardNumber(String(value))) yield { field: nameOf(path), title: cardAdvice }
  } else if (Array.isArray(value)) {
    for (const [at, each] of value.entries()) yield* offencesIn(each, inMap ? path : [...path, String(at)], inMap)
  } else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      if (holdsCardNumber(name)) yield { field: nameOf(path), title: cardAdvice }
      else if (inMap && masked(name) !== name) yield { field: nameOf(path), title: nameAdvice }
      else yield* offencesIn(inner, inMap ? path : [...path, name], inMap || isMap(name))
    }
  }
}

/** An approval or a preview has the fields of its command in `body`, which the form does not. */
const nameOf = (path: readonly string[]) => path.slice(path[0] === 'body' ? 1 : 0).join('.')
