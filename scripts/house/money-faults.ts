/** What an amount is called in this code: the last word of a name, such as `taxAmount`, `bundle.total`, `amountWithDiscount`. */
const called = String.raw`[\w$.?!\]]*(?:[aA]mount|[pP]rice|\btotal|Total|[dD]iscount|[cC]oupon|\btax|Tax|\borigin|[uU]sd|[mM]oney)(?:With\w+|InUsd|ForAction)?`
const name = String.raw`\b${called}\b(?!\.(?:length|size|map|filter))`

const patterns: [RegExp, string][] = [
  [new RegExp(String.raw`\b(?:Number|BigInt|(?:Number\.)?parse(?:Float|Int))\((?=[^)]*${name})`), 'a conversion'],
  [new RegExp(String.raw`\bMath\.\w+\((?=[^)]*${name})`), 'Math'],
  [new RegExp(String.raw`${name}\)?!?\s*(?:\*\*?|/|%|-|\+)=?\s*[\w$(.'"]`), 'arithmetic after it'],
  [new RegExp(String.raw`(?:[\w$)\]]\s+(?:\*\*?|/|%|-|\+)\s+|[-+*/]=\s*)\(?${name}`), 'arithmetic before it'],
  [new RegExp(String.raw`[(=,:?]\s*[+-]${name}`), 'a sign that makes it a number'],
  [new RegExp(String.raw`${name}\s*(?:<=?|>=?)\s*\d`), 'a comparison with a number'],
]

/** Lines of a source in which an amount is treated as a number, with what was found. What stands in strings and comments counts as nothing. */
export function moneyFaults(source: string): string[] {
  return withoutTexts(source)
    .split('\n')
    .flatMap((line, index) => {
      const found = patterns.find(([pattern]) => pattern.test(line))
      return found ? [`${index + 1}: ${found[1]}: ${line.trim()}`] : []
    })
}

/** The code alone: comments and the words of strings are taken out, what stands in `${…}` stays. Lines keep their numbers. */
function withoutTexts(source: string): string {
  const blank = (text: string) => text.replace(/[^\n]/g, '')
  return source
    .replace(/\/\*[\s\S]*?\*\//g, blank)
    .replace(/(^|[^:'"`\\])\/\/[^\n]*/g, '$1')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replace(
      /`(?:[^`\\]|\\.)*`/g,
      (text) => [...text.matchAll(/\$\{([^{}]*)\}/g)].map(([, inner]) => `(${inner})`).join(';') + blank(text),
    )
    .replace(/\bshare\([^()]*\)|\blocation\.origin\b/g, '0') // a share is what lib/core/money.ts itself gives for drawing
    .replace(/>[^<>{}=;()\n]*<\//g, '></') // the words between two tags
}
