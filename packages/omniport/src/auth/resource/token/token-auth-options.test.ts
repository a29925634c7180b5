import { expect, test } from 'vitest'
import { checkOptions } from '../check-options.js'
import { tokenAuthChecks } from './token-auth-options.js'

const audience = 'https://mcp.example'
const check = (options: object) => () => checkOptions('auth', { audience, ...options }, tokenAuthChecks)

test.each<[object]>([
  [{}],
  [{ audience: 'mcp', resource: audience }],
  [{ scopes: [], implies: { a: ['b'] } }],
  [{ principal: () => undefined, metadata: {} }],
  [{ dpop: true }],
  [{ dpop: false }],
  [{ dpop: 'required' }],
  [{ clockToleranceSeconds: 0, cacheEntries: 0 }],
  [{ fetch, runtime: {} }],
])('%j can be used', (options) => {
  expect(check(options)).not.toThrow()
})

test.each<[object, string]>([
  [{ audience: undefined }, 'audience must be a string that is not empty'],
  [{ resource: '' }, 'resource must be a string that is not empty'],
  [{ scopes: 'a' }, 'scopes must be an array of strings'],
  [{ scopes: ['a', ''] }, 'scopes[1] must be a string that is not empty'],
  [{ implies: ['a'] }, 'implies must be an object'],
  [{ implies: { a: 'b' } }, 'implies.a must be an array of strings'],
  [{ principal: {} }, 'principal must be a function'],
  [{ metadata: [] }, 'metadata must be an object'],
  [{ dpop: 'optional' }, 'dpop must be true or false'],
  [{ clockToleranceSeconds: -1 }, 'clockToleranceSeconds must be a whole number, 0 or more'],
  [{ cacheEntries: 0.5 }, 'cacheEntries must be a whole number, 0 or more'],
  [{ fetch: 'fetch' }, 'fetch must be a function'],
  [{ runtime: 'node' }, 'runtime must be an object'],
])('%j cannot', (options, problem) => {
  expect(check(options)).toThrow(new TypeError(`auth: ${problem}`))
})
