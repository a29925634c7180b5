import { SseWire } from '../../wire/sse-wire.js'
import type { Rule } from './rule.js'

/** HTTP+SSE, the transport of 2024-11-05. */
export const sseRules: readonly Rule[] = [
  {
    name: 'message-events',
    title: 'messages come as events with the name "message"',
    requirements: ['SSE-04'],
    level: 'must',
    transport: 'sse',
    check: async ({ wire }) => {
      if (!(wire instanceof SseWire)) return undefined
      const other = [...wire.eventNames].find((name) => name !== 'message')
      return other === undefined ? undefined : `one came as "${other}"`
    },
  },
  ...(['GET', 'POST'] as const).map(
    (method): Rule => ({
      name: `foreign-origin-${method === 'GET' ? 'stream' : 'message'}`,
      title: `a ${method} of a page of another site is refused`,
      requirements: ['SSE-05'],
      level: 'must',
      transport: 'sse',
      check: async (connection) => {
        const message = { jsonrpc: '2.0', id: connection.nextId(), method: 'ping' }
        const headers = { origin: 'https://attacker.example' }
        const { status = 0, failure } = await connection.send(message, {
          headers,
          ...(method === 'GET' && { httpMethod: method }),
        })
        if (failure !== undefined) return `got no reply: ${failure}`
        return status >= 400 ? undefined : `it was answered with HTTP status ${status}`
      },
    }),
  ),
]
