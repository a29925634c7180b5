import { expect, test } from 'vitest'
import { createServer } from '../../packages/omniport/src/server/create-server.js'
import { tool } from '../../packages/omniport/src/server/tools/tool.js'
import { connectRaw } from '../support/connect-raw.js'
import { verifies } from './verifies.js'

/** A server whose tool asks a person, and one that shows what it knows of the request. */
const server = createServer({
  name: 'asks',
  version: '1',
  tools: {
    ask: tool({
      run: async (_args, ctx) => {
        const { action } = await ctx.elicit('?', { type: 'object', properties: { city: { type: 'string' } } })
        return action
      },
    }),
    meta: tool({ run: (_args, ctx) => ({ meta: ctx.request.meta }) }),
  },
})

test.each([
  ['can answer', { elicitation: { form: {} } }, 'input_required'],
  ['cannot', {}, -32021],
])('a handler that asks makes no request of the server, of a client that %s', async (_, capabilities, outcome) => {
  verifies('STDIO-09', 'BASE-19')
  const { request, messages, close } = await connectRaw(server, { revision: '2026-07-28', capabilities })
  const { result, error } = await request('tools/call', { name: 'ask' })
  expect(result?.['resultType'] ?? error?.code).toBe(outcome)
  expect(messages).toEqual([])
  close()
})

test('trace context reaches the handler as it was sent', async () => {
  verifies('BASE-35')
  const trace = {
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01',
    tracestate: 'vendor=value',
    baggage: 'user=a',
  }
  const { request, close } = await connectRaw(server, { revision: '2025-11-25' })
  const { result } = await request('tools/call', { name: 'meta', _meta: trace })
  expect(result?.['structuredContent']).toEqual({ meta: trace })
  close()
})
