import { expect, test, vi } from 'vitest'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { tool } from './tool.js'

test.each(['2025-06-18', '2026-07-28'] as const)(
  'before runs as part of a call that is no task, at %s',
  async (revision) => {
    const order: string[] = []
    const t = tool({
      task: 'optional',
      authorize: () => {
        order.push('authorize')
        return true
      },
      before: async (args: Readonly<Record<string, unknown>>) => {
        order.push('before')
        return { got: String(args['a']) }
      },
      run: (_args, _ctx, before) => {
        order.push('run')
        return `before got ${before.got}`
      },
    })
    const { server } = defineServer({ tools: { t } })
    const { request, close } = await connectRaw(server, { revision })
    const { result } = await request('tools/call', { name: 't', arguments: { a: 'x' } })
    expect([result?.['content'], order]).toEqual([
      [{ type: 'text', text: 'before got x' }],
      ['authorize', 'before', 'run'],
    ])
    close()
  },
)

test('a value of before that JSON would change is an internal error', async () => {
  const run = vi.fn(() => 'ran')
  const { server, logger } = defineServer({ tools: { t: tool({ task: 'optional', before: () => new Map(), run }) } })
  const { request, close } = await connectRaw(server, { revision: '2025-06-18' })
  expect((await request('tools/call', { name: 't' })).result).toMatchObject({ isError: true })
  expect(run.mock.calls.length).toBe(0)
  expect(logger.errors).toMatchObject([{ error: { message: 'before: JSON would change the value' } }])
  close()
})

test('before is for tools that can be tasks', () => {
  expect(() => tool({ before: () => 1, run: () => 'ran' })).toThrow(
    new TypeError('tool: before is for a tool that can be a task; say task: "optional" or "required"'),
  )
  expect(() => tool({ task: 'optional', before: 1 as never, run: () => 'ran' })).toThrow(
    new TypeError('tool: before must be a function, got 1'),
  )
})
