// @vitest-environment happy-dom

import { waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ownJson } from '@/lib/testing/own-answers'
import {
  cleanAfterEach,
  dialog,
  idsOf,
  openEmailForm,
  press,
  preview,
  refusal,
  sendEmail,
  stubFetch,
  toEmail,
} from './actions-for-tests'

cleanAfterEach()
beforeEach(() => localStorage.clear())

const first = '7d2c1a90-0000-4000-8000-0000000000ff'
const lost = () => Promise.reject(new TypeError('fetch failed'))

test('where the form’s id was another request’s, what is in the way of the next try is looked for without it', async () => {
  let answers: () => Response | Promise<Response> = lost
  const asked: (string | null)[] = []
  const at = new Date().toISOString()
  const before = { actionId: first, words: 'Change e-mail', person: 'Alma Reyes', mine: true, at, running: false }
  const received = stubFetch({
    [toEmail]: () => answers(),
    'POST /api/desk/preview': ({ headers }) => {
      const tried = headers.get('x-tried')
      asked.push(tried)
      const isInTheWay = tried === null && idsOf(received).length > 1
      return ownJson(preview({ unsettled: isInTheWay ? { ...before, done: 'act' } : null }))
    },
  })
  await openEmailForm()
  await sendEmail()
  answers = refusal('conflict', 'Used.', { code: 'action_id_used' }, 'not-sent')
  await press('Change e-mail')
  await waitFor(() => expect(dialog().getByRole('alert').textContent).toContain('This form was already sent'))
  const again = await dialog().findByRole('checkbox', { name: /want to do it once more/ })
  expect(again.closest('label')?.parentElement?.textContent).toMatch(/^You did the same .*: Change e-mail\./)
  await press('Change e-mail')
  expect(idsOf(received)).toHaveLength(2)
  answers = () => ownJson({}, { headers: { 'x-outcome': 'done' } })
  await userEvent.click(again)
  await press('Change e-mail')
  await waitFor(() => expect(idsOf(received)).toHaveLength(3))
  expect(new Set([idsOf(received)[0], idsOf(received)[2]]).size).toBe(2)
})

test('what was sent and never answered here is told as that, and asks for its outcome under its id', async () => {
  const values = { email: 'new.one@example.test' }
  const received = stubFetch({
    'GET /api/desk/drafts': () => ownJson({ draft: { actionId: first, values, wasSent: true } }),
    [toEmail]: lost,
  })
  await openEmailForm()
  expect(await dialog().findByText(/This form was sent before/)).toBeTruthy()
  await press('Change e-mail')
  await dialog().findByRole('alert')
  expect(idsOf(received)).toEqual([first])
  const previewed = received.filter(({ path }) => path === '/api/desk/preview').map(({ headers }) => headers.get('x-tried'))
  expect(previewed.at(-1)).toBe(first)
})
