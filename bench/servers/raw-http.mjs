// The limit: node:http; reads a body, parses it, calls, stringifies, and writes the answer as one. Headers and events are those
// that the revision asks a server for: the media type, `x-accel-buffering` on a stream of 2026-07-28, the session's id on the
// answer to `initialize`, event ids and a first empty event on a stream of 2025-11-25. The session of a request is looked up.
// Nothing else is: no header is read, no size bounded, no message checked, no event kept for a client that comes again.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import process from 'node:process'
import { answerRaw } from './answer-raw.mjs'
import { listenAnywhere } from './listen-anywhere.mjs'
import { readSettings } from './settings.mjs'

const { answers, sessions } = readSettings()
const open = new Map()
const listening = new Map()
let streams = 0
const unbuffered = sessions ? [] : ['x-accel-buffering', 'no']
const eventStream = ['content-type', 'text/event-stream', 'cache-control', 'no-cache', ...unbuffered]
const json = ['content-type', 'application/json']

listenAnywhere(
  createServer((request, response) => {
    if (request.method === 'GET' && sessions) return openGet(request, response)
    if (request.method !== 'POST') return response.writeHead(405).end()
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
      respond(request, response, JSON.parse(body.toString()))
    })
  }),
)

process.on('message', (message) => {
  if (message !== 'change') return
  for (const [response, id] of listening) {
    if (sessions) response.write(nextEvent(response, { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }))
    else response.write(toEvent(notification('notifications/tools/list_changed', id)))
  }
})

function respond(request, response, message) {
  if (sessions) {
    if (message.method === 'initialize') response.setHeader('mcp-session-id', begin(message))
    else if (!open.has(request.headers['mcp-session-id'])) return response.writeHead(404).end()
  }
  if (message.method === 'subscriptions/listen') return listen(response, message)
  const answer = answerRaw(message)
  if (answer === undefined) return response.writeHead(202).end()
  const text = answers === 'sse' ? toEvents(answer) : JSON.stringify(answer)
  const head = answers === 'sse' ? eventStream : json
  response.writeHead(200, [...head, 'content-length', Buffer.byteLength(text)]).end(text)
}

function begin({ params }) {
  const id = randomUUID()
  open.set(id, { client: params.clientInfo, capabilities: params.capabilities })
  return id
}

/** The GET stream of a session, which begins with an empty event. */
function openGet(request, response) {
  if (!open.has(request.headers['mcp-session-id'])) return response.writeHead(404).end()
  response.writeHead(200, eventStream)
  streams += 1
  listening.set(response, { stream: streams, last: 0 })
  response.write(`id: ${streams}-0\ndata:\n\n`)
  response.on('close', () => listening.delete(response))
}

function nextEvent(response, message) {
  const place = listening.get(response)
  place.last += 1
  return `id: ${place.stream}-${place.last}\n${toEvent(message)}`
}

function listen(response, { id }) {
  response.writeHead(200, eventStream)
  response.write(toEvent(notification('notifications/subscriptions/acknowledged', id, { toolsListChanged: true })))
  listening.set(response, id)
  response.on('close', () => listening.delete(response))
}

function notification(method, id, notifications) {
  const params = { ...(notifications && { notifications }), _meta: { 'io.modelcontextprotocol/subscriptionId': id } }
  return { jsonrpc: '2.0', method, params }
}

function toEvent(message) {
  return `data: ${JSON.stringify(message)}\n\n`
}

/** A whole stream. */
function toEvents(answer) {
  if (!sessions) return toEvent(answer)
  streams += 1
  return `id: ${streams}-0\ndata:\n\nid: ${streams}-1\n${toEvent(answer)}`
}
