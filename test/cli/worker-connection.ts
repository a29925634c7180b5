import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { postModern } from '../support/http-client.js'
import type { OpenShell, ShellRequest } from '../support/http-shells.js'

/** One connection to a server of several workers: all its requests reach the same worker. Whoever opened it closes it. */
export interface WorkerConnection extends OpenShell {
  /** The process that serves it. */
  readonly pid: number
}

/** Opens a connection to a worker that `isWanted`. Others that were opened on the way are closed. */
export async function openWorker(
  url: string,
  isWanted: (pid: number) => boolean = () => true,
): Promise<WorkerConnection> {
  // One that was just started takes seconds on a busy machine.
  for (const end = Date.now() + 90_000; Date.now() < end; ) {
    const connection = openConnection(url)
    const response = await postModern(connection, 'tools/call', { name: 'pid', arguments: {} })
    const { result } = (await response.json()) as { result: { content: { text: string }[] } }
    const pid = Number(result.content[0]?.text)
    if (isWanted(pid)) return Object.assign(connection, { pid })
    await connection.close()
  }
  throw new Error('No connection reached such a worker')
}

function openConnection(url: string): OpenShell {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { hostname, port, host } = new URL(url)
  const send = ({ method = 'POST', path = '/mcp', headers, body, signal }: ShellRequest) =>
    new Promise<Response>((resolve, reject) => {
      const request = httpRequest({ agent, hostname, port, method, path, headers, signal }, (response) =>
        resolve(toResponse(response)),
      )
      request.once('error', reject)
      request.end(body)
    })
  const close = async () => agent.destroy()
  return { host, send, closeHandler: close, close }
}

function toResponse(message: IncomingMessage): Response {
  const { statusCode = 0, headers } = message
  const body = statusCode === 202 ? null : (Readable.toWeb(message) as ReadableStream)
  if (body === null) message.resume()
  return new Response(body, { status: statusCode, headers: headers as Record<string, string> })
}
