/**
 * The floors of lib, lowest first: a folder imports only folders below it. Rooms of one floor do not know each other. Inside a subject,
 * `client` runs in the browser, `server` on the server, and what lies beside them is rules that run anywhere.
 */
export const floors = [
  ['core'],
  ['operations'],
  ['platform', 'client'],
  ['database'],
  ['jobs'],
  ['journal'],
  ['service'],
  ['signatures'],
  ['people'],
  ['knowledge'],
  ['replies'],
  ['calls'],
  ['search'],
  ['notices'],
  ['passkeys'],
  ['commands'],
  ['charges'],
  ['refunds'],
  ['prices'],
  ['reveal'],
  ['files'],
  ['playbooks'],
  ['imports'],
  ['events'],
  ['notes'],
  ['status'],
  ['lists'],
  ['alerts'],
  ['incidents'],
  ['scim'],
  ['agents'],
  ['panel'],
  ['pages'],
  ['boot'],
] as const

type Room = (typeof floors)[number][number]

/** Rooms that run on the server as a whole. */
const serverRooms: readonly Room[] = ['platform', 'database', 'jobs', 'journal', 'service', 'calls', 'boot']
const notSubjects: readonly Room[] = ['core', 'operations', 'client', ...serverRooms]

/** Everything that a room stands below, or beside. */
function above(room: Room): string[] {
  const floor = floors.findIndex((rooms) => (rooms as readonly string[]).includes(room))
  return floors.slice(floor).flatMap((rooms) => rooms.filter((each) => each !== room).map((each) => `@/lib/${each}/**`))
}

type Pattern = { group: string[]; message: string; importNamePattern?: string; invertImportNamePattern?: boolean }

const outside = ['@/app/**', '@/components/**', '@/standin/**', '@/scripts/**', '@/bench/**', '@/e2e/**']
const onlyServer = ['@/lib/*/server/**', '../server/**', './server/**', ...serverRooms.map((room) => `@/lib/${room}/**`)]
const onlyBrowser = ['@/lib/client/**', '@/lib/*/client/**', '../client/**', './client/**']
const byName: Pattern = { group: ['../../**'], message: 'Another room is named from the top: @/lib/…' }

const rules: Pattern[] = [
  {
    group: ['**', '!zod/mini', '!./**', '!../**', '!@/lib/**'],
    message: 'Rules run anywhere: they import lower rooms and what runs in a browser as on a server.',
  },
  { group: [...onlyServer, ...onlyBrowser, ...outside], message: 'Rules know neither browser, server nor screen.' },
]

const client: Pattern[] = [
  { group: [...onlyServer, ...outside], message: 'This runs in the browser: nothing of the server’s.' },
  {
    group: ['node:*', 'server-only', 'undici', 'pino', 'kysely', 'pg', 'better-sqlite3', 'next-auth/**', 'zod'],
    message: 'This runs in the browser: packages for the browser.',
  },
]

const server: Pattern[] = [
  { group: [...onlyBrowser, ...outside], message: 'This runs on the server: nothing of the browser’s.' },
  {
    group: ['react-dom', 'react-dom/**', 'react-hook-form', 'lucide', '@radix-ui/**', 'zod'],
    message: 'The server draws nothing.',
  },
  {
    group: ['react'],
    message: 'The server takes only `cache` of React.',
    importNamePattern: 'cache',
    invertImportNamePattern: true,
  },
  {
    group: ['@tanstack/react-query'],
    message: 'The server takes only QueryClient, to fetch ahead for a page.',
    importNamePattern: 'QueryClient',
    invertImportNamePattern: true,
  },
]

/** In Biome the last matching override wins whole, so each repeats the patterns of its kind. */
function fence(room: Room, place: string, patterns: Pattern[]) {
  const group = above(room)
  const up: Pattern[] = group.length === 0 ? [] : [{ group, message: `lib/${room} stands below: scripts/house/floors.ts.` }]
  return {
    includes: [place, '!**/*.test.ts', '!**/*.test.tsx', '!**/*-for-tests.ts'],
    linter: {
      rules: {
        style: { noRestrictedImports: { level: 'error', options: { patterns: [...patterns, ...up, byName] } } },
      },
    },
  }
}

/** The overrides of biome.json that hold the floors; `npm run docs` writes them. */
function fences(): object[] {
  const rooms = floors.flat()
  const subjects = rooms.filter((room) => !notSubjects.includes(room))
  return [
    fence('core', 'lib/core/**', rules),
    fence('client', 'lib/client/**', client),
    ...serverRooms.map((room) => fence(room, `lib/${room}/**`, server)),
    ...subjects.flatMap((room) => [
      fence(room, `lib/${room}/*.ts`, rules),
      fence(room, `lib/${room}/client/**`, client),
      fence(room, `lib/${room}/server/**`, server),
    ]),
  ]
}

/** biome.json with the fences as they must be: an override of a folder of lib is one of ours, but for lib/operations. */
export function withFences(text: string): string {
  const config: { overrides: { includes: string[] }[] } = JSON.parse(text)
  const isFence = ({ includes: [place = ''] }: { includes: string[] }) =>
    place.startsWith('lib/') && !place.startsWith('lib/operations/')
  const others = config.overrides.filter((override) => !isFence(override))
  const at = others.findIndex(({ includes: [place = ''] }) => place.startsWith('components/'))
  return `${JSON.stringify({ ...config, overrides: [...others.slice(0, at), ...fences(), ...others.slice(at)] }, null, 2)}\n`
}
