// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { defaultReasonPresets } from '@/lib/commands/reason-presets'
import { problem } from '@/lib/core/problem'
import { ownJson } from '@/lib/testing/own-answers'
import { ReasonPresetsCard } from './reason-presets-card'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(answer: () => Response) {
  const asked: [string | undefined, string, unknown][] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    asked.push([method, path, body === undefined ? undefined : JSON.parse(String(body))])
    return answer()
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ReasonPresetsCard initial={defaultReasonPresets} />
    </QueryClientProvider>,
  )
  const field = screen.getByLabelText('Turn off autocharge')
  const form = within(field.closest('form') ?? document.body)
  return { asked, field, press: (name: string) => userEvent.click(form.getByRole('button', { name })), form }
}

it('keeps a line each, without what is empty, and offers the way back', async () => {
  const own = { ...defaultReasonPresets, changeAutochargeStatus: ['Moved away', 'Other'] }
  const { asked, field, press, form } = show(() => ownJson({ presets: own }))
  expect(form.queryByRole('button', { name: 'Reset to defaults' })).toBeNull()
  await userEvent.clear(field)
  await userEvent.type(field, ' Moved away{Enter}{Enter}Other{Enter}')
  await press('Save')
  expect(await form.findByText('Saved')).toBeTruthy()
  const path = '/api/desk/reason-presets/changeAutochargeStatus'
  expect(asked).toEqual([['PUT', path, { presets: ['Moved away', 'Other'] }]])
  await press('Reset to defaults')
  expect(asked.at(-1)).toEqual(['DELETE', path, null])
})

it('names the line that is refused', async () => {
  const problemBody = problem('invalid', 'Look at it.', {
    fields: [{ field: 'presets.1', title: 'At most 255 characters' }],
  }).problem
  const { field, press } = show(() => ownJson(problemBody, { status: 422 }))
  await userEvent.clear(field)
  await userEvent.type(field, 'Fine{Enter}Far too long')
  await press('Save')
  expect(await screen.findByText('“Far too long”: At most 255 characters')).toBeTruthy()
})
