import { modernMeta } from './raw-http.js'

/** A call of 2026-07-28 that is answered with `text`, as JSON. */
export function echoCall(text: string, id: unknown = 1): string {
  const params = { name: 'echo', arguments: { text }, _meta: modernMeta }
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })
}

/** The same with one more argument, whose JSON is given: it need not be valid. */
export function echoCallWith(json: string): string {
  return echoCall('done').replace('"arguments":{', `"arguments":{"more":${json},`)
}
