import { RpcError } from 'omniport'
import { type Client, type ConnectOptions, connect, type Target } from 'omniport/client'
import type { JsonObject } from '../../interop/json.js'
import { answerElicitation, sampled, tourRoots } from './answers.js'
import { requestMs, type TourAnswer, type TourClient } from './tour-client.js'

/** Connects the client of this library, in one revision. */
export async function openOurs(target: Target, revision: ConnectOptions['revision']): Promise<TourClient> {
  const pushed: JsonObject[] = []
  const errors: string[] = []
  const client: Client = await connect(target, {
    name: 'tour',
    version: '1.0.0',
    revision,
    timeoutMs: requestMs,
    elicit: (question) => {
      pushed.push({ method: 'elicitation/create', params: { ...question } })
      return answerElicitation({ requestedSchema: question.schema }) as never
    },
    elicitUrl: async (question) => {
      pushed.push({ method: 'elicitation/create', params: { ...question } })
      return 'accept'
    },
    sample: (params) => {
      pushed.push({ method: 'sampling/createMessage', params: { ...params } })
      return { ...sampled, content: [sampled.content] }
    },
    roots: () => {
      pushed.push({ method: 'roots/list' })
      return tourRoots
    },
    onLog: (entry) => pushed.push({ method: 'notifications/message', params: { ...entry } }),
    onError: (error) => errors.push(error.message),
  })
  const { server, capabilities, revision: protocolVersion } = client
  return {
    greeting: { protocolVersion, server, capabilities },
    pushed,
    errors,
    request: (method, params) => request(client, method, params),
    notify: async (method) => {
      if (method === 'notifications/roots/list_changed') await client.setRoots(tourRoots)
    },
    close: () => client.close(),
  }
}

async function request(client: Client, method: string, params: JsonObject = {}): Promise<TourAnswer> {
  try {
    return { result: (await client.request(method, params)) as JsonObject }
  } catch (reason) {
    if (!RpcError.is(reason)) return { error: { message: String(reason) } }
    const { code, message, data } = reason
    return { error: { code, message, ...(data !== undefined && { data }) } }
  }
}
