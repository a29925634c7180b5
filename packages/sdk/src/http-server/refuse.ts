import type { HttpHeaders, HttpReply } from '#core/serve'

interface RefusalError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
  /** Of the reply. */
  readonly headers?: HttpHeaders
}

/** Refuses an HTTP request with a JSON-RPC error that answers no message. */
export function refuse(reply: HttpReply, status: number, { headers, ...error }: RefusalError): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error, id: null })
  reply.send(status, { ...headers, 'content-type': 'application/json' }, body)
}
