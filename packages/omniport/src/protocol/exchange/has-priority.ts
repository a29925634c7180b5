import { isObject } from '../../values/json/is-object.js'

/**
 * Tells whether a message that was not checked yet serves to empty a full server: a response, a notification, or a request
 * that checks, cancels or answers something. A batch does if all of its messages do.
 */
export function hasPriority(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(hasPriority)
  if (!isObject(value)) return false
  const { id, method } = value
  return id === undefined || method === undefined || isPriorityMethod(method)
}

export function isPriorityMethod(method: unknown): boolean {
  return method === 'ping' || method === 'tasks/cancel' || method === 'tasks/update'
}
