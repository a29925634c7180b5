import { describe, expect, test } from 'vitest'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import type { Middleware } from '../protocol/exchange/exchange.js'
import { prompt } from './prompts/prompt.js'
import { resource } from './resources/resource.js'
import { tool } from './tools/tool.js'

/** Notes the methods that pass. */
function noting(notes: string[], name: string): Middleware {
  return (next) => (message, exchange) => {
    notes.push(`${name}: ${message.method}`)
    return next(message, exchange)
  }
}

/** A server that has one of everything, from a server that it mounts. */
function mountOne(notes: string[]) {
  const { server: inner } = defineServer({
    use: [noting(notes, 'inner')],
    tools: {
      t: tool({ use: [noting(notes, 'tool')], run: () => 'ran' }),
      hidden: tool({ visible: () => false, run: () => '' }),
    },
    prompts: { p: prompt({ get: () => 'text' }) },
    resources: { city: resource({ uri: 'city:{name}', read: () => 'cold' }) },
  })
  const { server, logger } = defineServer({ use: [noting(notes, 'outer')] })
  server.mount('in', inner)
  return { server, logger }
}

describe('the first request for a resource of a template', () => {
  test.each(['resources/read', 'resources/subscribe'])('finds it: %s', async (method) => {
    const notes: string[] = []
    const { request, close } = await connectRaw(mountOne(notes).server)
    notes.splice(0)
    expect((await request(method, { uri: 'city:oslo' })).error).toBeUndefined()
    expect(notes).toEqual([`outer: ${method}`, `inner: ${method}`])
    close()
  })
})

describe('the middleware of a mounted server', () => {
  test('is around what its definitions serve, inside that of the server', async () => {
    const notes: string[] = []
    const { request, close } = await connectRaw(mountOne(notes).server)
    notes.splice(0)
    await request('tools/call', { name: 'in_t' })
    expect(notes.splice(0)).toEqual(['outer: tools/call', 'inner: tools/call', 'tool: tools/call'])
    await request('prompts/get', { name: 'in_p' })
    expect(notes.splice(0)).toEqual(['outer: prompts/get', 'inner: prompts/get'])
    close()
  })

  test.each([
    ['a list', 'tools/list', {}],
    ['a tool that is not there', 'tools/call', { name: 'in_x' }],
    ['a tool that the caller may not see', 'tools/call', { name: 'in_hidden' }],
    ['a call without a name', 'tools/call', {}],
    ['a call whose arguments are none', 'tools/call', { name: 'in_t', arguments: 'none' }],
    ['a prompt whose arguments are none', 'prompts/get', { name: 'in_p', arguments: 'none' }],
  ])('is not around %s', async (_name, method, params) => {
    const notes: string[] = []
    const { request, close } = await connectRaw(mountOne(notes).server)
    notes.splice(0)
    await request(method, params)
    expect(notes).toEqual([`outer: ${method}`])
    close()
  })
})

describe('a method whose feature the server lacks', () => {
  test.each([
    ['tools/list', {}],
    ['tools/call', { name: 't' }],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['resources/read', { uri: 'a:b' }],
    ['resources/subscribe', { uri: 'a:b' }],
    ['resources/unsubscribe', { uri: 'a:b' }],
    ['prompts/list', {}],
    ['prompts/get', { name: 'p' }],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } }],
  ])('is unknown: %s', async (method, params) => {
    const { request, close } = await connectRaw(defineServer().server)
    expect((await request(method, params)).error).toEqual({ code: -32601, message: `Method not found: ${method}` })
    close()
  })

  test('is not one that every server has', async () => {
    const { request, close } = await connectRaw(defineServer().server)
    expect((await request('ping')).result).toEqual({})
    expect((await request('logging/setLevel', { level: 'error' })).result).toEqual({})
    close()
  })
})

describe('what the server tells a client of itself', () => {
  test('is its name, and its instructions where it has some', async () => {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
    const initialize = async (options: object) => {
      const { request, close } = await connectRaw(defineServer(options).server, { handshake: 'none' })
      const { result } = await request('initialize', params)
      close()
      return result
    }
    expect(await initialize({})).toEqual({
      protocolVersion: '2025-11-25',
      capabilities: { logging: {} },
      serverInfo: { name: 's', version: '1' },
    })
    expect(await initialize({ instructions: 'Ask.' })).toMatchObject({ instructions: 'Ask.' })
  })

  test('is the same where it is discovered, with the revisions, the newest first', async () => {
    const { request, close } = await connectRaw(defineServer({ instructions: 'Ask.' }).server, {
      revision: '2026-07-28',
    })
    const { result } = await request('server/discover')
    expect(result).toMatchObject({
      supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
      instructions: 'Ask.',
    })
    close()
  })
})
