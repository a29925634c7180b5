import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A reply, as far as it came. */
export interface RawReply {
  readonly status: number
  readonly head: string
  readonly body: string
}

/** A connection that says what a test wants, byte by byte. It ends with the test. */
export interface RawConnection {
  readonly socket: Socket
  send(bytes: string | Uint8Array): void
  /** The next reply that has a content-length. Rejects when the connection ends before. */
  reply(): Promise<RawReply>
  /** All that came so far. */
  text(): string
  /** Resolves with all that came, when the other side closed. */
  readonly closed: Promise<string>
}

export async function rawConnect(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1' })
  onTestFinished(() => void socket.destroy())
  let text = ''
  let taken = 0
  let isClosed = false
  let onChange = () => {}
  socket.setEncoding('latin1')
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    text += chunk
    onChange()
  })
  const closed = new Promise<string>((resolve) => {
    socket.on('close', () => {
      isClosed = true
      onChange()
      resolve(text)
    })
  })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  const reply = () =>
    new Promise<RawReply>((resolve, reject) => {
      onChange = () => {
        const found = parseReply(text.slice(taken))
        if (found === undefined && !isClosed) return
        onChange = () => {}
        if (found === undefined)
          return reject(new Error(`the connection ended after: ${text.slice(taken, taken + 200)}`))
        taken += found.length
        resolve(found.reply)
      }
      onChange()
    })
  return { socket, send: (bytes) => void socket.write(bytes), reply, text: () => text, closed }
}

function parseReply(text: string): { readonly reply: RawReply; readonly length: number } | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = text.slice(0, end)
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0)
  const body = text.slice(end + 4, end + 4 + length)
  if (body.length < length) return undefined
  return { reply: { status: Number(head.split(' ')[1]), head, body }, length: end + 4 + length }
}

/** The head of a POST to the endpoint. */
export function postHead(headers: Readonly<Record<string, string | number>>, path = '/mcp'): string {
  const all = {
    host: '127.0.0.1',
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** A whole POST of a request of 2026-07-28. */
export function modernPost(method: string, params: object = {}, id: string | number = 1): string {
  const name = (params as { name?: string }).name
  const body = JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: modernMeta } })
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
    'content-length': Buffer.byteLength(body),
  }
  return postHead(headers) + body
}

/** What every request of 2026-07-28 says. */
export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}
