import { expect, test } from 'vitest'
import type { IncidentCommand } from './command'
import { describeSums, emptySums } from './sums'

const undoOf = (command: IncidentCommand, inPart: number, cannot = 0) =>
  describeSums(command, {
    ...emptySums(),
    rows: 4,
    partly: new Map(inPart > 0 ? [['partly', inPart]] : []),
    noUndo: new Map(cannot > 0 ? [['It renewed.', cannot]] : []),
  }).undo

const four = '4 can be undone, unless somebody changes them first.'

test('what can be undone is counted once, and what that doesn’t bring back is said of it', () => {
  expect(undoOf({ verb: 'changeEndDate', days: 7 }, 4)).toEqual([four, 'If you undo them, end dates lose their time of day.'])
  expect(undoOf({ verb: 'autochargeOn' }, 3)).toEqual([
    four,
    'If you undo 3 of them, charges made in the meantime aren’t refunded.',
  ])
  expect(undoOf({ verb: 'autochargeOff' }, 1, 3)).toEqual([
    '1 can be undone, unless somebody changes them first.',
    'If you undo them, buyers whose end date has passed may be charged straight away.',
    '3 can’t be undone: It renewed.',
  ])
  expect(undoOf({ verb: 'autochargeOff' }, 0)).toEqual([four])
})
