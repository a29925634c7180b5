import { createMcpHandler } from '@modelcontextprotocol/server'
import { defineSdkV2 } from '../servers/define-sdk-v2.mjs'
import { callHandler } from './call-handler.mjs'

export async function open() {
  return { call: callHandler(createMcpHandler(() => defineSdkV2()).fetch) }
}
