import { Pool } from 'undici'
import { initialize, initialized, sumOf, toolCall } from '../drivers/messages.mjs'

const type = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/** The limit: undici, as many connections as calls in flight, and nothing is checked. */
export async function open(port, revision) {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 64, pipelining: 1 })
  const post = (message, headers) =>
    pool.request({ path: '/mcp', method: 'POST', headers, body: JSON.stringify(message) })
  const headers = revision === '2026-07-28' ? modernHeaders(revision) : await openSession(post, revision)
  const call = async (id) => {
    const response = await post(toolCall(revision, id, sumOf(id)), headers)
    return JSON.parse(await response.body.text()).result.content[0].text
  }
  return { call }
}

function modernHeaders(revision) {
  return { ...type, 'mcp-protocol-version': revision, 'mcp-method': 'tools/call', 'mcp-name': 'add' }
}

async function openSession(post, revision) {
  const response = await post(initialize(revision), type)
  await response.body.text()
  const headers = {
    ...type,
    'mcp-protocol-version': revision,
    'mcp-session-id': response.headers['mcp-session-id'],
  }
  await (await post(initialized, headers)).body.text()
  return headers
}
