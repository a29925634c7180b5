import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { verifies } from '#test/requirements/verifies.js'
import { asPrincipal } from '#test/support/as-principal.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { prompt } from '../prompts/prompt.js'
import { resource } from '../resources/resource.js'
import { tool } from '../tools/tool.js'
import type { RequestContext } from './context.js'

/** Keeps the context of everything that runs. */
function keeping() {
  const contexts: RequestContext[] = []
  const keep =
    <T>(answer: T) =>
    (_input: unknown, ctx: RequestContext): T => {
      contexts.push(ctx)
      return answer
    }
  const list = (ctx: RequestContext) => keep([])(undefined, ctx)
  const options = {
    tools: { t: tool({ authorize: keep(true), run: keep('') }) },
    resources: {
      r: resource({ uri: 'a:b', read: keep('') }),
      f: resource({ uri: 'f:{a}', list, complete: { a: keep([]) }, read: keep('') }),
      g: resource({ uri: 'g:{a}', list, read: keep('') }),
    },
    prompts: { p: prompt({ arguments: z.object({ a: z.string().optional() }), get: keep('') }) },
  }
  return { contexts, options }
}

const requests = [
  ['tools/call', { name: 't' }],
  ['resources/read', { uri: 'a:b' }],
  ['resources/list', {}],
  ['prompts/get', { name: 'p' }],
  ['completion/complete', { ref: { type: 'ref/resource', uri: 'f:{a}' }, argument: { name: 'a', value: '' } }],
] as const

describe('ctx.app', () => {
  test.each(requests)('is made once for %s, and is the same for all that runs', async (method, params) => {
    const { contexts, options } = keeping()
    const context = vi.fn(async () => ({ db: 1 }))
    const { server } = defineServer({ ...options, context } as never)
    const { request, close } = await connectRaw(server)
    await request(method, params)
    await request(method, params)
    expect(context).toHaveBeenCalledTimes(2)
    expect(new Set(contexts.map(({ app }) => app)).size).toBe(2)
    close()
  })

  test('is not made for what needs none', async () => {
    const context = vi.fn(() => ({}))
    const { server } = defineServer({ context, tools: {} } as never)
    const { request, close } = await connectRaw(server)
    for (const method of ['ping', 'tools/list', 'nope']) await request(method)
    await request('tools/call', { name: 'unknown' })
    expect(context).not.toHaveBeenCalled()
    close()
  })
})

test('a context says who asks, what, and under which revision', async () => {
  verifies('VER-25')
  const { contexts, options } = keeping()
  const { server } = defineServer(options as never)
  const target = asPrincipal(server, 'ada')
  const capabilities = { elicitation: {} }
  const _meta = { 'com.example/a': 1 }
  const clientInfo = { name: 'raw', version: '2', title: 'T' }
  const legacy = await connectRaw(target, { revision: '2025-06-18', capabilities })
  await legacy.request('tools/call', { name: 't', _meta }, 'x')
  legacy.close()
  const modern = await connectRaw(target, { revision: '2026-07-28', capabilities })
  await modern.request('prompts/get', { name: 'p', _meta: { [metaKeys.clientInfo]: clientInfo } }, 7)
  modern.close()
  const [old, , young] = contexts
  const declared = { elicitation: { form: {} } }
  const principal = { id: 'ada', scopes: [], claims: {} }
  expect([old?.revision, old?.client, old?.principal]).toEqual([
    '2025-06-18',
    { name: 'raw', version: '1', capabilities: declared },
    principal,
  ])
  expect(old?.request).toEqual({ id: 'x', method: 'tools/call', meta: _meta, headers: undefined })
  expect([young?.revision, young?.client, young?.principal]).toEqual([
    '2026-07-28',
    { name: 'raw', version: '2', capabilities: declared },
    principal,
  ])
  expect([young?.request.id, young?.request.meta[metaKeys.clientInfo]]).toEqual([7, clientInfo])
})

describe('ctx.signal', () => {
  test('aborts with the reason that the client gives', async () => {
    const { contexts, options } = keeping()
    const waiting = tool({ run: (_args, ctx) => new Promise<void>(() => void contexts.push(ctx)) })
    const { server } = defineServer({ ...options, tools: { waiting } } as never)
    const { request, notify, settle, close } = await connectRaw(server)
    void request('tools/call', { name: 'waiting' }, 1)
    await settle()
    expect(contexts[0]?.signal.aborted).toBe(false)
    notify('notifications/cancelled', { requestId: 1, reason: 'changed my mind' })
    await settle()
    expect(contexts[0]?.signal.reason).toEqual(new DOMException('changed my mind', 'AbortError'))
    close()
  })

  test('does not abort when the call is over', async () => {
    const { contexts, options } = keeping()
    const { server } = defineServer(options as never)
    const { request, close } = await connectRaw(server)
    await request('tools/call', { name: 't' })
    expect(contexts.map(({ signal }) => signal.aborted)).toEqual([false, false])
    close()
  })
})
