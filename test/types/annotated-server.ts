import { type Context, createServer, type Server, tool } from 'omniport'

const tools = { hello: tool({ run: () => 'Hello' }) }
interface App {
  readonly db: string
}
const usesApp = { query: tool({ run: (_args, ctx: Context<App>) => ctx.app.db }) }

// A server whose type is written out needs no more than another.
export const written: Server = createServer({ name: 'a', version: '1', tools })
export function open(): Server {
  return createServer({ name: 'a', version: '1', tools: { hello: tool({ run: () => 'Hello' }) } })
}
export function openWithApp(): Server {
  return createServer({ name: 'a', version: '1', context: () => ({ db: 'x' }), tools: usesApp })
}
export function openWithoutApp(): Server {
  // @ts-expect-error the tools use an app
  return createServer({ name: 'a', version: '1', tools: usesApp })
}
