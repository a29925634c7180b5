import { Pool } from 'undici'
import { sumOf, toolCall } from '../drivers/messages.mjs'

const revision = '2026-07-28'
const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': revision,
  'mcp-method': 'tools/call',
  'mcp-name': 'add',
}

/** The limit: undici, as many connections as calls in flight, and nothing is checked. */
export async function open(port) {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 64, pipelining: 1 })
  const call = async (id) => {
    const body = JSON.stringify(toolCall(revision, id, sumOf(id)))
    const response = await pool.request({ path: '/mcp', method: 'POST', headers, body })
    return JSON.parse(await response.body.text()).result.content[0].text
  }
  return { call }
}
