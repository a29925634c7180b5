import { describe, expect, test } from 'vitest'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import type { Exchange, Middleware } from '../protocol/exchange/exchange.js'
import { isRequest } from '../protocol/exchange/is-request.js'
import { tool } from './tools/tool.js'

const text = (words: string) => ({ content: [{ type: 'text', text: words }] })

/** Notes what passes, in and out. */
function noting(notes: string[], name: string): Middleware {
  return (next) => async (message, exchange) => {
    notes.push(`${name} > ${message.method}`)
    const response = await next(message, exchange)
    notes.push(`${name} < ${response?.error?.code ?? 'ok'}`)
    return response
  }
}

function echoing(use?: readonly Middleware[]) {
  return tool({ use, run: (args: unknown) => JSON.stringify(args) })
}

describe('middleware', () => {
  test('is around every message once: the first given outermost, that of a tool innermost', async () => {
    const notes: string[] = []
    const note = (name: string) => noting(notes, name)
    const { server } = defineServer({
      use: [note('a'), note('b')],
      tools: { t: echoing([note('x'), note('y')]), u: echoing() },
    })
    server.use(note('c'))
    const { request, settle, close } = await connectRaw(server)
    notes.splice(0)
    await request('tools/call', { name: 't' })
    expect(notes.splice(0)).toEqual([
      ...['a', 'b', 'c', 'x', 'y'].map((name) => `${name} > tools/call`),
      ...['y', 'x', 'c', 'b', 'a'].map((name) => `${name} < ok`),
    ])
    await request('tools/call', { name: 'u' })
    expect(notes.splice(0).filter((entry) => /x|y/.test(entry))).toEqual([])
    await request('tools/list')
    expect(notes.splice(0).length).toBe(6)
    await settle()
    close()
  })

  test('sees notifications and initialize too', async () => {
    const notes: string[] = []
    const { server } = defineServer({ use: [noting(notes, 'a')] })
    const { close } = await connectRaw(server)
    expect(notes).toEqual(['a > initialize', 'a < ok', 'a > notifications/initialized', 'a < ok'])
    close()
  })

  test('sees errors as responses', async () => {
    const notes: string[] = []
    const failing = tool({
      run: () => {
        throw new RpcError(7, 'no')
      },
    })
    const { server } = defineServer({ use: [noting(notes, 'a')], tools: { failing } })
    const { request, close } = await connectRaw(server)
    notes.splice(0)
    await request('tools/call', { name: 'failing' })
    await request('tools/call', {})
    await request('x/y')
    expect(notes.filter((note) => note.includes('<'))).toEqual(['a < 7', 'a < -32602', 'a < -32601'])
    close()
  })

  test('may change the message; the tool it names then is the one that runs, with its own middleware', async () => {
    const notes: string[] = []
    const renaming: Middleware = (next) => (message, exchange) =>
      isRequest(message, 'tools/call')
        ? next({ ...message, params: { ...message.params, name: 'new', arguments: { added: true } } }, exchange)
        : next(message, exchange)
    const { server } = defineServer({
      use: [renaming],
      tools: { old: echoing([noting(notes, 'old')]), new: echoing([noting(notes, 'new')]) },
    })
    const { request, close } = await connectRaw(server)
    expect((await request('tools/call', { name: 'old' })).result).toEqual(text('{"added":true}'))
    expect(notes).toEqual(['new > tools/call', 'new < ok'])
    close()
  })

  test('may change the answer', async () => {
    const hiding: Middleware = (next) => async (message, exchange) => {
      const response = await next(message, exchange)
      return response?.error === undefined ? response : { ...response, error: { code: 1, message: 'hidden' } }
    }
    const { server } = defineServer({ use: [hiding], tools: {} })
    const { request, close } = await connectRaw(server)
    expect((await request('tools/call', { name: 'x' })).error).toEqual({ code: 1, message: 'hidden' })
    close()
  })

  test('may answer itself; the id is that of the request all the same', async () => {
    const answering: Middleware = (next) => async (message, exchange) =>
      message.method === 'x/own' ? { jsonrpc: '2.0', id: 'other', result: { own: 1 } } : next(message, exchange)
    const { server } = defineServer({ use: [answering] })
    const { request, close } = await connectRaw(server)
    expect(await request('x/own', {}, 5)).toEqual({ jsonrpc: '2.0', id: 5, result: { own: 1 } })
    close()
  })

  test('that gives no response, or one that cannot be written, is an internal error', async () => {
    const results: Record<string, unknown> = { big: { result: { n: 1n } }, empty: {} }
    const bad: Middleware = (next) => async (message, exchange) => {
      if (message.method === 'none') return undefined
      const own = results[message.method] as object | undefined
      return own === undefined ? next(message, exchange) : { jsonrpc: '2.0', id: 0, ...own }
    }
    const { server, logger } = defineServer({ use: [bad] })
    const { request, close } = await connectRaw(server)
    const error = { code: -32603, message: 'Internal error' }
    for (const method of ['none', 'big', 'empty']) expect((await request(method)).error).toEqual(error)
    expect(logger.errors.map(({ message }) => message)).toEqual(['none failed', 'big failed', 'empty failed'])
    close()
  })

  test.each([
    ['an RpcError', new RpcError(9, 'mine'), { code: 9, message: 'mine' }, 0],
    ['anything else', new Error('secret'), { code: -32603, message: 'internal error 10111213' }, 1],
  ])('that throws %s answers with it, in the tool’s place too', async (_name, reason, error, logged) => {
    const throwing: Middleware = () => async () => {
      throw reason
    }
    const { server, logger } = defineServer({ tools: { t: echoing([throwing]) } })
    const { request, close } = await connectRaw(server)
    expect((await request('tools/call', { name: 't' })).error).toEqual(error)
    expect(logger.errors.map(({ error: cause }) => cause)).toEqual(logged === 0 ? [] : [reason])
    close()
  })

  test('hands on what it found', async () => {
    const seen: unknown[] = []
    const marking: Middleware = (next) => (message, exchange) => {
      exchange.state.set('user', 'ada')
      return next(message, exchange)
    }
    const context = (exchange: Exchange) => exchange.state.get('user')
    const asking = tool({ run: (_args, ctx) => void seen.push(ctx.app) })
    const { server } = defineServer({ use: [marking], context, tools: { asking } } as never)
    const { request, close } = await connectRaw(server)
    await request('tools/call', { name: 'asking' })
    expect(seen).toEqual(['ada'])
    close()
  })
})
