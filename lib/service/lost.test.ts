import { expect, it } from 'vitest'
import { lost } from './failure'

const error = (facts: object) => Object.assign(new Error('lost'), facts)
const proof = (cause: unknown, timedOut = false) => {
  const { proves, code } = lost(cause, timedOut).failure
  return `${proves} ${code}`
}

it.each([
  [{ code: 'ENOTFOUND' }, 'not-sent enotfound'],
  [{ code: 'EAI_AGAIN' }, 'not-sent eai_again'],
  [{ code: 'ECONNREFUSED', syscall: 'connect' }, 'not-sent econnrefused'],
  [{ code: 'UND_ERR_CONNECT_TIMEOUT' }, 'not-sent und_err_connect_timeout'],
  [{ code: 'ETIMEDOUT', syscall: 'connect' }, 'not-sent etimedout'],
  [{ code: 'EADDRNOTAVAIL', syscall: 'connect' }, 'not-sent eaddrnotavail'],
  [
    { errors: [error({ code: 'ETIMEDOUT', syscall: 'connect' }), error({ code: 'ECONNREFUSED', syscall: 'connect' })] },
    'not-sent etimedout',
  ],
  [{ code: 'CERT_HAS_EXPIRED' }, 'not-sent tls_untrusted'],
  [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'not-sent tls_untrusted'],
  [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'not-sent tls_untrusted'],
  [{ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, 'not-sent tls_untrusted'],
])('%j comes before the first byte: nothing was sent', (facts, expected) => expect(proof(error(facts))).toBe(expected))

it.each([
  [{ code: 'ECONNRESET' }],
  [{ code: 'ECONNRESET', syscall: 'read' }],
  [{ code: 'ETIMEDOUT', syscall: 'read' }],
  [{ code: 'EPIPE', syscall: 'write' }],
  [{ code: 'UND_ERR_SOCKET' }],
  [{ code: 'HPE_INVALID_CONSTANT' }],
  [{ errors: [error({ code: 'ETIMEDOUT', syscall: 'connect' }), error({ code: 'ECONNRESET', syscall: 'read' })] }],
  [{}],
])('%j proves nothing', (facts) => expect(proof(error(facts))).toMatch(/^unknown upstream_broken$/))

it.each([[undefined], [null], ['broken'], [new DOMException('aborted', 'AbortError')]])('%s proves nothing either', (cause) =>
  expect(proof(cause)).toBe('unknown upstream_broken'),
)

it('the deadline is told as such, unless the connection never came about', () => {
  expect(proof(new DOMException('aborted', 'TimeoutError'), true)).toBe('unknown timeout')
  expect(proof(error({ code: 'ECONNREFUSED' }), true)).toBe('not-sent econnrefused')
})
