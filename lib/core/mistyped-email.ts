// Where most buyers have their mail, and what is as near to one of these as a slip of the finger but is another's.
const providers = [
  ...['gmail.com', 'googlemail.com', 'hotmail.com', 'outlook.com', 'yahoo.com', 'icloud.com', 'live.com', 'msn.com', 'aol.com'],
  ...[
    'protonmail.com',
    'proton.me',
    'gmx.com',
    'gmx.de',
    'gmx.net',
    'web.de',
    't-online.de',
    'freenet.de',
    'mail.com',
    'mail.ru',
  ],
  ...[
    'yahoo.co.uk',
    'yahoo.co.jp',
    'yahoo.fr',
    'yahoo.de',
    'yahoo.es',
    'yahoo.it',
    'yahoo.com.br',
    'hotmail.co.uk',
    'hotmail.fr',
  ],
  ...[
    'hotmail.de',
    'hotmail.es',
    'hotmail.it',
    'outlook.de',
    'outlook.fr',
    'outlook.es',
    'live.co.uk',
    'orange.fr',
    'wanadoo.fr',
  ],
  ...['free.fr', 'laposte.net', 'libero.it', 'uol.com.br', 'bol.com.br', 'terra.com.br', 'yandex.ru', 'naver.com', 'qq.com'],
  ...['email.com', 'ymail.com', 'fastmail.com', 'comcast.net', 'verizon.net', 'btinternet.com', 'ziggo.nl', 'bluewin.ch'],
]

/** Endings that nobody has, and what was meant. */
const slips: Record<string, string> = {
  ...Object.fromEntries(
    ['con', 'cmo', 'ocm', 'vom', 'xom', 'comm', 'coom', 'cpm', 'clm', 'c0m', 'dom', 'conm'].map((slip) => [slip, 'com']),
  ),
  ner: 'net',
  nte: 'net',
  nett: 'net',
  ogr: 'org',
  orgg: 'org',
}

/** What an address was probably meant to be, where its domain looks mistyped; null where it looks right. It is only ever a question. */
export function likelyEmail(typed: string): string | null {
  const [, name, given] = /^([^\s@]+)@([^\s@]+)$/.exec(typed.trim()) ?? []
  if (name === undefined || given === undefined) return null
  const domain = given.toLowerCase()
  const meant = meantBy(domain)
  return meant === null || meant === domain ? null : `${name}@${meant}`
}

function meantBy(domain: string): string | null {
  if (providers.includes(domain)) return null
  const dotted = withItsDots(domain)
  const ending = dotted.slice(dotted.lastIndexOf('.') + 1)
  const ended = Object.hasOwn(slips, ending) ? `${dotted.slice(0, -ending.length)}${slips[ending]}` : dotted
  return nearProvider(ended) ?? (ended === domain ? null : ended)
}

/** A comma for a dot, two dots for one, a dot at the end, or none before `com`. */
function withItsDots(domain: string): string {
  const dotted = domain
    .replace(/[,;]/g, '.')
    .replace(/\.{2,}/g, '.')
    .replace(/\.$/, '')
  return dotted.replace(/^([a-z0-9-]{2,}?)(com)$/, '$1.$2')
}

// A shorter name is too near to too many others.
const shortestName = 5

/** Countries of their own, which are a slip behind the name of a provider that has its mail under `com`. */
const cutShort = new Set(['co', 'cm', 'om'])

/** The provider whose name is this domain's or one slip away from it. Endings of countries differ by one letter and are all right. */
function nearProvider(domain: string): string | null {
  const dot = domain.indexOf('.')
  const name = domain.slice(0, dot)
  const ending = domain.slice(dot)
  const under = (end: string) =>
    providers.find((provider) => {
      const known = provider.slice(0, -end.length)
      if (!provider.endsWith(end) || known.includes('.')) return false
      return known === name || (known.length >= shortestName && isOneSlip(known, name))
    })
  return (dot === -1 ? undefined : (under(ending) ?? (cutShort.has(ending.slice(1)) ? under('.com') : undefined))) ?? null
}

/** Whether two words differ by one letter: another, one more, one less, or two neighbours the wrong way round. */
function isOneSlip(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  const restA = a.slice(start)
  const restB = b.slice(start)
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)) return true
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
}
