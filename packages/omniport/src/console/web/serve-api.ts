import type { IncomingMessage, ServerResponse } from 'node:http'
import { isActionName, runAction } from '../actions/run-action.js'
import { UsageError } from '../actions/usage-error.js'
import type { ConsoleParts } from '../console-parts.js'
import type { SpanDetail } from '../contract.js'
import { streamEvents } from '../events/stream-events.js'
import { toFailure } from '../operations/to-failure.js'
import { readState, type StateFacts } from '../read-state.js'
import { sendExport } from './send-export.js'

export interface ApiContext {
  readonly parts: ConsoleParts
  readonly facts: () => StateFacts
}

/** Answers a request below `/api/1/`, which has the token. Never rejects. */
export async function serveApi(request: IncomingMessage, response: ServerResponse, context: ApiContext): Promise<void> {
  try {
    await answer(request, response, context)
  } catch (reason) {
    if (response.headersSent) response.destroy()
    else sendJson(response, reason instanceof UsageError ? 400 : 500, { ok: false, error: toFailure(reason) })
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, { parts, facts }: ApiContext): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const [resource = '', id, ...more] = url.pathname.slice(apiPath.length).split('/').map(decode)
  if (more.length > 0) return notFound(response)
  if (request.method === 'POST' && resource === 'actions') {
    if (id === undefined || !isActionName(id)) return notFound(response)
    const reply = await runAction(id, await readJson(request), parts)
    return sendJson(response, reply.ok ? 200 : 400, reply)
  }
  if (request.method !== 'GET') return notFound(response)
  switch (resource) {
    case 'state':
      return sendJson(response, 200, await readState(parts, facts()))
    case 'events':
      return streamEvents(response, {
        log: parts.log,
        after: numberOf(url, 'after') ?? parts.log.cursor,
        session: facts().session,
      })
    case 'messages':
      return id === undefined
        ? sendPage(url, response, parts)
        : sendFound(response, messageDetail(Number(id), url, parts))
    case 'operations':
      return sendFound(response, id === undefined ? undefined : parts.operations.get(id))
    case 'spans':
      return sendFound(response, id === undefined ? undefined : spanDetail(id, parts))
    case 'export':
      return sendExport(url, response, parts)
    default:
      return notFound(response)
  }
}

function sendPage(url: URL, response: ServerResponse, { timeline }: ConsoleParts): void {
  const after = numberOf(url, 'after')
  const before = numberOf(url, 'before')
  const limit = Math.min(Math.max(numberOf(url, 'limit') ?? 1_000, 1), 5_000)
  const range = { limit, ...(after !== undefined && { after }), ...(before !== undefined && { before }) }
  sendJson(response, 200, timeline.page(range))
}

function messageDetail(seq: number, { searchParams }: URL, { timeline }: ConsoleParts) {
  return timeline.detail(seq, searchParams.get('whole') === '1')
}

function spanDetail(id: string, { spans, timeline }: ConsoleParts): SpanDetail | undefined {
  const span = spans.get(id)
  if (span === undefined) return undefined
  const { firstSeq, lastSeq, server } = span
  const near = firstSeq === undefined ? [] : timeline.records(firstSeq, Math.min(lastSeq ?? firstSeq, firstSeq + 5_000))
  const children = spans.childrenOf(id)
  const ids = new Set([id, ...children.map((child) => child.id)])
  const messages = near.filter(
    (record) => record.server === server && record.span !== undefined && ids.has(record.span),
  )
  return { span, children, messages }
}

function numberOf(url: URL, name: string): number | undefined {
  const text = url.searchParams.get(name)
  if (text === null) return undefined
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${name} must be a number`)
  return Number(text)
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new UsageError('The path is not encoded as it must be')
  }
}

function sendFound(response: ServerResponse, value: unknown): void {
  if (value === undefined) notFound(response)
  else sendJson(response, 200, value)
}

function notFound(response: ServerResponse): void {
  sendJson(response, 404, { ok: false, error: { code: 'not_found', message: 'It is not there, or not any more' } })
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  response.end(JSON.stringify(value))
}

/** Reads the JSON body of a request. Rejects with UsageError for another type, for what is no JSON, and for more than 16 MiB. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    throw new UsageError('content-type must be application/json')
  }
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new UsageError(`The request must have at most ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    throw new UsageError('The request is not JSON')
  }
}

const maxBytes = 16_777_216

export const apiPath = '/api/1/'
