// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { AddRuleForm } from './add-rule-form'

afterEach(cleanup)

function show() {
  const onAdd = vi.fn()
  const commands = [
    { name: 'changeExpirationDate', words: 'Change end date' },
    { name: 'downgradeSubscription', words: 'Downgrade' },
  ]
  render(<AddRuleForm commands={commands} isAdding={false} onAdd={onAdd} />)
  return onAdd
}

const choose = (label: string, option: string) => userEvent.selectOptions(screen.getByRole('combobox', { name: label }), option)
const add = () => userEvent.click(screen.getByRole('button', { name: 'Add rule' }))

it('offers only conditions that can hold for the command', async () => {
  show()
  await choose('Command', 'Downgrade')
  expect(screen.queryByRole('option', { name: /a new end date more than this many days away/ })).toBeNull()
  await choose('Command', 'Change end date')
  expect(screen.getByRole('option', { name: /a new end date more than this many days away/ })).toBeTruthy()
})

it('asks for the number where the condition has one', async () => {
  const onAdd = show()
  await choose('Command', 'Change end date')
  await choose('Needs a manager when', 'laterByDays')
  await add()
  expect(screen.getByText('Enter a number from 1 to 10,000')).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox', { name: 'Days' }), '30')
  await add()
  expect(onAdd).toHaveBeenCalledWith(
    { operation: 'changeExpirationDate', condition: 'laterByDays', threshold: 30 },
    expect.anything(),
  )
})

it('drops a condition that the next command cannot have', async () => {
  const onAdd = show()
  await choose('Command', 'Change end date')
  await choose('Needs a manager when', 'laterByDays')
  await choose('Command', 'Downgrade')
  await add()
  expect(onAdd).toHaveBeenCalledWith(
    { operation: 'downgradeSubscription', condition: 'always', threshold: null },
    expect.anything(),
  )
})
