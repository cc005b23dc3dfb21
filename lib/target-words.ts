/** What a command was about, next to its verb: `token 1177420`. Empty where the buyer says it all, or the target is only a digest. */
export function targetWords(target: string): string {
  const [kind = '', id = ''] = target.split(':')
  if (kind === 'token') return `token ${id}`
  return kind === 'subscription' ? `subscription …${id.slice(-4)}` : ''
}
