import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createSandboxHandler } from '@omniport/app/sandbox'
import { createNodeHandler } from 'omniport/node'
import { server } from '../server.js'

const files = new URL('../../dist/page/', import.meta.url)

/**
 * Serves the page and the MCP server at http://localhost:<port>, and the sandbox at http://127.0.0.1:<port + 1>. Returns a function
 * that ends both.
 */
export async function servePage(port: number): Promise<() => Promise<void>> {
  const handler = createNodeHandler(server)
  const page = await readFile(new URL('page.html', files))
  const script = await readFile(new URL('page.js', files))
  const host = await listen(port, (request, response) => {
    handler(request, response, () => {
      const isScript = request.url === '/page.js'
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
      response.end(isScript ? script : page)
    })
  })
  const sandboxed = createSandboxHandler({ hostOrigins: [`http://localhost:${port}`] })
  const sandbox = await listen(port + 1, sandboxed).catch(async (reason: unknown) => {
    await close(host)
    throw reason
  })
  return async () => {
    await handler.close()
    await Promise.all([host, sandbox].map(close))
  }
}

function listen(port: number, listener: RequestListener): Promise<Server> {
  return new Promise((resolve, reject) => {
    const http = createServer(listener).on('error', reject)
    http.listen(port, '127.0.0.1', () => resolve(http))
  })
}

function close(http: Server): Promise<void> {
  http.closeAllConnections()
  return new Promise((resolve) => void http.close(() => resolve()))
}
