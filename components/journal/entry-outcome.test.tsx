// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Action } from '@/lib/action'
import { actionLike, openAction } from './action-for-tests'
import { EntryOutcome } from './entry-outcome'

afterEach(cleanup)

const different = [{ field: 'endDate', label: 'End date', predicted: '1 Mar', observed: '2 Mar' }]

it.each<[string, Action, RegExp]>([
  ['whispers what was done', actionLike(), /^done$/],
  ['says that it was undone', actionLike({ undoneBy: 'x' }), /^doneundone$/],
  ['flags what came otherwise', actionLike({ differences: different }), /^not as foretold$/],
  ['tells a refusal', actionLike({ state: 'refused' }), /^refused$/],
  ['tells what never left', actionLike({ state: 'not-sent' }), /^not sent$/],
  ['tells how long nobody knows', openAction({ at: new Date(Date.now() - 13 * 60_000).toISOString() }), /^unconfirmed1[23] min$/],
  ['tells how it was settled', openAction({ settledAs: 'did-not-happen' }), /^settled: not applied$/],
])('%s', (_, action, says) => {
  render(
    <p data-testid="outcome">
      <EntryOutcome action={action} />
    </p>,
  )
  expect(screen.getByTestId('outcome').textContent).toMatch(says)
})
