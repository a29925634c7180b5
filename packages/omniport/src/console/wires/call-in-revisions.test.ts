import { describe, expect, test } from 'vitest'
import type { ConnectionInterceptor } from '../../entries/client.js'
import type { Host } from '../../entries/host.js'
import { revisions } from '../../entries/index.js'
import { callInRevisions, type RevisionCall } from './call-in-revisions.js'

const signal = new AbortController().signal

type Options = { readonly connection: { readonly revision: string; readonly intercept: ConnectionInterceptor } }

/** A host whose calls go over pipes of a program that a test plays. */
function create(play: (revision: string, pipes: (line: object, from: 'client' | 'server') => void) => void) {
  const calls: [string, unknown, unknown, object][] = []
  const callBy = (how: string) => async (tool: unknown, args: unknown, options: Options) => {
    const { connection, ...rest } = options
    calls.push([how, tool, args, { ...rest, revision: connection.revision }])
    const pipes = connection.intercept.pipes?.({ cut: () => {} })
    play(connection.revision, (line, from) => {
      const bytes = Buffer.from(`${JSON.stringify(line)}\n`)
      if (from === 'client') pipes?.fromClient(bytes, () => {})
      else pipes?.fromServer(bytes, () => {})
    })
  }
  const host = { callTool: callBy('tool'), callAppTool: callBy('app tool') } as unknown as Host
  const tool = { server: 's', tool: 'add', name: 's__add' }
  const call = (more: Partial<RevisionCall> = {}) =>
    callInRevisions({
      ...{ host, args: { a: 1 }, settings: { target: { command: 'x' } }, signal, timeoutMs: 5 },
      known: { tool, isForModels: true } as unknown as RevisionCall['known'],
      ...more,
    })
  return { call, calls, tool }
}

describe('a call in all revisions', () => {
  test('is made in each, one after the other', async () => {
    const { call, calls } = create(() => {})
    expect(await call()).toStrictEqual({ revisions: revisions.map((revision) => ({ revision })), steps: [] })
    expect(calls).toEqual(revisions.map((revision) => ['tool', 's__add', { a: 1 }, { signal, timeoutMs: 5, revision }]))
  })

  test('of a tool for apps is made by its name at the server', async () => {
    const { call, calls, tool } = create(() => {})
    await call({ known: { tool, isForModels: false } as unknown as RevisionCall['known'] })
    expect(calls[0]?.slice(0, 2)).toEqual(['app tool', tool])
  })

  test('shows what is said, but for the listing of tools', async () => {
    const { call } = create((_revision, send) => {
      send({ id: 1, method: 'tools/list' }, 'client')
      send({ id: 1, result: { tools: [] } }, 'server')
      send({ id: 2, method: 'tools/call' }, 'client')
      send({ id: 2, result: {} }, 'server')
    })
    const { steps } = await call()
    expect(steps.map(({ title }) => title)).toEqual(['→ tools/call', '← result of tools/call'])
    const text = JSON.stringify({ id: 2, method: 'tools/call' }, undefined, 2)
    expect(steps[0]?.texts).toEqual(Object.fromEntries(revisions.map((revision) => [revision, text])))
  })

  test.each<[string, unknown]>([
    ['an error', new Error('It does not speak it')],
    ['another reason', 'It does not speak it'],
  ])('tells what failed in a revision, and what was said before: %s', async (_what, reason) => {
    const [first = '', ...others] = revisions
    const { call } = create((revision, send) => {
      send({ id: 1, method: 'ping' }, 'client')
      if (revision === first) throw reason
    })
    expect(await call()).toMatchObject({
      revisions: [{ revision: first, error: 'It does not speak it' }, ...others.map((revision) => ({ revision }))],
      steps: [{ title: '→ ping', texts: { [first]: expect.stringContaining('ping') } }],
    })
  })

  test('ends with the reason of the signal', async () => {
    const abort = new AbortController()
    const { call, calls } = create(() => {
      abort.abort(new Error('given up'))
      throw new Error('of the call')
    })
    await expect(call({ signal: abort.signal })).rejects.toThrow(new Error('given up'))
    expect(calls).toHaveLength(1)
  })

  test('says what was sent over HTTP', async () => {
    const host = {
      callTool: async (_tool: string, _args: object, { connection }: Options) => {
        const request = {
          method: 'POST' as const,
          url: 'http://x.test/mcp',
          headers: {},
          body: '{"id":1,"method":"ping"}',
          signal,
        }
        await connection.intercept.send?.(request, async () => ({
          ...{ status: 202, header: () => undefined, headers: () => [] },
          body: (async function* () {})(),
        }))
      },
    } as unknown as Host
    const { steps } = await create(() => {}).call({ host })
    expect(steps[0]).toMatchObject({
      title: '→ ping',
      texts: { [String(revisions[0])]: expect.stringMatching(/^POST \/mcp\n/) },
    })
  })
})
