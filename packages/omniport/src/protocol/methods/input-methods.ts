import type { RpcParams } from '../../jsonrpc/messages/messages.js'

/** The methods whose result may ask for input. spec: basic/patterns/mrtr#supported-requests */
export const inputMethods: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read'])

/** True if the parameters answer an earlier round. */
export function hasRetryParams(params: RpcParams): boolean {
  return params['inputResponses'] !== undefined || params['requestState'] !== undefined
}
