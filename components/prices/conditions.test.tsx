// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { problemsOf } from '@/lib/prices/line-problems'
import { emptyWorkbench } from '@/lib/prices/workbench'
import { Conditions } from './conditions'
import { useWorkbench } from './use-workbench'

afterEach(cleanup)

const nothing = () => undefined
let given = ''

function Page() {
  const { workbench, set } = useWorkbench(emptyWorkbench)
  given = workbench.discount
  const address = { buyer: null, buyerAddress: '', addressProblem: undefined, onAddress: nothing }
  return <Conditions {...address} workbench={workbench} problems={problemsOf(workbench)} onChange={set} onOpen={nothing} />
}

function opened() {
  render(<Page />)
  const field = screen.getByLabelText<HTMLInputElement>('Common discount, %')
  const slider = screen.getByRole<HTMLInputElement>('slider')
  /** Letter after letter, as a person types. */
  const type = (text: string) => {
    for (let end = 0; end <= text.length; end += 1) fireEvent.change(field, { target: { value: text.slice(0, end) } })
  }
  return { field, slider, type }
}

test.each([
  ['0.5', '0.5'],
  ['0,01', '0.01'],
  ['.5', '0.5'],
  ['12.5', '12.5'],
  ['30.', '30'],
  ['99.99', '99.99'],
  ['0', ''],
])('%s can be typed, counts as %j, and the slider says the same', (text, discount) => {
  const { field, slider, type } = opened()
  type(text)
  expect([field.value, given]).toEqual([text, discount])
  expect(screen.queryByText(/^Enter a percentage/)).toBeNull()
  expect([slider.value, slider.getAttribute('aria-valuetext')]).toEqual([discount || '0', `${discount || '0'}%`])
  fireEvent.blur(field)
  expect(field.value).toBe(discount)
})

test.each(['33.333', '100', '0.001'])('%s is refused as it is typed, and the slider keeps what is priced', (text) => {
  const { field, slider, type } = opened()
  type('25')
  fireEvent.change(field, { target: { value: text } })
  expect(field.value).toBe(text)
  expect(
    screen.getByText(/^Enter a percentage from 0\.01 to 99\.99, with two decimals at most\. Prices still show 25%\.$/),
  ).toBeTruthy()
  expect([slider.value, slider.getAttribute('aria-valuetext')]).toEqual(['25', '25%'])
})
