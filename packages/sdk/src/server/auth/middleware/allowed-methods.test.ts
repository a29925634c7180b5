import { afterEach, expect, test } from 'vitest'
import { closeServers, serve } from '../../../../test/express-servers.js'
import { allowedMethods } from './allowedMethods.js'

afterEach(closeServers)

test('other methods are refused, and those that are allowed are named', async () => {
  const origin = await serve(allowedMethods(['GET', 'POST']), (_req, res) => void res.end('served'))
  for (const method of ['GET', 'POST']) {
    expect(await (await fetch(origin, { method })).text()).toBe('served')
  }
  const response = await fetch(origin, { method: 'PUT' })
  expect([response.status, response.headers.get('allow'), await response.json()]).toEqual([
    405,
    'GET, POST',
    { error: 'method_not_allowed', error_description: 'The method PUT is not allowed for this endpoint' },
  ])
})
