import { createFetchHandler } from 'omniport/http'
import { defineOmniport } from '../servers/define-omniport.mjs'
import { callHandler } from './call-handler.mjs'

export async function open() {
  return { call: callHandler(createFetchHandler(defineOmniport(), { answers: 'json' })) }
}
