// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { Incident } from '@/lib/incidents/incident'
import { approved, mayOnly, previewed, waiting } from './incident-for-tests'
import { button, changeTo, forgetPage, posted, show } from './incident-page-for-tests'

afterEach(forgetPage)

const theirs: Incident = {
  ...previewed,
  version: 7,
  words: 'Turn on autocharge',
  command: { verb: 'autochargeOn' },
  reason: 'On, says the admin',
  edited: { seq: 75, by: 'Adam Novak', at: '2026-11-20T18:03:00.000Z', mine: false },
}
const reason = () => screen.getByLabelText<HTMLInputElement>('Reason').value
const verb = () => screen.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.value
const isOff = (name: string) => button(name).getAttribute('aria-disabled') === 'true'

describe('a plan that a colleague changes while it’s open', () => {
  test('is told with their name, and nothing is asked for or previewed until theirs is loaded', async () => {
    const asked = await show(previewed)
    await screen.findByLabelText('Reason')
    changeTo(theirs)
    const notice = await screen.findByText('Adam Novak changed this plan')
    expect(notice.closest('[role=alert]')?.textContent).toContain('This form still shows your text.')
    expect([reason(), verb()]).toEqual([previewed.reason, 'autochargeOff'])
    expect([isOff('Ask for approval'), isOff('Preview')]).toEqual([true, true])
    await userEvent.click(button('Ask for approval'))
    expect(asked.filter(({ method }) => method !== 'GET')).toEqual([])
    await userEvent.click(button('Load their plan'))
    expect([reason(), verb()]).toEqual(['On, says the admin', 'autochargeOn'])
    await userEvent.click(button('Ask for approval'))
    expect(asked.at(-1)).toMatchObject({ path: posted('ask'), headers: { 'x-version': '7' } })
  })

  test('is changed to one’s own text only on purpose, from the version that it replaces', async () => {
    const asked = await show(previewed)
    await userEvent.type(await screen.findByLabelText('Reason'), ', and more')
    changeTo(theirs)
    await userEvent.click(await screen.findByRole('button', { name: 'Keep my text' }))
    expect([reason(), verb()]).toEqual([`${previewed.reason}, and more`, 'autochargeOff'])
    expect([isOff('Ask for approval'), isOff('Preview')]).toEqual([true, false])
    await userEvent.click(button('Preview'))
    await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true))
    expect(asked.find(({ method }) => method === 'PUT')).toMatchObject({
      headers: { 'x-version': '7' },
      body: { command: { verb: 'autochargeOff' }, reason: `${previewed.reason}, and more` },
    })
  })

  test('says nothing of a version that rose without a change of the plan', async () => {
    const asked = await show(previewed)
    await screen.findByLabelText('Reason')
    changeTo({ ...previewed, version: 6, rate: 5, done: 0, ticket: 'INC-208' })
    await screen.findByText('INC-208')
    expect(screen.queryByRole('alert')).toBeNull()
    await userEvent.click(button('Ask for approval'))
    expect(asked.at(-1)).toMatchObject({ path: posted('ask'), headers: { 'x-version': '6' } })
  })
})

describe('a plan that goes on while it’s open', () => {
  const open: Incident = { ...waiting, mine: true, may: mayOnly('edit') }
  const gone: Incident = { ...approved, may: { ...mayOnly('start'), edit: 'It can’t be done while the incident is approved.' } }

  test('stays with what was typed and says who approved it, can’t be saved, and is left by a button', async () => {
    const asked = await show(open)
    await userEvent.click(await screen.findByRole('button', { name: 'Change plan' }))
    await userEvent.type(await screen.findByLabelText('Reason'), ', and more')
    changeTo(gone)
    const notice = await screen.findByText('Jonas Lind approved this plan')
    expect(notice.closest('[role=alert]')?.textContent).toContain('Copy what you need')
    expect(reason()).toBe(`${previewed.reason}, and more`)
    expect(isOff('Preview')).toBe(true)
    await userEvent.click(button('Preview'))
    expect(asked.filter(({ method }) => method !== 'GET')).toEqual([])
    await userEvent.click(button('Leave this form'))
    expect(screen.queryByLabelText('Reason')).toBeNull()
    expect(button('Start the pilot')).toBeTruthy()
  })

  test('stays while something is typed and a colleague asks for approval, and goes once nothing is', async () => {
    await show(previewed)
    const ticket = await screen.findByLabelText('Ticket')
    await userEvent.type(ticket, '8')
    changeTo({ ...open, mine: false })
    expect(await screen.findByText('Marta Weiss asked for approval of this plan')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Ticket').value).toBe('INC-2078')
    expect(isOff('Preview')).toBe(false)
    await userEvent.type(ticket, '{Backspace}')
    expect(await screen.findByRole('region', { name: 'Decision' })).toBeTruthy()
  })

  test('is left for the decision once it was asked for from the form', async () => {
    await show(previewed, { answer: () => open })
    await userEvent.click(await screen.findByRole('button', { name: 'Ask for approval' }))
    expect(await screen.findByRole('region', { name: 'Decision' })).toBeTruthy()
    expect(screen.queryByLabelText('Reason')).toBeNull()
  })

  test('that was changed while a colleague had it before them is a draft again, and closes once it’s asked for', async () => {
    await show(open, { answer: (path) => (path.endsWith('/ask') ? open : { ...previewed, version: 7 }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Change plan' }))
    await userEvent.type(await screen.findByLabelText('Ticket'), '8')
    await userEvent.click(button('Preview'))
    await waitFor(() => expect(isOff('Ask for approval')).toBe(false))
    await userEvent.click(button('Ask for approval'))
    expect(await screen.findByRole('region', { name: 'Decision' })).toBeTruthy()
  })
})
