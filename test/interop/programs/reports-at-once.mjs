import { createServer, tool } from 'omniport'
import { serveStdio } from 'omniport/stdio'

/** Reports twice and returns at once. */
export const server = createServer({
  name: 'reports',
  version: '1',
  tools: {
    count: tool({
      run(_args, ctx) {
        ctx.progress(1, 2, 'half')
        ctx.progress(2, 2, 'all')
        return 'counted'
      },
    }),
  },
})

if (process.argv[2] === 'stdio') await serveStdio(server)
