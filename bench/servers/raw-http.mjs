// The limit: node:http, and nothing is checked but the session, where there are some.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import process from 'node:process'
import { answerRaw } from './answer-raw.mjs'
import { listenAnywhere } from './listen-anywhere.mjs'
import { readSettings } from './settings.mjs'

const { answers, sessions } = readSettings()
const open = new Map()
const listening = new Map()

listenAnywhere(
  createServer((request, response) => {
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
    response.write(toEvent(notification('notifications/tools/list_changed', id)))
  }
})

function respond(request, response, message) {
  const headers = {}
  if (sessions) {
    const id = message.method === 'initialize' ? begin(message) : request.headers['mcp-session-id']
    if (!open.has(id)) return response.writeHead(404).end()
    headers['mcp-session-id'] = id
  }
  if (message.method === 'subscriptions/listen') return listen(response, message)
  const answer = answerRaw(message)
  if (answer === undefined) return response.writeHead(202, headers).end()
  if (answers === 'sse') {
    headers['content-type'] = 'text/event-stream'
    headers['cache-control'] = 'no-cache'
    return response.writeHead(200, headers).end(toEvent(answer))
  }
  const text = JSON.stringify(answer)
  headers['content-type'] = 'application/json'
  headers['content-length'] = Buffer.byteLength(text)
  response.writeHead(200, headers).end(text)
}

function begin({ params }) {
  const id = randomUUID()
  open.set(id, { client: params.clientInfo, capabilities: params.capabilities })
  return id
}

function listen(response, { id }) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  response.write(toEvent(notification('notifications/subscriptions/acknowledged', id, { toolsListChanged: true })))
  listening.set(response, id)
  response.on('close', () => listening.delete(response))
}

function notification(method, id, notifications) {
  const params = { ...(notifications && { notifications }), _meta: { 'io.modelcontextprotocol/subscriptionId': id } }
  return { jsonrpc: '2.0', method, params }
}

function toEvent(message) {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`
}
