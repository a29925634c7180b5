import { describe, expect, test } from 'vitest'
import { Pipe, settled } from '../../test/pipe.js'
import type { ClientCapabilities } from '../types.js'
import { Server, type ServerOptions } from './index.js'

async function open(
  capabilities: ClientCapabilities = {},
  options: ServerOptions = {},
  protocolVersion = '2025-06-18',
) {
  const server = new Server({ name: 's', version: '1' }, options)
  const pipe = new Pipe()
  await server.connect(pipe)
  const params = { protocolVersion, capabilities, clientInfo: { name: 'c', version: '2' } }
  pipe.receive({ id: 'hello', method: 'initialize', params })
  await settled()
  return { server, pipe, hello: pipe.sent[0]?.['result'] }
}

const form = { message: 'm', requestedSchema: { type: 'object' as const, properties: {} } }
const page = { mode: 'url' as const, message: 'm', elicitationId: 'e', url: 'https://a.example/' }

describe('a client that initializes', () => {
  test.each([
    ['2025-06-18', '2025-06-18'],
    ['1999-01-01', '2025-11-25'],
  ])('with revision %s gets %s', async (asked, given) => {
    const { server, hello } = await open({}, { capabilities: { tools: {} } }, asked)
    const serverInfo = { name: 's', version: '1' }
    expect(hello).toStrictEqual({ protocolVersion: given, capabilities: { tools: {} }, serverInfo })
    expect([server.getClientVersion(), server.getClientCapabilities()]).toEqual([{ name: 'c', version: '2' }, {}])
  })

  test('gets the instructions of the server', async () => {
    expect((await open({}, { instructions: 'read' })).hello).toMatchObject({ instructions: 'read' })
  })
})

describe('a person', () => {
  test.each<[ClientCapabilities, typeof form | typeof page, string]>([
    [{}, form, 'form'],
    [{ elicitation: { url: {} } }, form, 'form'],
    [{ elicitation: { form: {} } }, page, 'url'],
  ])('of a client with %j is not asked', async (capabilities, params, mode) => {
    const { server, pipe } = await open(capabilities)
    await expect(server.elicitInput(params)).rejects.toThrow(new Error(`Client does not support ${mode} elicitation.`))
    expect(pipe.sent).toHaveLength(1)
  })

  test('is asked, in a form by default', async () => {
    const { server, pipe } = await open({ elicitation: { form: {}, url: {} } })
    const asked = [server.elicitInput(form), server.elicitInput(page)]
    expect(pipe.sent.slice(1).map(({ params }) => params)).toEqual([{ ...form, mode: 'form' }, page])
    for (const id of [0, 1]) pipe.receive({ id, result: { action: 'decline' } })
    expect(await Promise.all(asked)).toEqual([{ action: 'decline' }, { action: 'decline' }])
  })
})
