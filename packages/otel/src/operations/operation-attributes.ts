import type { Attributes } from '@opentelemetry/api'
import type { Operation } from 'omniport/protocol'
import { attributes, executeTool, otherName } from '../conventions/names.js'
import type { OperationError } from './operation-error.js'

/** A longer text of a peer is cut. */
const maxLength = 256

/** The name of the tool or prompt that a message is about. */
export function targetOf({ message }: Operation): string | undefined {
  const { method, params } = message
  const name = method === 'tools/call' || method === 'prompts/get' ? params?.['name'] : undefined
  return typeof name === 'string' ? name.slice(0, maxLength) : undefined
}

/** `method target`, or the method alone. */
export function spanNameOf(operation: Operation): string {
  const target = targetOf(operation)
  const method = operation.message.method.slice(0, maxLength)
  return target === undefined ? method : `${method} ${target}`
}

/** The attributes of both a span and a metric. */
export function commonAttributes(operation: Operation): Attributes {
  const { message, revision } = operation
  const target = targetOf(operation)
  const isCall = message.method === 'tools/call'
  return {
    [attributes.method]: message.method.slice(0, maxLength),
    ...(revision !== undefined && { [attributes.revision]: revision }),
    ...(isCall && { [attributes.operation]: executeTool }),
    ...(target !== undefined && { [isCall ? attributes.tool : attributes.prompt]: target }),
    ...networkAttributes(operation),
  }
}

/** The attributes of a span alone. */
export function spanAttributes({ message, connection }: Operation): Attributes {
  const { method, params } = message
  const uri = params?.['uri']
  const id = 'id' in message ? message.id : undefined
  const session = connection?.sessionId
  return {
    ...(id !== undefined && { [attributes.requestId]: String(id).slice(0, maxLength) }),
    ...(session !== undefined && { [attributes.session]: session }),
    ...(typeof uri === 'string' && methodsWithUri.has(method) && { [attributes.resource]: uri.slice(0, maxUriLength) }),
  }
}

const maxUriLength = 2_048

const methodsWithUri: ReadonlySet<string> = new Set([
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'notifications/resources/updated',
])

/** The attributes that say how an operation failed. */
export function errorAttributes({ code, type }: OperationError): Attributes {
  return {
    ...(code !== undefined && { [attributes.statusCode]: String(code) }),
    ...(type !== undefined && { [attributes.errorType]: type }),
  }
}

/** The attributes of a metric: names that this side does not know, since a peer made them up, are left out. */
export function metricAttributes(operation: Operation, error: OperationError | undefined): Attributes {
  const common = { ...commonAttributes(operation), ...(error && errorAttributes(error)) }
  if (operation.role === 'sender') return common
  if (error?.code === methodNotFound) return { ...common, [attributes.method]: otherName }
  if (!isUnknownTarget(error)) return common
  const { [attributes.tool]: _tool, [attributes.prompt]: _prompt, ...known } = common
  return known
}

/** True if a request may have named something that does not exist. */
export function isUnknownTarget(error: OperationError | undefined): boolean {
  return error?.code === invalidParams || error?.code === methodNotFound
}

const methodNotFound = -32601
const invalidParams = -32602

/** How the messages travel. Messages in memory do not. */
export function networkAttributes({ transport, url, role }: Operation): Attributes {
  return {
    ...(transport !== 'memory' && { [attributes.transport]: transport === 'http' ? 'tcp' : 'pipe' }),
    ...(transport === 'http' && { [attributes.protocol]: 'http' }),
    ...(url !== undefined && role === 'sender' && addressAttributes(url)),
  }
}

function addressAttributes({ hostname, port, protocol }: URL): Attributes {
  const defaultPort = protocol === 'https:' ? 443 : 80
  return {
    [attributes.serverAddress]: hostname,
    [attributes.serverPort]: port === '' ? defaultPort : Number(port),
  }
}
