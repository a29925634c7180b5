import { expect, test } from 'vitest'
import { createUnknownSender, principalKey } from './principal-key.js'

const principal = (id: string, claims: Record<string, unknown> = {}) => ({ id, scopes: [], claims })

test('tells principals apart, and nobody on a pipe from nobody over HTTP', () => {
  const headers = new Headers()
  const keys = [
    {},
    { headers },
    { principal: principal('ann') },
    { principal: principal('bob') },
    { principal: principal('ann', { sub: 'ann', iss: 'https://a.example' }) },
    { principal: principal('ann', { sub: 'ann', iss: 'https://b.example' }) },
    { principal: principal('ann', { sub: 'ann', iss: 'https://a.example', client_id: 'c' }) },
    { principal: principal('ann","x') },
  ].map(principalKey)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.slice(0, 2)).toEqual(['stdio', 'anonymous'])
  expect([principalKey({ sender: Symbol('a pipe') }), principalKey({ sender: createUnknownSender() })]).toEqual([
    'stdio',
    'anonymous',
  ])
  expect(principalKey({ principal: principal('ann'), headers })).toBe(keys[2])
})
