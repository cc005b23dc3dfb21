// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Ident } from './ident'

const id = '31d21526-a9d9-4b2f-ae75-32594eee2787'

afterEach(cleanup)

describe('an id', () => {
  test('shows head and tail, and the whole of it in its tip', () => {
    render(<Ident value={id} />)
    expect(screen.getByRole('button', { name: `Copy ${id}` }).textContent).toBe('31d21526…2787')
    expect(screen.getByRole('tooltip', { hidden: true }).textContent).toBe(id)
  })

  test('that is short stands whole', () => {
    render(<Ident value="1190417" />)
    expect(screen.getByRole('button').textContent).toBe('1190417')
  })

  test('is copied whole on click, and says so', async () => {
    const user = userEvent.setup()
    render(<Ident value={id} />)
    expect(screen.getByRole('status').textContent).toBe('')
    await user.click(screen.getByRole('button'))
    expect(await navigator.clipboard.readText()).toBe(id)
    expect(screen.getByRole('status').textContent).toBe('Copied')
  })

  test('that the browser will not copy says that, and shows the whole', async () => {
    const user = userEvent.setup()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
    render(<Ident value={id} />)
    await user.click(screen.getByRole('button'))
    expect(screen.getByRole('status').textContent).toBe('Couldn’t copy')
    expect(screen.getByRole('tooltip', { hidden: true }).textContent).toContain(id)
  })
})
