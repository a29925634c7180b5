import type { MessageRecord, OperationRequest } from '../contract.js'

/** The title of what an operation does. */
export function titleOf(request: OperationRequest): string {
  switch (request.kind) {
    case 'call':
    case 'load-app':
    case 'wire':
      return request.tool
    case 'read':
    case 'load-skill':
      return request.uri
    case 'read-skill-file':
      return request.path
    case 'get':
      return request.prompt
    case 'raw':
      return request.method
    case 'ping':
      return 'ping'
  }
}

/** Tells by method and name whether a message is a request that an operation sends. `task`: the id of the task that it runs as. */
export function isSentBy(request: OperationRequest, task: string | undefined, sent: MessageRecord): boolean {
  const { method = '', name = '' } = sent
  if (task !== undefined && method.startsWith('tasks/') && name === task) return true
  switch (request.kind) {
    case 'call':
      return method === 'tools/call' && name === request.tool
    case 'read':
      return method === 'resources/read' && name === request.uri
    case 'get':
      return method === 'prompts/get' && name === request.prompt
    case 'load-skill':
    case 'read-skill-file':
      return method === 'skills/get' || method === 'resources/read'
    case 'load-app':
      return method === 'resources/read'
    case 'ping':
      return method === 'ping' || method === 'server/discover'
    case 'wire':
      return false // on connections of its own
    case 'raw':
      return method === request.method
  }
}
