// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Action } from '@/lib/commands/action'
import { actionLike, openAction } from '@/lib/commands/action-for-tests'
import { EntryOutcome } from './journal-row'

afterEach(cleanup)

const different = [{ field: 'endDate', label: 'End date', predicted: '1 Mar', observed: '2 Mar' }]

it.each<[string, Action, RegExp]>([
  ['whispers what was done', actionLike(), /^done$/],
  ['says that it was undone', actionLike({ undoneBy: 'x' }), /^doneundone$/],
  ['flags what came otherwise', actionLike({ differences: different }), /^differs from preview$/],
  ['tells a refusal', actionLike({ state: 'refused' }), /^refused$/],
  ['tells what never left', actionLike({ state: 'not-sent' }), /^not sent$/],
  ['tells how long nobody knows', openAction({ at: new Date(Date.now() - 13 * 60_000).toISOString() }), /^unconfirmed1[23] min$/],
  [
    'tells a late answer against how it was settled',
    actionLike({ settledAs: 'did-not-happen', contradiction: { settledAt: null, settledBy: null, byMe: true } }),
    /^applied, though settled as not$/,
  ],
  ['tells how it was settled', openAction({ settledAs: 'did-not-happen' }), /^settled as not applied$/],
])('%s', (_, action, says) => {
  render(
    <p data-testid="outcome">
      <EntryOutcome action={action} />
    </p>,
  )
  expect(screen.getByTestId('outcome').textContent).toMatch(says)
})
