import { answerRaw } from '../servers/answer-raw.mjs'
import { callHandler } from './call-handler.mjs'

export async function open() {
  const headers = { 'content-type': 'application/json' }
  const handle = async (request) =>
    new Response(JSON.stringify(answerRaw(JSON.parse(await request.text()))), { headers })
  return { call: callHandler(handle) }
}
