// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ownJson } from '@/lib/testing/own-answers'
import { SignInForm } from './sign-in-form'

const fetched = vi.fn<typeof fetch>()
const went = vi.fn<(to: string) => void>()

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(window.location, 'assign').mockImplementation((to) => went(String(to)))
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  fetched.mockReset()
  went.mockReset()
})

/** Answers the token first, then the credentials. */
function answers(answer: Response | Error) {
  fetched.mockImplementation(async (address) => {
    if (address === '/api/auth/csrf') return ownJson({ csrfToken: 'token-of-the-form' })
    if (answer instanceof Error) throw answer
    return answer
  })
}

async function signInWith(email: string, password: string, callbackUrl = '/') {
  const user = userEvent.setup()
  render(<SignInForm callbackUrl={callbackUrl} />)
  if (email) await user.type(screen.getByLabelText('E-mail'), email)
  if (password) await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

const refusal = { url: 'http://localhost:3000/sign-in?error=CredentialsSignin' }
const refusedSentence = 'The e-mail or password is incorrect.'

describe('the sign-in form', () => {
  test.each([
    ['401', () => ownJson(refusal, { status: 401 }), refusedSentence],
    ['200 with the error in the address', () => ownJson(refusal), refusedSentence],
    [
      '429',
      () => new Response('', { status: 429, headers: { 'retry-after': '37' } }),
      'Too many attempts. Try again in 37 seconds.',
    ],
    ['429 without a time', () => new Response('', { status: 429 }), 'Too many attempts. Try again in 60 seconds.'],
    [
      'a problem of the dashboard’s own',
      () => ownJson({ kind: 'unavailable', detail: 'Somebody else has the database.', fields: [] }, { status: 503 }),
      'Somebody else has the database.',
    ],
    ['no answer', () => new TypeError('Failed to fetch'), 'We couldn’t reach the dashboard. Check your internet connection.'],
    ['500', () => new Response('<html>', { status: 500 }), 'You can’t sign in right now. Try again, or ask an admin.'],
    [
      'another error of next-auth',
      () => ownJson({ url: '/sign-in?error=Configuration' }),
      'You can’t sign in right now. Try again, or ask an admin.',
    ],
  ])('says what %s means and goes nowhere', async (_, answer, sentence) => {
    answers(answer())
    await signInWith('agent@demo.test', 'counterfoil-demo')
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
    expect(screen.getByRole('button', { name: 'Sign in' }).getAttribute('aria-disabled')).toBeNull()
    expect(went).not.toHaveBeenCalled()
  })

  test('after a refusal keeps the e-mail and puts the focus on the password', async () => {
    answers(ownJson(refusal, { status: 401 }))
    await signInWith('agent@demo.test', 'not this one')
    await screen.findByRole('alert')
    expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('agent@demo.test')
    expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  })

  test('sends the token and the fields as a form, and goes where the person was going', async () => {
    answers(ownJson({ url: 'http://localhost:3000/buyers/new' }))
    await signInWith(' agent@demo.test', 'counterfoil-demo', '/buyers/new')
    await vi.waitFor(() => expect(went).toHaveBeenCalledWith('/buyers/new'))
    const [address, init] = fetched.mock.calls[1] ?? []
    expect(address).toBe('/api/auth/callback/credentials')
    expect(Object.fromEntries(init?.body as URLSearchParams)).toEqual({
      csrfToken: 'token-of-the-form',
      email: 'agent@demo.test',
      password: 'counterfoil-demo',
      callbackUrl: '/buyers/new',
      json: 'true',
    })
  })

  test('asks for what is missing on its field, and asks nobody else', async () => {
    await signInWith('', '')
    const email = screen.getByLabelText('E-mail')
    expect(email.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Enter your e-mail')
    expect(document.activeElement).toBe(email)
    expect(fetched).not.toHaveBeenCalled()
  })

  test('would send a password by POST if its script were not there yet', () => {
    const { container } = render(<SignInForm callbackUrl="/" />)
    expect(container.querySelector('form')?.method).toBe('post')
  })
})
