import type { Attributes, Span } from '@opentelemetry/api'
import type { Operation } from 'omniport/protocol'
import { attributes, executeTool, notifications, otherName } from '../conventions/names.js'
import type { OperationError } from './operation-error.js'

/** A longer text of a peer is cut. */
const maxLength = 256

/** Nobody refuses a notification whose name is made up, so that only those of the protocol are names that this side knows. */
function methodOf({ role, message }: Operation): string {
  const { method } = message
  const isKnown = role === 'sender' || 'id' in message || notifications.has(method)
  return isKnown ? method.slice(0, maxLength) : otherName
}

/** The name of the tool or prompt that a message is about. */
function targetOf(method: string, { params }: Operation['message']): string | undefined {
  const name = method === 'tools/call' || method === 'prompts/get' ? params?.['name'] : undefined
  return typeof name === 'string' ? name.slice(0, maxLength) : undefined
}

/**
 * The attributes of both a span and a metric. Members are set one by one, since this runs with every message, and by their
 * names' order, since the SDK sorts those of metrics.
 */
export function commonAttributes(operation: Operation): Attributes {
  const { message, revision } = operation
  const method = methodOf(operation)
  const found: Attributes = {}
  const target = targetOf(method, message)
  if (method === 'tools/call') {
    found[attributes.operation] = executeTool
    if (target !== undefined) found[attributes.tool] = target
  } else if (target !== undefined) {
    found[attributes.prompt] = target
  }
  found[attributes.method] = method
  if (revision !== undefined) found[attributes.revision] = revision
  return addNetwork(found, operation)
}

/** `method target`, or the method alone, of what `commonAttributes` found. */
export function spanNameOf(common: Attributes): string {
  const target = common[attributes.tool] ?? common[attributes.prompt]
  const method = common[attributes.method]
  return target === undefined ? `${method}` : `${method} ${target}`
}

/** The attributes that a span begins with, which samplers see: `common`, and the URI. */
export function spanAttributes(common: Attributes, { message }: Operation): Attributes {
  const { method, params } = message
  const uri = methodsWithUri.has(method) ? params?.['uri'] : undefined
  return typeof uri === 'string' ? { ...common, [attributes.resource]: uri.slice(0, maxUriLength) } : common
}

/** Sets the ids of a message on its span. */
export function setIds(span: Span, { message, connection }: Operation): void {
  if ('id' in message) span.setAttribute(attributes.requestId, String(message.id).slice(0, maxLength))
  if (connection?.sessionId !== undefined) span.setAttribute(attributes.session, connection.sessionId)
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

/** Adds how the messages travel. Messages in memory do not. */
export function addNetwork(found: Attributes, { transport, url, role }: Operation): Attributes {
  if (transport === 'stdio') found[attributes.transport] = 'pipe'
  if (transport !== 'http') return found
  found[attributes.protocol] = 'http'
  found[attributes.transport] = 'tcp'
  if (url === undefined || role === 'receiver') return found
  const { hostname, port, protocol } = url
  found[attributes.serverAddress] = hostname
  found[attributes.serverPort] = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
  return found
}
