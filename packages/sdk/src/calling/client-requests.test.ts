import { describe, expect, test } from 'vitest'
import { Pipe } from '../../test/pipe.js'
import type { RequestOptions } from '../shared/protocol.js'
import { ClientRequests } from './client-requests.js'

class Own extends ClientRequests<never, never, never> {
  protected override assertCapabilityForMethod() {}
  protected override assertNotificationCapability() {}
  protected override assertRequestHandlerCapability() {}
  protected override assertTaskCapability() {}
  protected override assertTaskHandlerCapability() {}
}

async function open() {
  const client = new Own()
  const pipe = new Pipe()
  await client.connect(pipe)
  return { client, pipe }
}

type Send = (client: Own, options?: RequestOptions) => Promise<unknown>

const reference = { type: 'ref/prompt', name: 'p' } as const
const argument = { name: 'a', value: 'b' }

const rows: readonly (readonly [string, object | undefined, object, Send])[] = [
  ['ping', undefined, {}, (client, options) => client.ping(options)],
  [
    'completion/complete',
    { ref: reference, argument },
    { completion: { values: ['b'] } },
    (client, options) => client.complete({ ref: reference, argument }, options),
  ],
  ['logging/setLevel', { level: 'error' }, {}, (client, options) => client.setLoggingLevel('error', options)],
  ['prompts/get', { name: 'p' }, { messages: [] }, (client, options) => client.getPrompt({ name: 'p' }, options)],
  ['prompts/list', { cursor: 'c' }, { prompts: [] }, (client, options) => client.listPrompts({ cursor: 'c' }, options)],
  [
    'resources/list',
    { cursor: 'c' },
    { resources: [] },
    (client, options) => client.listResources({ cursor: 'c' }, options),
  ],
  [
    'resources/templates/list',
    { cursor: 'c' },
    { resourceTemplates: [] },
    (client, options) => client.listResourceTemplates({ cursor: 'c' }, options),
  ],
  [
    'resources/read',
    { uri: 'a:b' },
    { contents: [] },
    (client, options) => client.readResource({ uri: 'a:b' }, options),
  ],
  ['resources/subscribe', { uri: 'a:b' }, {}, (client, options) => client.subscribeResource({ uri: 'a:b' }, options)],
  [
    'resources/unsubscribe',
    { uri: 'a:b' },
    {},
    (client, options) => client.unsubscribeResource({ uri: 'a:b' }, options),
  ],
]

describe('a request', () => {
  test.each(rows)('%s is sent with its parameters, and answered', async (method, params, result, send) => {
    const { client, pipe } = await open()
    const answer = send(client)
    expect(pipe.sent).toEqual([{ jsonrpc: '2.0', id: 0, method, ...(params && { params }) }])
    pipe.receive({ id: 0, result })
    expect(await answer).toEqual(result)
  })

  test.each(rows)('%s takes options', async (_method, _params, _result, send) => {
    const { client } = await open()
    const signal = AbortSignal.abort(new Error('early'))
    await expect(send(client, { signal })).rejects.toThrow(new Error('early'))
  })

  test.each(rows.filter(([, , result]) => Object.keys(result).length > 0))(
    '%s has no other result',
    async (_method, _params, _result, send) => {
      const { client, pipe } = await open()
      const answer = send(client)
      pipe.receive({ id: 0, result: {} })
      await expect(answer).rejects.toMatchObject({ name: expect.stringMatching(/ZodError$/) })
    },
  )
})

test('a change of the roots is announced', async () => {
  const { client, pipe } = await open()
  await client.sendRootsListChanged()
  expect(pipe.sent).toEqual([{ jsonrpc: '2.0', method: 'notifications/roots/list_changed' }])
})
