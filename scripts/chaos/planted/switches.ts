/** A small fault of the product, as somebody in a hurry might make it. */
export type PlantedFault = {
  name: string
  /** The function or method that has it. */
  in: string
  /** What stands there: once in that function, whatever file it is in. */
  text: string
  /** What stands there instead; for a `call`, which is left out of its chain, nothing. */
  becomes: string
  /** What is replaced: an expression, one statement, or a call in a chain of a query. */
  as?: 'expression' | 'statement' | 'call'
  /** The promise that the checker must name as broken. */
  breaks: RegExp
  /** The scene in which it shows, where not everything that people do shows it. */
  scene?: string
  /** Whether it shows only where a copy is killed. */
  cut?: true
}

export type Source = { path: string; text: string }

const declared =
  /^(?:export )?(?:default )?(?:async )?(?:function\*? (\w+)|(?:const|class) (\w+))|^ {2}(?:private |override |static |readonly )*(?:async )?(?:get )?(?!if|for|while|switch|catch)(\w+)(?:<[^>]*>)?\([^)\n]*\)[^\n]*\{$/gm

/** The function that a place in a file belongs to: the last one that was declared before it. */
function functionAt(text: string, place: number): string {
  let name = ''
  for (const match of text.slice(0, place + 1).matchAll(declared)) name = match[1] ?? match[2] ?? match[3] ?? name
  return name
}

type Place = { path: string; at: number }

function placesOf({ in: name, text }: PlantedFault, sources: readonly Source[]): Place[] {
  return sources.flatMap((source) => {
    const places: Place[] = []
    for (let at = source.text.indexOf(text); at !== -1; at = source.text.indexOf(text, at + 1))
      if (functionAt(source.text, at) === name) places.push({ path: source.path, at })
    return places
  })
}

/** An expression that begins a line is put into brackets, and without a semicolon the line before would be called with them. */
function joinsLineBefore({ as = 'expression' }: PlantedFault, { path, at }: Place, sources: readonly Source[]): boolean {
  const before = sources.find((source) => source.path === path)?.text.slice(0, at) ?? ''
  return as === 'expression' && /[\w)\]]\s*\n\s*$/.test(before)
}

/** Faults that change the same words of a file. */
type Edit = { at: number; text: string; faults: PlantedFault[] }

/**
 * Puts every fault into the sources behind a switch: the environment's PLANTED says which of them is on. Returns the files that changed.
 * Throws a sentence for each fault that no longer applies, or applies more than once, or meets another one in a part of its words.
 */
export function withSwitches(sources: readonly Source[], faults: readonly PlantedFault[]): Source[] {
  const wrong: string[] = []
  const edits = new Map<string, Edit[]>()
  for (const fault of faults) {
    const places = placesOf(fault, sources)
    const [place] = places
    if (places.length !== 1 || !place) {
      wrong.push(`${fault.name}: ${JSON.stringify(fault.text)} appears ${places.length} times in ${fault.in}, not once`)
      continue
    }
    if (joinsLineBefore(fault, place, sources))
      wrong.push(`${fault.name}: an expression here would be parsed as a call of the line before; plant it as a statement`)
    const all = edits.get(place.path) ?? []
    const same = all.find(({ at, text }) => at === place.at && text === fault.text)
    if (same) same.faults.push(fault)
    else all.push({ at: place.at, text: fault.text, faults: [fault] })
    edits.set(place.path, all)
  }
  const changed = [...edits].map(([path, all]) => {
    const { text } = sources.find((source) => source.path === path) ?? { text: '' }
    const inOrder = all.toSorted((a, b) => b.at - a.at)
    inOrder.forEach((edit, place) => {
      const next = inOrder[place - 1]
      if (next && edit.at + edit.text.length > next.at)
        wrong.push(`${edit.faults[0]?.name} and ${next.faults[0]?.name} share some words of ${path}, and not all`)
    })
    return { path, text: inOrder.reduce(replaced, text) }
  })
  if (wrong.length > 0) throw new Error(`These faults can’t be planted:\n${wrong.map((line) => `  ${line}`).join('\n')}`)
  return changed
}

const replaced = (text: string, edit: Edit) => text.slice(0, edit.at) + switched(edit) + text.slice(edit.at + edit.text.length)

function switched({ text, faults }: Edit): string {
  return faults.reduce((original, { name, becomes, as = 'expression' }) => {
    const isOn = `process.env.PLANTED === '${name}'`
    if (as === 'statement') return `if (${isOn}) { ${becomes} } else { ${original} }`
    if (as === 'call') return `.$call((query) => (${isOn} ? query${becomes} : query${original}))`
    return `(${isOn} ? (${becomes}) : (${original}))`
  }, text)
}
