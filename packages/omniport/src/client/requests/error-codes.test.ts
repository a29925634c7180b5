import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { Client } from '../client.js'
import { connectFake } from '../fixtures/connect-fake.js'

const codes = Array.from({ length: 20 }, (_, index) => -32000 - index).filter((code) => code !== -32002)

const calls: readonly (readonly [string, (client: Client) => Promise<unknown>])[] = [
  ['tools/call', (client) => client.callTool('x', {})],
  ['resources/read', (client) => client.readResource('x://1')],
  ['prompts/get', (client) => client.getPrompt('x')],
  ['tools/list', (client) => client.listTools()],
]

/** What comes of a request that is answered with an error: the rejection, and all that the client sent. */
async function outcome(revision: '2025-11-25' | '2026-07-28', code: number, [method, call]: (typeof calls)[number]) {
  const data = { supported: ['2025-06-18'], requiredCapabilities: {}, elicitations: [], uri: 'x://1' }
  const { client, server, errors } = await connectFake(revision, {
    [method]: () => ({ error: { code, message: 'No', data } }),
  })
  const {
    name,
    message,
    code: reported,
  } = await call(client).then(
    () => ({ name: 'none', message: '', code: 0 }),
    (reason: Error & { readonly code: number }) => reason,
  )
  const seen = { name, message, isNotified: reported === code, methods: server.methods, errors }
  await client.close()
  return seen
}

describe.each(['2025-11-25', '2026-07-28'] as const)('at %s', (revision) => {
  test.each(calls)('a code that nobody may give a meaning is like any other: %s', async (...call) => {
    verifies('ERR-08')
    const other = await outcome(revision, -7, call)
    expect(other).toEqual({ name: 'RpcError', message: 'No', isNotified: true, methods: [call[0]], errors: [] })
    for (const code of codes) expect(await outcome(revision, code, call)).toEqual(other)
  })
})
