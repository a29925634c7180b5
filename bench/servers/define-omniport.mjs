import { createServer, tool } from 'omniport'
import { z } from 'zod'
import { descriptions, listedTools } from './settings.mjs'

/**
 * The server of this library, with as many tools more as are to be listed. `limits` are added to those of the server; `around`
 * runs the tool `add`, and returns what it returns. `options` are further ones of the server.
 */
export function defineOmniport(listed = 0, { limits = {}, around, ...options } = {}) {
  const input = z.object({ a: z.number(), b: z.number() })
  const sum = ({ a, b }) => String(a + b)
  const run = around === undefined ? sum : (args) => around(() => sum(args))
  const add = tool({ description: descriptions.add, input, run })
  const echo = tool({ description: descriptions.echo, input: z.object({ text: z.string() }), run: ({ text }) => text })
  const idle = tool({ description: descriptions.listed, input, run: () => '' })
  const more = Object.fromEntries(listedTools(listed).map((name) => [name, idle]))
  const unlimited = { callsPerMinute: Number.POSITIVE_INFINITY, allowUnbounded: ['callsPerMinute'] }
  return createServer({
    name: 'bench',
    version: '1.0.0',
    tools: { add, echo, ...more },
    limits: { ...unlimited, ...limits },
    ...options,
  })
}
