import type { Account } from '@/lib/account'
import type { PersonAct } from '@/lib/client/people'

type Words = {
  /** In the menu and on the button. */
  verb: string
  /** What comes of it. */
  says: (person: Account) => string
  danger?: boolean
  /** Why not for this person, or nothing. */
  not: (person: Account) => string | undefined
}

const byCompany = ({ signsInWith }: Account) => (signsInWith === 'company' ? 'the company decides on this' : undefined)

export const personActs: Record<PersonAct, Words> = {
  role: {
    verb: 'Change role',
    says: () => 'It counts on their next request, also where they are signed in now.',
    not: byCompany,
  },
  password: {
    verb: 'New one-time password',
    says: ({ name }) =>
      `Ends every session of ${name} and makes a password for one sign-in. You are shown it once, to hand it over.`,
    not: byCompany,
  },
  sessions: {
    verb: 'End sessions',
    says: ({ name }) => `Signs ${name} out everywhere. They may sign in again at once; what they typed is kept for a day.`,
    not: () => undefined,
  },
  disable: {
    verb: 'Disable',
    says: ({ name }) =>
      `Signs ${name} out everywhere, on their next request, and lets them in no more. What they did stays in the journal.`,
    danger: true,
    not: ({ disabled }) => (disabled ? 'is disabled already' : undefined),
  },
  enable: {
    verb: 'Enable',
    says: ({ name }) => `Lets ${name} sign in again, with the role and the password they had.`,
    not: ({ disabled }) => (disabled ? undefined : 'is not disabled'),
  },
}

/** What the menu offers: of the two that undo each other the one that applies. */
export const actsFor = ({ disabled }: Account): PersonAct[] => ['role', 'password', 'sessions', disabled ? 'enable' : 'disable']
