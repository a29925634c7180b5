import type { ServerResponse } from 'node:http'
import { introspectionAuth } from 'omniport/auth'
import { expect, test } from 'vitest'
import { listen } from '../interop/http/servers/listen.js'
import { verifies } from '../requirements/verifies.js'
import { deferred } from '../support/http-server.js'
import { startNotesServer } from './notes-server.js'

test('made-up tokens cause a limited number of requests; callers beyond it are told to come again, not to sign in', async () => {
  verifies('AUTH-40')
  const waiting: ServerResponse[] = []
  const full = deferred<void>()
  const home = await listen((request, response) => {
    request.resume()
    if (waiting.push(response) === 3) full.resolve()
  })
  const notes = await startNotesServer((url) =>
    introspectionAuth({
      issuer: home.origin,
      endpoint: `${home.origin}/look`,
      audience: url,
      clientId: 'notes',
      clientSecret: 'secret',
      maxConcurrentRequests: 4,
    }),
  )
  const post = async (token: string) => {
    const response = await fetch(notes.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: '{}',
    })
    await response.text()
    return [response.status, response.headers.get('retry-after'), response.headers.has('www-authenticate')]
  }
  const first = ['a', 'b', 'c'].map(post)
  await full.promise
  const others = await Promise.all(Array.from({ length: 20 }, (_, index) => post(`made-up-${index}`)))
  expect(others).toEqual(Array(20).fill([503, '5', false]))
  expect(waiting.length).toBe(3)
  for (const response of waiting) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ active: false }))
  }
  expect(await Promise.all(first)).toEqual(Array(3).fill([401, null, true]))
  expect(await Promise.all(['a', 'b', 'c'].map(post))).toEqual(Array(3).fill([401, null, true]))
  expect(await post('not,a,token')).toEqual([400, null, true])
  expect(waiting.length).toBe(3)
  await notes.close()
  await home.close()
})
