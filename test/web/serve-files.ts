import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** A web server of this process. */
export interface ServedFiles {
  readonly url: string
  close(): Promise<void>
}

/** Serves a page at `/`, and the scripts of a folder. */
export async function serveFiles(folder: string, page: string): Promise<ServedFiles> {
  const server = createServer(({ url = '/' }, response) => {
    const isScript = url.endsWith('.js')
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? readFileSync(join(folder, url)) : page)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  const close = async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  }
  return { url: `http://127.0.0.1:${port}/`, close }
}
