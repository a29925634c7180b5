const clientInfo = { name: 'driver', version: '1.0.0' }
const modern = '2026-07-28'

/** A call of a tool in a revision. */
export function toolCall(revision, id, [name, args]) {
  return request(revision, id, 'tools/call', { name, arguments: args })
}

/** Any request in a revision. */
export function request(revision, id, method, params = {}) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return { jsonrpc: '2.0', id, method, params: revision === modern ? { ...params, _meta: meta } : params }
}

/** How a connection begins before 2026-07-28. */
export function initialize(revision) {
  return request(undefined, 'init', 'initialize', { protocolVersion: revision, capabilities: {}, clientInfo })
}

export const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }

/** The sum that the tool `add` is asked for with the id of a request. */
export function sumOf(id) {
  return ['add', { a: id, b: 0.5 }]
}

/** @throws Error when the answer to `sumOf(id)` is not the sum. */
export function checkSum({ id, result }) {
  const text = result?.content?.[0]?.text
  if (text !== String(id + 0.5)) throw new Error(`A wrong answer to ${id}: ${JSON.stringify(result)}`)
}
