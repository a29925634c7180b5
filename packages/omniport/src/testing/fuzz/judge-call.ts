import type { Client } from '../../client/client.js'
import { textOf } from '../../client/tools/text-of.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { JsonObject } from '../../values/json/json-object.js'

/** What is wrong with a call. */
export interface Problem {
  readonly kind: 'internal' | 'output' | 'timeout' | 'closed' | 'accepted'
  readonly text: string
  /** No further call can succeed. */
  readonly endsAll: boolean
}

export interface FuzzCall {
  readonly name: string
  readonly args: JsonObject
  /** The arguments fit the schema. */
  readonly fits: boolean
  readonly timeoutMs: number
}

/** Calls a tool. Returns what is wrong with that, if anything is. */
export async function judgeCall(
  client: Client,
  { name, args, fits, timeoutMs }: FuzzCall,
): Promise<Problem | undefined> {
  try {
    const result = await client.callTool(name, args, { timeoutMs })
    if (result.isError === true) {
      const text = textOf(result)
      return internalError.test(text) ? internal(text) : undefined
    }
    if (fits) return undefined
    return { kind: 'accepted', text: 'it ran, although its input schema refuses the arguments', endsAll: false }
  } catch (error) {
    return problemOf(error, timeoutMs)
  }
}

function problemOf(error: unknown, timeoutMs: number): Problem | undefined {
  if (RpcError.is(error)) return error.code === RpcError.internal().code ? internal(error.message) : undefined
  if (!OmniportError.is(error)) throw error
  if (error.code === 'timeout') return { kind: 'timeout', text: `no answer within ${timeoutMs} ms`, endsAll: false }
  if (error.code === 'invalid_result') return { kind: 'output', text: error.message, endsAll: false }
  if (error.code === 'closed') return { kind: 'closed', text: `the connection ended: ${error.message}`, endsAll: true }
  throw error
}

function internal(text: string): Problem {
  return { kind: 'internal', text: `it threw by mistake (${text}); the log of the server says what`, endsAll: false }
}

/** The text that a server of this library gives for what is not for the model. */
const internalError = /^internal error [\da-f]+$/
