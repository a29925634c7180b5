import { createServer, result, ToolError, tool } from 'omniport'
import { z } from 'zod'

interface Row {
  id: string
}
declare const row: Row

export const server = createServer({
  name: 'forecasts',
  version: '1',
  tools: {
    forecast: tool({
      input: z.object({ city: z.string(), days: z.number().default(3) }),
      output: z.object({ celsius: z.array(z.number()), units: z.enum(['C', 'F']) }),
      async run({ city, days }, ctx) {
        const { action, content } = await ctx.elicit('Which units?', z.object({ units: z.enum(['C', 'F']) }))
        if (action !== 'accept') throw new ToolError(`No units, no forecast for ${city}`)
        ctx.progress(1, days)
        return { celsius: [days], units: content.units }
      },
    }),
    /** `content` is data where there is an output. */
    file: tool({ output: z.object({ content: z.string() }), run: () => ({ content: 'x' }) }),
    picture: tool({
      output: z.object({ width: z.number() }),
      run: () =>
        result({
          content: [{ type: 'image', data: new Uint8Array(1), mimeType: 'image/png' }],
          structuredContent: { width: 1 },
        }),
    }),
    text: tool({ run: () => 'text' }),
    free: tool({ run: () => ({ any: 'json' }) }),
    row: tool({ run: () => row }),
    nothing: tool({ run: () => {} }),
    blocks: tool({ run: () => [{ type: 'text', text: 'x' }] }),
    whole: tool({ run: () => ({ content: [{ type: 'text', text: 'x' }], isError: true }) }),
    status: tool({ output: z.object({ status: z.enum(['ok', 'bad']) }), run: async () => ({ status: 'ok' }) }),
  },
})
