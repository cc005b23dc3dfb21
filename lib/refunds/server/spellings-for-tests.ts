/** The ways in which a service may spell a uuid otherwise than we keep it. */
export const spellings: [string, (id: string) => string][] = [
  ['in capitals', (id) => id.toUpperCase()],
  ['in mixed case', (id) => id.replace(/[a-f]/, (letter) => letter.toUpperCase())],
  ['in braces', (id) => `{${id}}`],
  ['without its dashes', (id) => id.replaceAll('-', '')],
  ['in braces and capitals without its dashes', (id) => `{${id.replaceAll('-', '').toUpperCase()}}`],
]
