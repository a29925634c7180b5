import { settle } from '../settle.js'
import { openRequest } from './open-request.js'
import type { HttpRun } from './run-http-case.js'

/**
 * Begins the session of a case: its id is `⟨session⟩` from then on. In 2024-11-05 the stream of the session is the connection
 * `stream`.
 */
export async function beginSession(run: HttpRun): Promise<void> {
  const { revision, shell, known, connections, check, transcript } = run
  const hasStream = revision === '2024-11-05'
  const { capabilities } = transcript
  const params = { protocolVersion: revision, capabilities, clientInfo: { name: 'client', version: '1.0.0' } }
  const initialize = { jsonrpc: '2.0', id: 'initialize', method: 'initialize', params }
  if (hasStream) {
    const stream = openRequest(shell, { method: 'GET', path: '/sse', headers: { accept: 'text/event-stream' } })
    connections.set('stream', stream)
    run.opened.push(stream)
    await settle(stream.arrived, { count: 2 })
    known.set('session', /sessionId=(\w+)/.exec(String(stream.take().events[0]?.data))?.[1])
  }
  const path = hasStream ? `/messages?sessionId=${known.get('session')}` : '/mcp'
  const { headers, body } = await post(run, path, initialize)
  const [event] = hasStream ? await streamed(run) : []
  if (!hasStream) known.set('session', headers?.['mcp-session-id'])
  check.received(hasStream ? event?.data : body)
  await post(run, path, { jsonrpc: '2.0', method: 'notifications/initialized' })
}

async function streamed({ connections }: HttpRun) {
  const stream = connections.get('stream')
  if (stream === undefined) throw new Error('there is no stream')
  await settle(stream.arrived, { count: 3 })
  return stream.take().events
}

async function post({ shell, known, revision, check }: HttpRun, path: string, message: object) {
  const session = known.get('session')
  const inSession = { 'mcp-session-id': String(session), 'mcp-protocol-version': revision }
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(session !== undefined && path === '/mcp' && inSession),
  }
  check.sent(message)
  const request = openRequest(shell, { path, headers, body: JSON.stringify(message) })
  await settle(request.arrived, { count: 2 })
  return request.take()
}
