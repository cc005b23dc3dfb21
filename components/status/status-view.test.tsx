// @vitest-environment happy-dom

import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { healthLike } from '@/lib/status/health-for-tests'
import { StatusView } from './status-view'

afterEach(cleanup)

const fault = 'it ends at 7, but entry 9 was written before that, so an older copy was put back'
const record = () => within(screen.getByRole('region', { name: 'Database and journal' }))

it('names what is wrong with the journal, first of all and beside its entries, and says what to do', () => {
  render(<StatusView health={healthLike({ journal: { head: 7, checkpoint: null, fault } })} />)
  expect(within(screen.getByRole('region', { name: /^What to do/ })).getByRole('listitem').textContent).toMatch(/journal/i)
  expect(record().getByText('broken')).toBeTruthy()
  expect(record().getByText(new RegExp(fault)).textContent).toBe(`Found: ${fault}. Run npm run verify.`)
})

it('says that all is fine where it is', () => {
  render(<StatusView health={healthLike()} />)
  expect(screen.getByText('Nothing. Everything is fine.')).toBeTruthy()
  expect(record().queryByText('broken')).toBeNull()
})
