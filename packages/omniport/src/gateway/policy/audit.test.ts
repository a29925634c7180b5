import { describe, expect, test } from 'vitest'
import type { AuditRecord } from '../../host/audit/audit-record.js'
import { verifyAudit } from '../../host/audit/verify-audit.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Middleware } from '../../protocol/exchange/exchange.js'
import { revisions } from '../../protocol/revisions/revision.js'
import { tool } from '../../server/tools/tool.js'
import { allow } from './allow.js'
import { audit } from './audit.js'
import { connectBehind, definitions } from './fixtures/connect-behind.js'

/** Without what differs from run to run. */
const contentOf = ({ seq: _seq, at: _at, previous: _previous, ...entry }: AuditRecord) => {
  const { call: _call, ms: _ms, ...rest } = entry as Record<string, unknown>
  return rest
}

const call = { type: 'call', server: 'gateway', definition: '' }
const result = { type: 'result', server: 'gateway' }

describe.each(revisions)('at %s', (revision) => {
  test('calls, prompts and reads are recorded with their caller', async () => {
    const audited = audit()
    const { request, close } = await connectBehind([audited], { revision, principal: 'ada' })
    await request('tools/list')
    await request('tools/call', { name: 'add', arguments: { a: 1, password: 'hunter2' } })
    await request('tools/call', { name: 'absent' })
    await request('prompts/get', { name: 'hello', arguments: { who: 'Bob' } })
    await request('resources/read', { uri: 'notes:open' })
    const principal = 'ada'
    expect(audited.records.map(contentOf)).toEqual([
      { ...call, tool: 'add', args: { a: 1, password: '***' }, principal },
      { ...result, tool: 'add', outcome: 'ok' },
      { ...call, tool: 'absent', args: {}, principal },
      { ...result, tool: 'absent', outcome: 'failed', error: 'Unknown tool: absent' },
      { type: 'prompt', server: 'gateway', prompt: 'hello', args: { who: 'Bob' }, principal },
      { type: 'resource', server: 'gateway', uri: 'notes:open', principal },
    ])
    expect(await verifyAudit(audited.records)).toBeUndefined()
    close()
  })
})

test('a tool that fails, and one whose client is asked, are told apart', async () => {
  const audited = audit()
  const form = { type: 'object', properties: { sure: { type: 'boolean' } } } as const
  const define = {
    tools: {
      fails: tool({ run: () => Promise.reject(new Error('no')) }),
      asks: tool({ run: async (_args, ctx) => (await ctx.elicit('Sure?', form)).action }),
    },
  }
  const capabilities = { elicitation: { form: {} } }
  const { request, close } = await connectBehind([audited], { define, revision: '2026-07-28', capabilities })
  for (const name of ['fails', 'asks']) await request('tools/call', { name })
  expect(audited.records.map(contentOf)).toMatchObject([
    { type: 'call', tool: 'fails' },
    { type: 'result', tool: 'fails', outcome: 'tool-error' },
    { type: 'call', tool: 'asks' },
    { type: 'result', tool: 'asks', outcome: 'input-required' },
  ])
  close()
})

test('what cannot be recorded is not done', async () => {
  let runs = 0
  const errors: unknown[] = []
  const define = { ...definitions, tools: { add: tool({ run: () => `run ${++runs}` }) } }
  const broken = new Error('the disk is full')
  const sink = { append: () => Promise.reject(broken) }
  const { request, close } = await connectBehind([audit({ sink, onError: (error) => errors.push(error) })], { define })
  for (const [method, params] of [
    ['tools/call', { name: 'add' }],
    ['prompts/get', { name: 'hello' }],
    ['resources/read', { uri: 'notes:open' }],
  ] as const) {
    expect((await request(method, params)).error).toEqual({
      code: -32603,
      message: 'Nothing was done: it cannot be audited',
    })
  }
  expect([runs, errors]).toEqual([0, [broken, broken, broken]])
  close()
})

test('a result whose record cannot be written is passed on, and that is told', async () => {
  const errors: unknown[] = []
  const broken = new Error('the disk is full')
  const sink = { append: ({ type }: AuditRecord) => (type === 'result' ? Promise.reject(broken) : undefined) }
  const { request, close } = await connectBehind([audit({ sink, onError: (error) => errors.push(error) })])
  expect((await request('tools/call', { name: 'add' })).result?.['content']).toMatchObject([{ text: 'added' }])
  expect(errors).toEqual([broken])
  close()
})

test('a gateway names the upstream and what it calls the tool', async () => {
  const gateway = {
    resolve: (kind: 'tool' | 'prompt', name: string) => ({ upstream: `up of ${kind}`, name: `own ${name}` }),
    ownerOf: (uri: string) => (uri === 'notes:open' ? 'notes' : undefined),
  }
  const audited = audit({ gateway, name: 'edge' })
  const { request, close } = await connectBehind([audited])
  await request('tools/call', { name: 'add' })
  await request('prompts/get', { name: 'hello' })
  await request('resources/read', { uri: 'notes:open' })
  await request('resources/read', { uri: 'notes:absent' })
  expect(audited.records.map(contentOf)).toMatchObject([
    { type: 'call', server: 'up of tool', tool: 'own add' },
    { type: 'result', server: 'up of tool', tool: 'own add' },
    { type: 'prompt', server: 'up of prompt', prompt: 'own hello' },
    { type: 'resource', server: 'notes' },
    { type: 'resource', server: 'edge' },
  ])
  close()
})

test('secrets of the program are replaced', async () => {
  const audited = audit({ secrets: () => ['hunter2-token'] })
  const { request, close } = await connectBehind([audited])
  await request('tools/call', { name: 'add', arguments: { text: 'it is hunter2-token!' } })
  expect(audited.records[0]).toMatchObject({ args: { text: 'it is ***!' } })
  close()
})

test('what other policy refuses is recorded as failed, where that stands inside', async () => {
  const audited = audit()
  const { request, close } = await connectBehind([audited, allow({ tools: [] })])
  await request('tools/call', { name: 'secret' })
  expect(audited.records.map(contentOf)).toMatchObject([
    { tool: 'secret' },
    { outcome: 'failed', error: 'Unknown tool: secret' },
  ])
  close()
})

test('an error that is thrown is recorded, and thrown on', async () => {
  const audited = audit()
  const throwing: Middleware = (next) => (message, exchange) =>
    message.method === 'tools/call' ? Promise.reject(new RpcError(7, 'thrown')) : next(message, exchange)
  const { request, close } = await connectBehind([audited, throwing])
  expect((await request('tools/call', { name: 'add' })).error).toEqual({ code: 7, message: 'thrown' })
  expect(audited.records.map(contentOf)[1]).toEqual({ ...result, tool: 'add', outcome: 'failed', error: 'thrown' })
  close()
})

test.each([
  [{ sink: 'file' }, 'audit: sink must be an object, got "file"'],
  [{ file: 'a' }, 'audit: there is no option "file"'],
])('the options %j are refused', (options, message) => {
  expect(() => audit(options as never)).toThrow(message)
})
