import { afterEach, describe, expect, test } from 'vitest'
import { tool } from '../../../packages/omniport/src/server/tools/tool.js'
import { verifies } from '../../requirements/verifies.js'
import { defineServer } from '../../support/define-server.js'
import { postModern } from '../../support/http-client.js'
import { httpShells, type OpenShell } from '../../support/http-shells.js'

interface Asked {
  readonly inputRequests: Readonly<Record<string, { readonly method: string; readonly params?: unknown }>>
  readonly taskId?: string
}

/** Reads input requests as `InputRequestMap` of the Go SDK 1.7 does: `params` is parsed whatever the method, so it must be there. */
function readAsGo(text: string): readonly (readonly [string, object])[] {
  const { result } = JSON.parse(text) as { readonly result: Asked }
  return Object.values(result.inputRequests).map(({ method, params }) => {
    if (!['elicitation/create', 'sampling/createMessage', 'roots/list'].includes(method)) throw new Error(method)
    if (typeof params !== 'object' || params === null) throw new Error('unexpected end of JSON input')
    return [method, params]
  })
}

const _meta = {
  'io.modelcontextprotocol/clientCapabilities': {
    roots: {},
    elicitation: { url: {} },
    extensions: { 'io.modelcontextprotocol/tasks': {} },
  },
}

const where = tool({ run: async (_args, ctx) => JSON.stringify(await ctx.roots()) })
const later = tool({ task: 'required', run: async (_args, ctx) => JSON.stringify(await ctx.roots()) })
const open = tool({ run: async (_args, ctx) => (await ctx.elicitUrl('Pay', 'https://pay.example/')).action })

describe.each(httpShells)('over $shell, a client of the Go SDK can read', ({ open: openShell }) => {
  let shell: OpenShell
  afterEach(() => shell.close())

  const bytesOf = async (method: string, params: Readonly<Record<string, unknown>>, name?: string) => {
    const headers = name === undefined ? {} : { 'mcp-name': name }
    return (await postModern(shell, method, { ...params, _meta }, { headers })).text()
  }

  test('a question for the roots', async () => {
    verifies('MRTR-05', 'ROOT-04')
    shell = await openShell(defineServer({ tools: { where } }).server)
    const text = await bytesOf('tools/call', { name: 'where' })
    expect(text).toMatch(/"inputRequests":\{"[^"]+":\{"method":"roots\/list","params":\{\}\}\}/)
    expect(readAsGo(text)).toEqual([['roots/list', {}]])
  })

  test('that of a task', async () => {
    verifies('TASKX-12')
    shell = await openShell(defineServer({ tools: { later } }).server)
    const created = JSON.parse(await bytesOf('tools/call', { name: 'later' })) as { readonly result: Asked }
    const { taskId = '' } = created.result
    const bytes = () => bytesOf('tasks/get', { taskId }, taskId)
    await expect.poll(bytes).toMatch(/"inputRequests":\{"[^"]+":\{"method":"roots\/list","params":\{\}\}\}/)
    expect(readAsGo(await bytes())).toEqual([['roots/list', {}]])
  })

  test('a page to open, which has no elicitationId at 2026-07-28', async () => {
    verifies('ELI-38')
    shell = await openShell(defineServer({ tools: { open } }).server)
    const text = await bytesOf('tools/call', { name: 'open' })
    expect(readAsGo(text)).toEqual([
      ['elicitation/create', { mode: 'url', message: 'Pay', url: 'https://pay.example/' }],
    ])
    expect(text).not.toContain('elicitationId')
  })
})
