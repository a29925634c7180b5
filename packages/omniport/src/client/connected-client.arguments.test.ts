import { expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { settled } from '#test/support/virtual-runtime.js'
import { revisions } from '../protocol/revisions/revision.js'
import { connect } from './connect.js'
import { connectFake } from './fixtures/connect-fake.js'
import { discovered, FakeServer, initialized } from './fixtures/fake-server.js'

const roots = [{ uri: 'file:///a' }]

test('a method that is given no text where it begins with one names itself, and sends nothing', async () => {
  const { client, server } = await connectFake('2026-07-28', {})
  const never = 5 as never
  await expect(client.readResource(never)).rejects.toThrow(
    new TypeError('readResource: the uri must be a string, got 5'),
  )
  await expect(client.getPrompt(never)).rejects.toThrow(new TypeError('getPrompt: the name must be a string, got 5'))
  await expect(client.callTool(never, {})).rejects.toThrow(new TypeError('callTool: the name must be a string, got 5'))
  await expect(client.request(never)).rejects.toThrow(new TypeError('request: the method must be a string, got 5'))
  await expect(client.complete(never, never)).rejects.toThrow(
    new TypeError('complete: the ref must be an object, got 5'),
  )
  expect(server.received).toEqual([])
  await client.close()
})

test('a method that is given what the official SDK takes says what to write', async () => {
  const { client, server } = await connectFake('2025-11-25', {})
  const given = { method: 'tools/list', params: {}, ref: { type: 'ref/prompt', name: 'a' }, argument: {} } as never
  await expect(client.request(given)).rejects.toThrow(
    new TypeError(
      'request: the method is an argument of its own, not a member of an object; write request("tools/list", { … })',
    ),
  )
  await expect(client.complete(given, undefined as never)).rejects.toThrow(
    new TypeError(
      'complete: the ref is an argument of its own, not a member of an object; write complete(ref, argument)',
    ),
  )
  expect(server.received).toEqual([])
  await client.close()
})

test.each(['callTool', 'callTask'] as const)('%s refuses options where the official SDK has them', async (method) => {
  const { client, server } = await connectFake('2025-11-25', {})
  const call = client[method].bind(client) as (...args: readonly unknown[]) => Promise<unknown>
  await expect(call('a', {}, undefined, { timeout: 5 })).rejects.toThrow(
    new TypeError(`${method} takes three arguments; write ${method}(name, args, { timeoutMs, … })`),
  )
  expect(server.received).toEqual([])
  await client.close()
})

test('an option that cannot be used is named before anything is sent, whatever the method', async () => {
  const { client, server } = await connectFake('2025-11-25', {})
  const ref = { type: 'ref/prompt', name: 'a' } as const
  const options = { signal: new AbortController() } as never
  const calls = [
    () => client.listTools(options),
    () => client.listSkills(options),
    () => client.readResource('a:b', options),
    () => client.getPrompt('a', {}, options),
    () => client.callTool('a', {}, options),
    () => client.callTask('a', {}, options),
    () => client.getTask('a', options),
    () => client.complete(ref, { name: 'b', value: '' }, options),
    () => client.request('tools/list', {}, options),
    () => client.listen({ tools: true }, options),
    () => client.setLogLevel('info', options),
    () => client.ping(options),
  ]
  for (const call of calls) {
    await expect(call()).rejects.toThrow(new TypeError('signal must be an AbortSignal, got an object'))
  }
  expect(server.received).toEqual([])
  await client.close()
})

test('a prompt is asked for with its arguments where it is given any', async () => {
  const result = { resultType: 'complete', messages: [] }
  const { client, server } = await connectFake('2025-11-25', { 'prompts/get': () => ({ result }) })
  await client.getPrompt('plain')
  await client.getPrompt('other', { a: 'b' })
  expect(server.received.map(({ params }) => params)).toEqual([
    { name: 'plain' },
    { name: 'other', arguments: { a: 'b' } },
  ])
  await client.close()
})

test('roots cannot be set for a client that declared no roots, and a server is told of none that are malformed', async () => {
  const without = await connectFake('2025-11-25', {})
  expect(thrownBy(() => without.client.setRoots(roots))).toEqual(
    new TypeError('setRoots: this client declared no roots; give `roots` to connect, if only an empty list'),
  )
  const { client, server } = await connectFake('2025-11-25', {}, { roots: [] })
  expect(thrownBy(() => client.setRoots(5 as never))).toEqual(
    new TypeError('setRoots: roots must be an array of roots, or a function, got 5'),
  )
  await settled()
  expect([without.server.received, server.received]).toEqual([[], []])
  client.setRoots(roots)
  await settled()
  expect(server.methods).toEqual(['notifications/roots/list_changed'])
  await client.close()
  await without.client.close()
})

test('who listens with a signal that is aborted already is refused, and the server hears nothing', async () => {
  const { client, server } = await connectFake('2026-07-28', {})
  await expect(client.listen({ tools: true }, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
    new Error('enough'),
  )
  await settled()
  expect(server.received).toEqual([])
  await client.close()
})

test.each(revisions)('%s: a ping may be given up before it is sent', async (revision) => {
  const reply = () => ({ result: {} })
  const { client, server } = await connectFake(revision, { ping: reply })
  const options = { signal: AbortSignal.abort(new Error('enough')) }
  await expect(client.ping(options)).rejects.toThrow(new Error('enough'))
  await settled()
  expect(server.received).toEqual([])
  await client.close()
})

test('what a client whose connection is lost says of its server is what it was', async () => {
  const server = new FakeServer({ initialize: () => initialized({ tools: {} }, '2025-06-18') })
  const closed: string[] = []
  const lost: unknown[] = []
  const client = await connect(server.target, {
    revision: '2025-06-18',
    onClose: () => closed.push('closed'),
    onLost: (reason) => lost.push(reason),
  })
  server.exit()
  await settled()
  expect([client.revision, client.server, client.capabilities, client.pid]).toEqual([
    '2025-06-18',
    { name: 'fake', version: '1' },
    { tools: {} },
    undefined,
  ])
  await client.close()
  expect([closed, lost]).toEqual([['closed'], []])
})

test('what the owner of a client throws as it closes is reported', async () => {
  const errors: string[] = []
  const server = new FakeServer({ 'server/discover': () => discovered() })
  const client = await connect(server.target, {
    onError: ({ message }) => errors.push(message),
    onClose: () => {
      throw new Error('mine')
    },
  })
  await client.close()
  expect(errors).toEqual(['mine'])
})
