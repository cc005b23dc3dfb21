// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useIntent } from '@/lib/commands/client/use-intent'
import { nextId } from '@/lib/commands/draft'
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
const refused = refusal('refused', 'In use.', {}, 'refused')

describe('what was sent without an answer goes out under the same id', () => {
  test.each([
    ['a draft that couldn’t be saved or read', { 'PUT /api/desk/drafts': lost, 'GET /api/desk/drafts': lost }],
    ['a shared screen', { 'PUT /api/desk/drafts': () => ownJson({ kept: false }) }],
    [
      'a draft of another tab, which has an id of its own',
      { 'GET /api/desk/drafts': () => ownJson({ draft: { actionId: first, values: { email: 'else@example.test' } } }) },
    ],
  ])('after a reload with %s', async (_, drafts) => {
    const received = stubFetch({ [toEmail]: lost, ...drafts })
    await openEmailForm()
    expect((await sendEmail()).textContent).toContain('The action runs at most once.')
    await openEmailForm()
    await sendEmail()
    const [before, after, ...more] = idsOf(received)
    expect(after).toBe(before)
    expect(more).toEqual([])
  })

  test('from another tab that was open before, and had typed the same', () => {
    stubFetch({})
    const tab = () => {
      const wrapper = ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
      )
      return renderHook(() => useIntent('form'), { wrapper }).result
    }
    const begin = ({ current }: ReturnType<typeof tab>) => {
      let id = ''
      act(() => {
        id = current.begin(null)
      })
      return id
    }
    const [one, two] = [tab(), tab()]
    const sent = begin(one)
    expect(begin(two)).toBe(sent)
    act(() => one.current.end(sent, 'next'))
    expect(begin(one)).toBe(nextId(sent))
    expect(begin(two)).toBe(nextId(sent))
    // An id that it goes on beside isn't what it's asked about.
    act(() => one.current.end(nextId(sent), 'next'))
    begin(two)
    act(() => one.current.keep({}))
    expect(one.current.tried()).toBeNull()
    act(() => two.current.end(nextId(sent), 'next'))
    expect([begin(one), begin(two)]).toEqual([nextId(nextId(sent)), nextId(nextId(sent))])
    // What one has sent stays its own until it has the answer itself, though the other has it already.
    act(() => two.current.end(nextId(nextId(sent)), 'done'))
    expect([one.current.tried(), two.current.tried()]).toEqual([nextId(nextId(sent)), null])
  })

  test('until it has an answer: the next form is an action of its own', async () => {
    let answers: () => Response | Promise<Response> = lost
    const received = stubFetch({ [toEmail]: () => answers() })
    await openEmailForm()
    await sendEmail()
    answers = () => ownJson({}, { headers: { 'x-outcome': 'done', 'x-recorded': 'true' } })
    await press('Change e-mail')
    await waitFor(() => expect(idsOf(received)).toHaveLength(2))
    answers = lost
    await waitFor(() => expect(localStorage.length).toBe(0))
    await openEmailForm()
    await sendEmail()
    const [one, two, three] = idsOf(received)
    expect(two).toBe(one)
    expect(three).not.toBe(one)
  })
})

describe('where the browser keeps nothing more', () => {
  beforeEach(
    () =>
      void vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError')
      }),
  )
  afterEach(() => void vi.restoreAllMocks())

  test('the id stays as long as the page is open', async () => {
    const received = stubFetch({ [toEmail]: lost, 'PUT /api/desk/drafts': lost, 'GET /api/desk/drafts': lost })
    await openEmailForm()
    await sendEmail()
    await openEmailForm()
    await sendEmail()
    expect(new Set(idsOf(received)).size).toBe(1)
  })
})

test('another person in the same browser sends under an id of their own', async () => {
  const received = stubFetch({ [toEmail]: lost })
  const asPerson = (id: string) => {
    document.head.innerHTML = `<meta name="account" content="${id}">`
  }
  for (const person of ['a-1', 'a-2', 'a-1']) {
    asPerson(person)
    await openEmailForm()
    await sendEmail()
  }
  const [one, two, again] = idsOf(received)
  expect(two).not.toBe(one)
  expect(again).toBe(one)
  document.head.innerHTML = ''
})

test.each(['declined', 'approved', 'expired'])(
  'a request for approval that %s before isn’t the answer to another one',
  async (state) => {
    const received = stubFetch({
      'POST /api/desk/preview': () => ownJson(preview({ approval: 'A manager must approve it.' })),
      'POST /api/desk/approvals': () => ownJson({ id: 'p-1', state, actionId: first }),
    })
    const asked = () =>
      received.flatMap(({ path, body }) => (path === '/api/desk/approvals' ? [(body as { actionId: string }).actionId] : []))
    await openEmailForm()
    await userEvent.type(dialog().getByLabelText('E-mail'), 'new.one@example.test')
    const request = async () => userEvent.click(await dialog().findByRole('button', { name: 'Request approval' }))
    await request()
    await waitFor(() =>
      expect(dialog().getByRole('alert').textContent).toMatch(/(was declined|was approved|has expired)\. No new one was made\./),
    )
    await request()
    await waitFor(() => expect(asked()).toHaveLength(2))
    const [one = '', two] = asked()
    expect(two).toBe(nextId(one))
  },
)

test('two tabs whose action was refused go on under the same next id', async () => {
  const draft = { actionId: first, values: {} }
  const received = stubFetch({ [toEmail]: refused, 'GET /api/desk/drafts': () => ownJson({ draft }) })
  for (const tab of ['one', 'two']) {
    await openEmailForm()
    await sendEmail(`${tab}@example.test`)
    await press('Change e-mail')
    await waitFor(() => expect(idsOf(received)).toHaveLength(tab === 'one' ? 2 : 4))
  }
  expect(idsOf(received)).toEqual([first, nextId(first), first, nextId(first)])
})

test('a request for approval keeps its id before it is asked for', async () => {
  const received = stubFetch({
    'POST /api/desk/preview': () => ownJson(preview({ approval: 'A manager must approve it.' })),
    'POST /api/desk/approvals': lost,
  })
  const asked = () =>
    received.flatMap(({ path, body }) => (path === '/api/desk/approvals' ? [(body as { actionId: string }).actionId] : []))
  for (const times of [1, 2]) {
    await openEmailForm()
    await userEvent.type(dialog().getByLabelText('E-mail'), 'new.one@example.test')
    await userEvent.click(await dialog().findByRole('button', { name: 'Request approval' }))
    await waitFor(() => expect(asked()).toHaveLength(times))
    await dialog().findByRole('alert')
  }
  expect(asked()[1]).toBe(asked()[0])
})

test('an earlier try that was done before something newer isn’t told as the outcome of this one', async () => {
  let answers: () => Response | Promise<Response> = lost
  const received = stubFetch({ [toEmail]: () => answers() })
  await openEmailForm()
  await sendEmail()
  answers = () => ownJson({}, { headers: { 'x-outcome': 'done', 'x-replayed': 'true', 'x-changed-since': 'yes' } })
  await press('Change e-mail')
  await waitFor(() => expect(dialog().getByRole('alert').textContent).toContain('it has been changed since'))
  expect(dialog().getByRole('link', { name: 'Open it in the journal' }).getAttribute('href')).toContain(idsOf(received)[0])
  answers = lost
  await press('Change e-mail')
  await waitFor(() => expect(idsOf(received)).toHaveLength(3))
  const [first, second, third] = idsOf(received)
  expect([second, third]).toEqual([first, nextId(first ?? '')])
})

test('a later try that is turned away says nothing of one without an answer', async () => {
  let answers: () => Response | Promise<Response> = lost
  stubFetch({ [toEmail]: () => answers() })
  await openEmailForm()
  await sendEmail()
  answers = refusal('signedOut', 'Sign in first.', {})
  await press('Change e-mail')
  await waitFor(() =>
    expect(dialog().getByRole('alert').textContent).toContain('An earlier try from this form may have been sent'),
  )
})
