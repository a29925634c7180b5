import { afterEach, describe, expect, test } from 'vitest'
import type { RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { createAskingUpstream } from '../fixtures/asking-upstream.js'
import { startGateway } from '../fixtures/behind.js'
import { createExchange, createPrincipal } from '../fixtures/gateway-parts.js'
import { createUpstreamFrom } from '../fixtures/upstream-from.js'
import type { Gateway } from '../gateway.js'
import type { Upstreams } from '../gateway-options.js'

const gateways: Gateway[] = []

afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway.close()
})

const principal = createPrincipal('ann')

function create(upstreams: Upstreams) {
  const { gateway } = startGateway(upstreams, { secrets: ['s'.repeat(32)] })
  gateways.push(gateway)
  return async (method: string, params: object, more: Partial<Exchange> = {}): Promise<RpcResponse> => {
    const message = { jsonrpc: '2.0', id: 1, method, params } as unknown as RpcRequest
    try {
      return (await gateway.serve(message, createExchange({ principal, ...more }))) as RpcResponse
    } catch (reason) {
      return { jsonrpc: '2.0', id: 1, error: RpcError.from(reason).toObject() }
    }
  }
}

/** An upstream that answers with what it got. */
function echo(revision: Revision = '2025-11-25', capabilities: object = { completions: {} }) {
  const got = (params: object) => ({ result: { got: params } })
  return createUpstreamFrom(revision, {
    initialize: () => ({
      result: { protocolVersion: revision, capabilities, serverInfo: { name: 'echo', version: '1' } },
    }),
    ...{ 'tools/call': got, 'prompts/get': got, 'completion/complete': got, 'resources/read': got },
    'resources/list': () => ({ result: { resources: [{ uri: 'x://a', name: 'a' }] } }),
    'resources/templates/list': () => ({ result: { resourceTemplates: [{ uriTemplate: 'x://t/{id}', name: 't' }] } }),
  })
}

const paramsAt = ({ received }: ReturnType<typeof echo>, wanted: string) =>
  received.filter(({ method }) => method === wanted).map(({ params }) => params)

describe('a request for a name', () => {
  test.each(['tools/call', 'prompts/get'])('has the name of the upstream: %s', async (method) => {
    const [a, b] = [echo(), echo()]
    const ask = create({ a: a.target, b: { target: b.target, rename: { read: 'mine' } } })
    await ask(method, { name: 'a__read', arguments: { x: '1' } })
    await ask(method, { name: 'mine', arguments: {} })
    expect([paramsAt(a, method), paramsAt(b, method)]).toEqual([
      [{ name: 'read', arguments: { x: '1' } }],
      [{ name: 'read', arguments: {} }],
    ])
  })

  test('has its own name where that is the same', async () => {
    const a = echo()
    const ask = create({ a: { target: a.target, prefix: '' } })
    await ask('tools/call', { name: 'read', arguments: {} })
    expect(paramsAt(a, 'tools/call')).toEqual([{ name: 'read', arguments: {} }])
  })
})

describe('a completion', () => {
  const argument = { name: 'id', value: '1' }
  const context = { arguments: { other: '2' } }

  test('of a prompt has the name of the upstream', async () => {
    const [a, b] = [echo(), echo()]
    const ask = create({ a: a.target, b: { target: b.target, prefix: '' } })
    await ask('completion/complete', { ref: { type: 'ref/prompt', name: 'a__greet' }, argument, context })
    expect(paramsAt(a, 'completion/complete')).toEqual([
      { ref: { type: 'ref/prompt', name: 'greet' }, argument, context },
    ])
    await ask('completion/complete', { ref: { type: 'ref/prompt', name: 'greet' }, argument })
    expect(paramsAt(b, 'completion/complete')).toEqual([{ ref: { type: 'ref/prompt', name: 'greet' }, argument }])
  })

  test('of a template reaches the upstream that has it', async () => {
    const [a, b] = [echo('2025-11-25'), echo('2025-11-25', { completions: {}, resources: {} })]
    const ask = create({ a: a.target, b: b.target })
    const ref = { type: 'ref/resource', uri: 'x://t/{id}' }
    await ask('completion/complete', { ref, argument })
    expect([paramsAt(a, 'completion/complete'), paramsAt(b, 'completion/complete')]).toEqual([[], [{ ref, argument }]])
  })

  test.each<[Revision, object]>([
    ['2025-06-18', { context }],
    ['2025-03-26', {}],
  ])('has what the revision of the upstream knows: %s', async (revision, more) => {
    const a = echo(revision)
    const ask = create({ a: { target: a.target, prefix: '' } })
    const ref = { type: 'ref/prompt', name: 'greet' }
    await ask('completion/complete', { ref, argument, context })
    expect(paramsAt(a, 'completion/complete')).toEqual([{ ref, argument, ...more }])
  })

  test('of a template that nobody has is refused by the start of its URI', async () => {
    const ask = create({ a: echo().target, b: echo().target })
    const ref = { type: 'ref/resource', uri: 'y'.repeat(300) }
    expect((await ask('completion/complete', { ref, argument })).error).toEqual({
      code: -32602,
      message: `Unknown resource template: ${'y'.repeat(256)}`,
    })
  })
})

describe('a resource', () => {
  test('is read where it is listed', async () => {
    const [a, b] = [echo(), echo('2025-11-25', { resources: {} })]
    const ask = create({ a: a.target, b: b.target })
    await ask('resources/read', { uri: 'x://a' })
    await ask('resources/read', { uri: 'x://t/7' })
    expect([paramsAt(a, 'resources/read'), paramsAt(b, 'resources/read')]).toEqual([
      [],
      [{ uri: 'x://a' }, { uri: 'x://t/7' }],
    ])
  })

  test('that nobody lists is asked for again where it was asked about', async () => {
    const [first, second] = [createAskingUpstream(['one'], 'first:'), createAskingUpstream(['two'], 'second:')]
    const ask = create({ first: first.target, second: second.target })
    const modern = {
      ...{ revision: '2026-07-28' as const },
      client: { name: 'c', capabilities: { elicitation: { form: {} } } } as Exchange['client'],
    }
    await ask('tools/list', {}, modern)
    const uri = 'second:never'
    const { result } = await ask('resources/read', { uri }, modern)
    const { requestState } = result as { readonly requestState: string }
    const retry = { uri, requestState, inputResponses: { name: { action: 'decline' } } }
    expect(JSON.stringify((await ask('resources/read', retry, modern)).result)).toContain('done after 1')
    expect([first.received.length, second.received.length]).toEqual([0, 2])
    expect((await ask('resources/read', { ...retry, requestState: 'x' }, modern)).error).toMatchObject({
      code: -32602,
      message: 'requestState is not one of this caller for this call, or it has expired',
    })
    expect((await ask('resources/read', { uri: 'third:never' }, modern)).error).toMatchObject({
      data: { uri: 'third:never' },
    })
  })
})

describe('a request of an extension', () => {
  const skills = (uri: string) =>
    createUpstreamFrom('2025-11-25', {
      initialize: () => ({
        result: {
          ...{ protocolVersion: '2025-11-25', serverInfo: { name: 's', version: '1' } },
          capabilities: { extensions: { 'io.modelcontextprotocol/skills': {} } },
        },
      }),
      'skills/list': () => ({ result: { skills: [{ uri, name: uri }] } }),
    }).target

  test('for skills lists those of all upstreams', async () => {
    const ask = create({ a: skills('skill://a/SKILL.md'), b: skills('skill://b/SKILL.md') })
    expect((await ask('skills/list', {})).result).toMatchObject({
      skills: [{ uri: 'skill://a/SKILL.md' }, { uri: 'skill://b/SKILL.md' }],
    })
  })

  test('for skills of the only upstream reaches that one', async () => {
    const ask = create({ a: skills('skill://a/SKILL.md') })
    expect((await ask('skills/list', {})).result).toEqual({
      skills: [{ uri: 'skill://a/SKILL.md', name: 'skill://a/SKILL.md' }],
    })
  })

  test('that nobody has is not found', async () => {
    const ask = create({ a: skills('skill://a/SKILL.md'), b: echo().target })
    expect((await ask('com.example/x', {})).error).toMatchObject({
      code: -32601,
      message: 'Method not found: com.example/x',
    })
    expect((await ask('com.example/x', { _meta: 5 })).error?.code).toBe(-32602)
  })
})
