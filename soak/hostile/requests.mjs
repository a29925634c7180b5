const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** A whole POST to the endpoint, as it travels. */
function post(message, headers = {}) {
  return postText(JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }), headers)
}

/** The same, of any body. */
export function postText(body, headers = {}) {
  return `${postHead(Buffer.byteLength(body), headers)}${body}`
}

/** The head of a POST whose body has `length` bytes. */
export function postHead(length, headers = {}) {
  const all = {
    host: '127.0.0.1',
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'content-length': length,
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST /mcp HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** A POST of a request of 2026-07-28. */
function modernPost(method, params = {}, headers = {}) {
  return post({ method, params: { ...params, _meta } }, { ...modernHeaders(method, params.name), ...headers })
}

/** A call of a tool of the server, of 2026-07-28. */
export function callPost(name, args = {}, headers = {}) {
  return modernPost('tools/call', { name, arguments: args }, headers)
}

/** So many short headers. */
export function manyHeaders(count) {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`x${at}`, '']))
}

/** A call that becomes a task. */
export function taskPost(name, args = {}) {
  const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } }
  const meta = { ..._meta, 'io.modelcontextprotocol/clientCapabilities': capabilities }
  const message = { method: 'tools/call', params: { name, arguments: args, _meta: meta } }
  return post(message, modernHeaders('tools/call', name))
}

/** A call of a tool in a session. */
export function toolPost(name, args = {}, headers = {}) {
  return post({ method: 'tools/call', params: { name, arguments: args } }, headers)
}

/** A subscription to the list of tools. */
export function listenPost() {
  return modernPost('subscriptions/listen', { notifications: { toolsListChanged: true } })
}

export function initializePost(capabilities = {}, protocolVersion = '2025-11-25') {
  const clientInfo = { name: 'hostile', version: '1' }
  const params = { protocolVersion, capabilities, clientInfo }
  return post({ method: 'initialize', params })
}

/** The request that ends a session. */
export function endSession(id) {
  return `DELETE /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\nmcp-session-id: ${id}\r\ncontent-length: 0\r\n\r\n`
}

function modernHeaders(method, name) {
  return {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
  }
}
