import { describe, expect, test, vi } from 'vitest'
import type { Change, Client } from '#core/client'
import { settled } from '../../test/pipe.js'
import type { JSONRPCMessage } from '../types.js'
import { ServerChanges } from './server-changes.js'

/** A subscription that gives these changes, and then fails or ends. */
function listeningTo(changes: readonly Change[], failure?: Error) {
  const close = vi.fn(async () => {})
  async function* iterate() {
    yield* changes
    if (failure !== undefined) throw failure
  }
  return { close, filter: {}, [Symbol.asyncIterator]: iterate }
}

function create(capabilities: object, listening = listeningTo([])) {
  const listen = vi.fn(async (..._given: unknown[]) => listening)
  const delivered: JSONRPCMessage[] = []
  const errors: Error[] = []
  const client = { capabilities, listen } as unknown as Client
  const changes = new ServerChanges(client, {
    deliver: (message) => void delivered.push(message),
    onError: (error) => void errors.push(error),
  })
  return { changes, listen, listening, delivered, errors }
}

const announced = { listChanged: true }
const signal = new AbortController().signal

describe('the lists of a server', () => {
  test.each([
    [{ tools: announced }, { tools: true, prompts: false, resources: false }],
    [
      { prompts: announced, tools: {} },
      { tools: false, prompts: true, resources: false },
    ],
    [
      { resources: announced, tools: { listChanged: 1 } },
      { tools: false, prompts: false, resources: true },
    ],
  ])('are subscribed to as it announces them: %j', async (capabilities, filter) => {
    const { changes, listen } = create(capabilities)
    await changes.listen()
    expect(listen.mock.calls).toEqual([[filter]])
  })

  test.each([[{}], [{ tools: {}, prompts: true, resources: { listChanged: false } }]])(
    'are not subscribed to where it announces none: %j',
    async (capabilities) => {
      const { changes, listen } = create(capabilities)
      await changes.listen()
      expect(listen).not.toHaveBeenCalled()
    },
  )

  test('change, and the client gets notifications', async () => {
    const all: readonly Change[] = [
      ...[{ type: 'tools' } as const, { type: 'prompts' } as const, { type: 'resources' } as const],
      { type: 'resource', uri: 'a:b' },
    ]
    const { changes, delivered, errors } = create({ tools: announced }, listeningTo(all))
    await changes.listen()
    await settled()
    expect(delivered).toEqual([
      { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
      { jsonrpc: '2.0', method: 'notifications/prompts/list_changed' },
      { jsonrpc: '2.0', method: 'notifications/resources/list_changed' },
      { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'a:b' } },
    ])
    expect(errors).toEqual([])
  })

  test('are lost with an error', async () => {
    const failure = new Error('lost')
    const { changes, errors } = create({ tools: announced }, listeningTo([], failure))
    await changes.listen()
    await settled()
    expect(errors).toEqual([failure])
  })
})

describe('a resource', () => {
  test('is subscribed to once', async () => {
    const { changes, listen, delivered } = create({}, listeningTo([{ type: 'resource', uri: 'a:b' }]))
    await changes.subscribe('a:b', signal)
    await changes.subscribe('a:b', signal)
    await settled()
    expect(listen.mock.calls).toEqual([[{ uris: ['a:b'] }, { signal }]])
    expect(delivered).toHaveLength(1)
  })

  test('that is left can be subscribed to again', async () => {
    const { changes, listen, listening } = create({})
    await changes.subscribe('a:b', signal)
    await changes.unsubscribe('a:b')
    expect(listening.close).toHaveBeenCalledOnce()
    await changes.unsubscribe('a:b')
    expect(listening.close).toHaveBeenCalledOnce()
    await changes.subscribe('a:b', signal)
    expect(listen).toHaveBeenCalledTimes(2)
  })

  test('that cannot be subscribed to is an error, and can be tried again', async () => {
    const { changes, listen } = create({})
    listen.mockRejectedValueOnce(new Error('no'))
    await expect(changes.subscribe('a:b', signal)).rejects.toThrow(new Error('no'))
    await changes.subscribe('a:b', signal)
    expect(listen).toHaveBeenCalledTimes(2)
  })
})
