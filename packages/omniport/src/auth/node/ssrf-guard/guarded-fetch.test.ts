import { afterEach, expect, test, vi } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { guardedFetch } from './guarded-fetch.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('where names cannot be looked up, their spelling is checked, and the platform sends', async () => {
  verifies('SEC-06')
  const sent: unknown[] = []
  vi.stubGlobal('process', { nextTick: process.nextTick, versions: { node: '20.0.0', bun: '1.2.0' } })
  vi.stubGlobal('fetch', async (input: unknown, init: RequestInit) => {
    sent.push([input, init.redirect])
    return new Response('a')
  })
  const guarded = guardedFetch()
  expect(await (await guarded('https://auth.example/')).text()).toBe('a')
  for (const url of ['https://10.0.0.1/', 'https://printer.local/', 'https://intranet/', 'http://auth.example/']) {
    await expect(guarded(url)).rejects.toMatchObject({ code: 'unreachable' })
  }
  expect(sent).toEqual([['https://auth.example/', 'manual']])
})
