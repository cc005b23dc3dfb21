import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { sourceFiles, textOf } from './modules'

/** What texts for people don't say, and a text that says it. The words on the right are the ones to use. */
const patterns: [RegExp, string, string][] = [
  [/\b(can|could|would|should|must|is|are|was|were|has|have|had|does|do|did) ?not\b/i, 'It cannot be read.', 'a contraction'],
  [/\bnot documented\b/i, 'When is not documented.', 'what to assume'],
  [/\banew\b|\bafresh\b/i, 'Calculate the prices anew.', 'again'],
  [/\bby itself\b/i, 'It ends by itself.', 'automatically'],
  [/\bunder way\b/i, 'Another action is under way.', 'in progress'],
  [/\bgo(es)? on\b/i, 'Sign in to go on.', 'continue'],
  [/\bstands?\b(?! out)/i, 'The price stands below.', 'is'],
  [/\b(is|be|been|not) told\b/i, 'The day is not told.', 'shown, given'],
  [/\bnot known\b|\bis known here\b/i, 'The amount is not known here.', 'unknown, we don’t know'],
  [/\bin clear\b/i, 'Values leave in clear.', 'unmasked'],
  // The button of an incident has this name.
  [/\basked for (already|by)\b|\bask for approval\b(?!$)/i, 'Ask for approval of this.', 'request'],
  [/\bas given\b/i, 'Sums in USD as given.', 'from the service'],
  [/\bby hand\b/i, 'Settle it by hand.', 'manually'],
  [/\b(takes?|took|taken) (\w+ )?back\b/i, 'This takes it back.', 'undo'],
  [/\breviv\w+/i, 'The subscription is revived.', 'reactivate'],
  [/\bread again\b/i, 'Click to read again.', 'refresh'],
  [/\bwhoever\b/i, 'Ask whoever runs it.', 'the person who'],
  [/\bforetold\b/i, 'It is as foretold.', 'differs from preview'],
  [/(?<!help )(?<![\w/.])desk\b(?!\/|\.\w)/i, 'It is on your desk.', 'Counterfoil'],
  [/\bstub\b/i, 'It leaves a stub here.', 'entry'],
  [/\b(is|are) whole\b|\bwhole in itself\b/i, 'The journal is whole.', 'intact'],
  [/\bleaves\b|\bforg[eo]t(s|ten)?\b/i, 'No file leaves it.', 'is exported, is deleted'],
  [/^(Give (a|an|at|each|how|one|the)|Say (how|that|what|whether|which|why))\b/, 'Give an amount.', 'Enter, Choose, Use'],
  [/\d %/, 'A discount over 10 % of it.', '25%'],
]

/** Names that others rely on, a term of card schemes, and an operator of the database. */
const kept = new Set([
  ...['We do not know whether this was applied', 'We do not know whether this was applied.'],
  'We do not know whether this was applied. Settle it from the charge history.',
  ...['money received, USD as given', 'USD as given', 'general decline, do not honour'],
  ...['is not', 'is not distinct from'],
  'This text leaves out ….', // of a text, and what it could have said
])

const isShown = (file: string) =>
  /^(components|app|lib)\/.*\.tsx?$/.test(file) && !/\.test\.|-for-tests\.|\/testing\/|\/migrations\//.test(file)
const shown = sourceFiles().filter(isShown)

test('texts for people keep to the words of the house', () => {
  expect(shown.length).toBeGreaterThan(300)
  expect(shown.flatMap((file) => faultsIn(file, textOf(file)))).toEqual([])
})

test.each(patterns)('%s is found in “%s”', (_, planted, instead) => {
  const source = `export const words = { a: '${planted}', b: \`${planted} \${1}\`, c: <p>{1} ${planted}</p> }\n`
  expect(faultsIn('planted.tsx', source).filter((fault) => fault.endsWith(`(say: ${instead})`))).toHaveLength(3)
})

test('what no person reads is no text: comments, keys, names, types, queries and the log', () => {
  const source = [
    "import x from 'is not known'",
    '// It stands here by itself.',
    "type Of = 'it cannot be read'",
    "const words = { 'is not known': 1 }",
    "log.warn('the desk cannot be reached')",
    'const rows = sql`select 1 where a is not null`',
    '<p className="it cannot be" id="is not known" />',
  ]
  expect(faultsIn('planted.tsx', source.join('\n'))).toEqual([])
})

function faultsIn(file: string, source: string): string[] {
  return textsIn(file, source)
    .filter(({ text }) => text.includes(' ') && !kept.has(text))
    .flatMap(({ text, at }) => {
      const found = patterns.filter(([pattern]) => pattern.test(text))
      return found.map(([, , instead]) => `${file}:${source.slice(0, at).split('\n').length}: ${text} (say: ${instead})`)
    })
}

type Text = { text: string; at: number }
type Node = { type: string; start: number } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

function textsIn(file: string, source: string): Text[] {
  const texts: Text[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each)
    if (!isNode(value) || isUnread(value, source)) return
    const text = wordsOf(value)
    if (text !== null) texts.push({ text: text.replace(/\s+/g, ' ').trim(), at: value.start })
    for (const [key, child] of Object.entries(value)) if (!(key === 'key' && value.computed === false)) visit(child)
  }
  visit(parseSync(file, source).program)
  return texts
}

/** The words of a string, a template or the text of an element; null for another node. A value in a template is `…`. */
function wordsOf({ type, value, quasis }: Node): string | null {
  if (type === 'JSXText' || type === 'Literal') return typeof value === 'string' ? value : null
  if (type !== 'TemplateLiteral' || !Array.isArray(quasis)) return null
  return quasis.map(({ value: { cooked } }) => cooked ?? '').join('…')
}

const unread = /^(className|id|href|type|role|name|key)$/

/** Imports, types, attributes that nobody sees, queries, and what goes to the log. */
function isUnread({ type, source: from, name, callee, start }: Node, source: string): boolean {
  if (type === 'JSXAttribute') return isNode(name) && typeof name.name === 'string' && unread.test(name.name)
  if (type === 'CallExpression') return isNode(callee) && /^log\b/.test(source.slice(callee.start))
  if (type === 'TaggedTemplateExpression') return /^(sql|String)\b/.test(source.slice(start))
  if (/^(Import|Export)/.test(type)) return isNode(from)
  return /^TS(Type|Interface|Literal|Union|Enum|Module)/.test(type)
}
