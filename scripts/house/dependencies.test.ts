import { expect, test } from 'vitest'
import { textOf } from './modules'

type Locked = { version?: string; resolved?: string; integrity?: string; link?: boolean; inBundle?: boolean }
const { dependencies, devDependencies } = JSON.parse(textOf('package.json')) as Record<string, Record<string, string>>
const named = Object.entries({ ...dependencies, ...devDependencies })
const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Locked> }
const locked = Object.entries(packages).filter(([path]) => path !== '')

test('every dependency is one exact version, and the lock holds that one', () => {
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  expect(named.filter(([name, version]) => packages[`node_modules/${name}`]?.version !== version)).toEqual([])
})

test('what is installed is what was locked: each package by its digest', () => {
  // A bundled one comes within the package that holds it, and under its digest.
  const own = locked.filter(([, { link, inBundle }]) => !link && !inBundle)
  expect(own.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? '')).map(([path]) => path)).toEqual([])
  expect(
    locked.filter(([, { resolved }]) => resolved !== undefined && !resolved.startsWith('https://')).map(([path]) => path),
  ).toEqual([])
})

// The versions that mend the advisories known to us; what is older must not come back.
test.each([
  ['next', [16, 4, 6]],
  ['next-auth', [4, 24, 15]],
])('%s is not older than its mended version', (name, least) => {
  const version = (packages[`node_modules/${name}`]?.version ?? '0').split('.').map(Number)
  const at = least.findIndex((part, place) => part !== version[place])
  expect(at === -1 || (version[at] ?? 0) > (least[at] ?? 0)).toBe(true)
})
