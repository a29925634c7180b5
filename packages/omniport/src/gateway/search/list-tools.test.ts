import { describe, expect, test } from 'vitest'
import type { RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { defaultLimits } from '../../protocol/limits/limits.js'
import { createExchange } from '../fixtures/gateway-parts.js'
import { listTools } from './list-tools.js'

const exchange = createExchange()
const toolOf = (name: string, more: object = {}) => ({ name, inputSchema: { type: 'object' }, ...more })

/** Lists through a server whose answers a test gives, and gives what that was asked. */
async function list(answers: readonly Partial<RpcResponse>[], params: RpcRequest['params'] = {}) {
  const asked: unknown[] = []
  const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params } as const
  const all = await listTools(call, exchange, async (message, given) => {
    asked.push([message, given])
    const answer = answers[Math.min(asked.length, answers.length) - 1]
    return answer && { jsonrpc: '2.0', id: 'other', ...answer }
  })
  return { all, asked, names: 'tools' in all ? [...all.tools.keys()] : undefined }
}

const page = (tools: readonly unknown[], nextCursor?: unknown) => ({
  result: { tools, ...(nextCursor !== undefined && { nextCursor }) },
})

describe('all tools', () => {
  test('are those of all pages', async () => {
    const { names, asked } = await list([page([toolOf('a')], ''), page([toolOf('b')], 'x'), page([toolOf('c')])])
    expect(names).toEqual(['a', 'b', 'c'])
    const message = { jsonrpc: '2.0', id: 7, method: 'tools/list' }
    expect(asked).toEqual([
      [{ ...message, params: {} }, exchange],
      [{ ...message, params: { cursor: '' } }, exchange],
      [{ ...message, params: { cursor: 'x' } }, exchange],
    ])
  })

  test('are listed with what the call says of its client, without its progress', async () => {
    const { asked } = await list([page([])], { name: 'x', _meta: { progressToken: 1, a: 2 } })
    expect(asked).toMatchObject([[{ params: { _meta: { a: 2 } } }, {}]])
    expect(JSON.stringify(asked)).not.toContain('progressToken')
    expect((await list([page([])], { _meta: 5 })).asked).toMatchObject([[{ params: {} }, {}]])
  })

  test('are those that can be called, the first of each name', async () => {
    const tools = [
      toolOf('a', { title: '1' }),
      toolOf('a', { title: '2' }),
      { name: 'b' },
      { name: 'c', inputSchema: 5 },
    ]
    const { all } = await list([page(tools)])
    expect('tools' in all && [...all.tools.values()]).toEqual([toolOf('a', { title: '1' })])
  })

  test('end where a page says so by no text', async () => {
    expect((await list([page([toolOf('a')], 5)])).asked).toHaveLength(1)
  })

  test('are those of so many pages', async () => {
    const { asked, names } = await list([page([toolOf('a')], 'again')])
    expect([asked.length, names]).toEqual([defaultLimits.pages, ['a']])
  })

  test('are so many', async () => {
    const many = Array.from({ length: defaultLimits.items + 1 }, (_, at) => toolOf(`t${at}`))
    const { names, asked } = await list([page(many, 'next')])
    expect([names?.length, asked.length]).toEqual([defaultLimits.items, 1])
  })
})

describe('a list that is refused', () => {
  test('is refused under the id of the call', async () => {
    const error = { code: -32603, message: 'No' }
    const { all } = await list([page([toolOf('a')], 'next'), { error }])
    expect(all).toEqual({ refusal: { jsonrpc: '2.0', id: 7, error } })
  })

  test('may have no answer', async () => {
    expect((await list([])).all).toEqual({ refusal: undefined })
  })
})
