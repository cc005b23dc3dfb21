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

/** What the menu offers: of the two that undo each other the one that applies. */
export const actsFor = ({ disabled }: PersonAccount): PersonAct[] => [
  'role',
  'password',
  'sessions',
  disabled ? 'enable' : 'disable',
]
