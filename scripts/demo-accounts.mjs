// @ts-check
/** The accounts of a demo. They exist only where `npm run demo`, or a browser test, has added them. */
export const demoPassword = 'counterfoil-demo'

/** @type {readonly { email: string, name: string, role: 'agent' | 'finance' | 'manager' | 'admin' }[]} */
export const demoAccounts = [
  { email: 'agent@demo.test', name: 'Alma Reyes', role: 'agent' },
  { email: 'second.agent@demo.test', name: 'Soren Lund', role: 'agent' },
  { email: 'finance@demo.test', name: 'Fumiko Ito', role: 'finance' },
  { email: 'manager@demo.test', name: 'Marta Weiss', role: 'manager' },
  { email: 'admin@demo.test', name: 'Ade Okafor', role: 'admin' },
]
