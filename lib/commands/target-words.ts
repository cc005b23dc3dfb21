/** What a command was about, next to its verb: `token 1177420`. Empty where the command is about the buyer as a whole, or the target is a digest that tells people nothing. */
export function describeTarget(target: string): string {
  const [kind = '', id = ''] = target.split(':')
  if (kind === 'token') return `token ${id}`
  return kind === 'subscription' ? `subscription …${id.slice(-4)}` : ''
}
