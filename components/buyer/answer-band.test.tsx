// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render as renderAlone, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerOf } from '@/lib/charges/answer'
import { chargeLike, exampleOrder, orderLike } from '@/lib/charges/examples-for-tests'
import { AnswerBand } from './answer-band'

afterEach(cleanup)

const render = (ui: ReactNode) =>
  renderAlone(ui, {
    wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>,
  })

const answer = (orders = [exampleOrder], unconfirmed: string | null = null) =>
  answerOf({ orders, total: orders.length, complete: true, state: 'read' }, { today: '2025-03-20', unconfirmed })

const nothing = { money: [], among: null, onShow: () => {} }
const band = () => within(screen.getByRole('region', { name: 'Answer' }))

it('leads from a sentence to the order and the charge that prove it', async () => {
  const onShow = vi.fn()
  render(<AnswerBand {...nothing} answer={answer()} onShow={onShow} />)
  await userEvent.click(band().getByRole('link', { name: /^Paid once, 162\.00 BRL/ }))
  const paid = exampleOrder.charges.find(({ status }) => status === 'settled')?.chargeId
  expect(onShow).toHaveBeenCalledWith({ orderId: exampleOrder.orderId, chargeIds: [paid] })
})

it('calls what is unconfirmed no fact of the history', () => {
  render(<AnswerBand {...nothing} answer={answer([exampleOrder], 'Downgrade')} />)
  expect(band().getByText(/“Downgrade” isn’t confirmed/)).toBeTruthy()
  expect(band().queryByRole('link', { name: /Downgrade/ })).toBeNull()
})

it('says what a sum rests on, also where it is none', () => {
  render(<AnswerBand {...nothing} answer={answer([orderLike([])])} among="in the orders we could read" />)
  expect(band().getByText('in the orders we could read')).toBeTruthy()
})

it('keeps a reply that somebody has changed, says that the answer is another by now, and gives that back', async () => {
  const { rerender } = render(<AnswerBand {...nothing} answer={answer()} />)
  await userEvent.click(await band().findByRole('button', { name: 'Edit' }))
  await userEvent.clear(band().getByRole('textbox', { name: 'Reply' }))
  await userEvent.type(band().getByRole('textbox', { name: 'Reply' }), 'Dear customer')
  rerender(<AnswerBand {...nothing} answer={answer([orderLike([chargeLike({ amount: '9.00' })])])} />)
  expect(band().getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' }).value).toBe('Dear customer')
  expect(band().getByText(/The answer changed after you edited the reply/)).toBeTruthy()
  await userEvent.click(band().getByRole('button', { name: 'Start over' }))
  expect(band().getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' }).value).toContain('9.00 BRL')
})

it('writes the reply in the language that is chosen, and says so where somebody had edited it', async () => {
  render(<AnswerBand {...nothing} answer={answer()} />)
  const edit = await band().findByRole('button', { name: 'Edit' })
  await userEvent.click(edit)
  const language = band().getByRole('combobox', { name: 'Language of the reply' })
  await userEvent.selectOptions(language, 'Deutsch')
  await userEvent.click(edit)
  expect(language.isConnected).toBe(false)
  const reply = await band().findByText(/Wir haben Ihnen am 4\. März 2025 einmal 162,00 BRL berechnet\./)
  expect(reply.closest('[lang]')?.getAttribute('lang')).toBe('de')
  await userEvent.click(edit)
  await userEvent.type(band().getByRole('textbox', { name: 'Reply' }), ' Danke.')
  await userEvent.selectOptions(band().getByRole('combobox', { name: 'Language of the reply' }), 'English')
  expect(await band().findByText(/You chose another language after you edited the reply/)).toBeTruthy()
  await userEvent.click(band().getByRole('button', { name: 'Start over' }))
  expect(band().getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' }).value).toMatch(/^Hello,\n\nYou were charged/)
})

it('says of what could not be refreshed when it was read, and hides the reply unless somebody has begun one', async () => {
  const { rerender } = render(<AnswerBand {...nothing} answer={answer()} />)
  await band().findByRole('button', { name: 'Copy reply' })
  rerender(<AnswerBand {...nothing} answer={answer()} staleSince="at 05:12" />)
  expect(band().getByText('Loaded at 05:12. Anything after that is missing here.')).toBeTruthy()
  expect(band().queryByRole('button', { name: 'Copy reply' })).toBeNull()
  rerender(<AnswerBand {...nothing} answer={answer()} />)
  await userEvent.click(band().getByRole('button', { name: 'Edit' }))
  await userEvent.type(band().getByRole('textbox', { name: 'Reply' }), ' Regards')
  rerender(<AnswerBand {...nothing} answer={answer()} staleSince="at 05:12" />)
  expect(band().getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' }).value).toMatch(/ Regards$/)
})
