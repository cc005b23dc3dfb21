import type { PersonAct } from '@/lib/people/client/people'
import type { PersonAccount } from '@/lib/people/person-account'

type Words = {
  /** In the menu and on the button. */
  verb: string
  /** What comes of it. */
  says: (person: PersonAccount) => string
  danger?: boolean
  /** Why not for this person, or nothing. */
  not: (person: PersonAccount) => string | undefined
}

const byCompany = ({ signsInWith }: PersonAccount) => (signsInWith === 'company' ? 'Set by company sign-in' : undefined)

export const personActs: Record<PersonAct, Words> = {
  role: {
    verb: 'Change role',
    says: () => 'Applies from their next request, including in open sessions.',
    not: byCompany,
  },
  password: {
    verb: 'Reset password',
    says: ({ name }) =>
      `Signs ${name} out everywhere and creates a one-time password. You’ll see it once, so pass it on right away.`,
    not: byCompany,
  },
  sessions: {
    verb: 'End sessions',
    says: ({ name }) => `Signs ${name} out everywhere. They can sign in again straight away.`,
    not: () => undefined,
  },
  'ask-lift': {
    verb: 'Request removing passkeys',
    says: ({ name }) =>
      `For when ${name} has lost their passkeys. Another admin decides within 24 hours. Nothing changes until then.`,
    not: () => undefined,
  },
  lift: {
    verb: 'Remove passkeys',
    says: ({ name, lift }) =>
      `${lift?.askedBy ?? 'An admin'} requested this. All passkeys of ${name} are removed, and they add a new one after they sign in again.`,
    danger: true,
    not: () => undefined,
  },
  'decline-lift': {
    verb: 'Decline removing passkeys',
    says: ({ name, lift }) => `${lift?.askedBy ?? 'An admin'} requested this. ${name} keeps their passkeys.`,
    not: () => undefined,
  },
  disable: {
    verb: 'Disable',
    says: ({ name }) => `Signs ${name} out on their next request and blocks further sign-ins. Their actions stay in the journal.`,
    danger: true,
    not: ({ disabled }) => (disabled ? 'Already disabled' : undefined),
  },
  enable: {
    verb: 'Enable',
    says: ({ name }) => `Lets ${name} sign in again, with the role and the password they had.`,
    not: ({ disabled }) => (disabled ? undefined : 'Not disabled'),
  },
}

/** What the menu offers: of those that undo each other the one that applies, and about passkeys what there is to do. */
export const actsFor = ({ disabled, passkeys, lift }: PersonAccount): PersonAct[] => [
  'role',
  'password',
  'sessions',
  ...(passkeys === 0 ? [] : lift === null ? (['ask-lift'] as const) : (['lift', 'decline-lift'] as const)),
  disabled ? 'enable' : 'disable',
]
