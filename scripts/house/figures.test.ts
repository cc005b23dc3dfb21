import { expect, test } from 'vitest'
import { figures } from './figures'
import { circles } from './modules'

// The structure may get better and not worse: whoever improves a figure lowers its bound here.
const bounds: ReturnType<typeof figures> = {
  looseInLib: 0,
  foldersOfLibInCircles: 0,
  filesInCircles: 0,
  smallFilesWithOneImporterBeside: 9,
  filesImportedByNobody: 0,
  modulesOfAQueryRoute: 71,
  modulesOfACommandRoute: 107, // a command may take up a quote
  filesThatKnowACommand: 3,
  castsOfParsedJson: 1,
  addressesOutsideRoutes: 1,
  spreadsOfLiterals: 0,
  filesThatReadTheEnvironment: 4,
  untypedScriptLines: 0,
}

test.each(Object.entries(figures()))('%s is %i, and no worse than it was', (name, value) => {
  expect(value).toBeLessThanOrEqual(bounds[name as keyof typeof bounds])
})

test('nodes that reach each other are one circle, and those that do not are none', () => {
  const edges = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'a'],
    ['c', 'd'],
    ['d', 'e'],
  ] as const
  expect(circles(edges)).toEqual([['a', 'b', 'c']])
})
